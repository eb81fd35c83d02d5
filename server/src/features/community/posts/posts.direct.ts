import type { DirectRefusal } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { DiscordFailure, type DiscordActions, type OutgoingMessage } from '../errands/errands.port.ts'
import type { DirectPace } from './posts.pace.ts'

/** Discord's codes for a channel that does not exist, or that another bot opened. */
const NOT_OURS = new Set([10_003, 50_001])
const REFUSALS: Readonly<Record<number, DirectRefusal>> = { 50_007: 'closed', 50_278: 'noSharedServer' }

type DirectMessage = { readonly discordId: string; readonly message: OutgoingMessage; readonly nonce: string }
type Deps = { readonly db: Db; readonly discord: DiscordActions; readonly pace: DirectPace }

/** Returns the channel of the message; null if the member takes none, or left. Fails if the bot may not send it. Notes each refusal for the member. */
export async function deliver(deps: Deps, direct: DirectMessage): Promise<string | null> {
  try {
    return await send(deps, direct)
  } catch (error) {
    if (!(error instanceof DiscordFailure) || error.kind === 'later' || error.kind === 'token') throw error
    await noteRefusal(deps.db, direct.discordId, REFUSALS[error.code] ?? 'other')
    if (error.kind === 'gone') return null
    throw error
  }
}

async function send({ db, discord, pace }: Deps, { discordId, message, nonce }: DirectMessage): Promise<string> {
  const known = await db.selectFrom('discord_direct').select('channel_id').where('discord_id', '=', discordId).executeTakeFirst()
  if (known?.channel_id) {
    try {
      await discord.sendMessage(known.channel_id, message, nonce)
      return known.channel_id
    } catch (error) {
      if (!(error instanceof DiscordFailure) || !NOT_OURS.has(error.code)) throw error
    }
  }
  return (await pace.open(discordId, () => discord.sendDirect(discordId, message, nonce))).channelId
}

// Nothing is noted for an account that is no longer linked.
const noteRefusal = (db: Db, discordId: string, refusal: DirectRefusal) =>
  sql`insert into discord_direct (discord_id, refusal, refused_at) select discord_id, ${refusal}, now() from discord_links where discord_id = ${discordId}
    on conflict (discord_id) do update set refusal = excluded.refusal, refused_at = excluded.refused_at`.execute(db)

export async function noteArrival(tx: Tx, { discordId, channelId }: { discordId: string; channelId: string }): Promise<void> {
  await sql`insert into discord_direct as d (discord_id, channel_id) select discord_id, ${channelId} from discord_links where discord_id = ${discordId}
    on conflict (discord_id) do update set channel_id = excluded.channel_id, refusal = null, refused_at = null
    where d.channel_id is distinct from excluded.channel_id or d.refusal is not null`.execute(tx)
}

/** The member may have changed their settings in Discord: sends what has waited since the refusal. */
export async function forgetRefusal(tx: Tx, userId: number): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update discord_direct d set refusal = null, refused_at = null from discord_links l
    where l.user_id = ${userId} and l.discord_id = d.discord_id and d.refusal is not null`.execute(tx)
  if (numAffectedRows === 0n) return
  await sql`update discord_errands set run_at = now() where kind = 'notices.send' and payload ->> 'key' = ${`member:${userId}`}
    and state = 'waiting' and started_at is null and attempts = 0 and run_at > now()`.execute(tx)
}
