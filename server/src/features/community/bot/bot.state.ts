import type { DiscordBot } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { botChange } from '../discord/discord.port.ts'

export type BotStatus = {
  readonly state: DiscordBot['state']
  readonly problem: string
  readonly applicationId?: string | undefined
  readonly botId?: string | undefined
  readonly botName?: string | undefined
  readonly pingMs?: number | null
}

/** Writes the status of the bot for every node and the room. Only the node that runs the bot calls it. */
export function createBotStatus({ db, publish }: { db: Db; publish: Publish }) {
  /** An unchanged status only renews the time at which the node was last heard of. */
  return (status: BotStatus): Promise<void> =>
    inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
      const { rows } = await sql<{ is_told: boolean }>`
        with before as (select * from discord_bot where id = 1 for update)
        update discord_bot d set state = ${status.state}, problem = ${status.problem}, ping_ms = ${status.pingMs ?? null},
          application_id = coalesce(${status.applicationId ?? null}, d.application_id),
          bot_id = coalesce(${status.botId ?? null}, d.bot_id), bot_name = coalesce(${status.botName ?? null}, d.bot_name),
          since = case when d.state = ${status.state} then d.since else now() end, seen_at = now()
        from before b where d.id = b.id
        returning (b.state, b.problem, b.bot_name) is distinct from (d.state, d.problem, d.bot_name)
          or abs(coalesce(b.ping_ms, -1000) - coalesce(d.ping_ms, -1000)) > greatest(20, coalesce(b.ping_ms, 0) / 2)
          or b.seen_at is null or b.seen_at < now() - interval '45 seconds' as is_told`.execute(tx)
      if (rows[0]?.is_told) await emitAll([await botChange(tx)])
    })
}
export type SaveBotStatus = ReturnType<typeof createBotStatus>

/** Discord resets the token of a bot that signs in more than 1,000 times a day. A hundred sign-ins are left for the person who solves the problem. */
const MAX_SIGN_INS_A_DAY = 900

export const BUDGET_SPENT =
  `The bot has signed in to Discord ${MAX_SIGN_INS_A_DAY} times within a day. Discord resets the token of a bot that does so more than 1,000 times, so the bot ` +
  "waits. Something keeps cutting its connection, or another program uses the same token: the portal's log says more."

/** The first part of a token is the bot's id, which is not secret. */
const botOf = (token: string): string => (token.split('.')[0] ?? '').slice(0, 64)

/** Counts one more sign-in (IDENTIFY) of the bot, over all processes. False if none is left today. */
export async function takeIdentify(db: Db, token: string): Promise<boolean> {
  await sql`delete from discord_identifies where at < now() - interval '1 day'`.execute(db)
  const { rows } = await sql`
    insert into discord_identifies (bot) select ${botOf(token)}
    where (select count(*) from discord_identifies where bot = ${botOf(token)}) < ${MAX_SIGN_INS_A_DAY} returning at`.execute(db)
  return rows.length > 0
}
