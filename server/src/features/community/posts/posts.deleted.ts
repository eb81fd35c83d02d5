import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { DiscordFailure, type DiscordActions, type ErrandKind } from '../errands/errands.port.ts'
import { channelNames } from '../discord/discord.port.ts'

/** The code of conduct is one text over several messages: 'conduct:1', 'conduct:2'. */
const SERIES = 'conduct:'
/** Panels, open votes and requests, which are useless without their buttons, and the code of conduct. A ticket can be closed without its first message. */
const isRestored = (post: RawBuilder<unknown>) =>
  sql`(${post}.subject like ${`${SERIES}%`} or ${post}.subject <> 'ticket' and jsonb_array_length(coalesce(${post}.wanted -> 'buttons', '[]')) > 0)`

/** A message that is deleted again within this time comes back after it. */
const PAUSE = sql`interval '1 hour'`

type Deleted = { readonly id: number; readonly subject: string; readonly isRestored: boolean; readonly due: Date | null }

/** Messages were deleted in channels that the bot sees. Most of them were not ours. */
export async function noteDeletedAnywhere(db: Db, messageIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ channelId: string }>`
    select distinct channel_id as "channelId" from discord_posts where message_id = any(${[...messageIds]}::text[])`.execute(db)
  for (const { channelId } of rows) await db.transaction().execute((tx) => noteDeleted(tx, channelId, messageIds))
}

/**
 * Someone, or the portal itself, deleted these messages in Discord. Messages that are needed are posted again; the portal's page shows that the
 * others are deleted.
 */
async function noteDeleted(tx: Tx, channelId: string, messageIds: readonly string[]): Promise<void> {
  const isDeleted = sql`channel_id = ${channelId} and message_id = any(${[...messageIds]}::text[])`
  await lockSeries(tx, channelId)
  await sql`delete from discord_posts where ${isDeleted} and wanted is null`.execute(tx)
  const { rows } = await sql<Deleted>`
    with gone as (select id, deleted_at from discord_posts where ${isDeleted} order by subject for update)
    update discord_posts p set message_id = null, sent = null, problem = '', deleted_at = now(), is_left = not ${isRestored(sql`p`)}
    from gone g where p.id = g.id
    returning p.id, p.subject, not p.is_left as "isRestored", case when g.deleted_at > now() - ${PAUSE} then now() + ${PAUSE} end as due`.execute(
    tx,
  )
  const ask = (id: number, due: Date | null) => sql`select ask_to_keep(${channelId}, ${id}, ${due})`.execute(tx)
  const part = rows.find(({ subject }) => subject.startsWith(SERIES))
  if (part) for (const id of await closeGaps(tx, channelId)) await ask(id, part.due)
  for (const { id, due } of rows.filter((post) => post.isRestored)) await ask(id, due)
}

type Part = { readonly id: number; readonly messageId: string | null; readonly sent: unknown }

const lockSeries = async (tx: Tx, channelId: string): Promise<Part[]> =>
  (
    await sql<Part>`
      select id, message_id as "messageId", sent from discord_posts
      where channel_id = ${channelId} and subject like ${`${SERIES}%`} and wanted is not null
      order by substr(subject, ${SERIES.length + 1}::integer)::integer for update`.execute(tx)
  ).rows

/** Keeps a series in order: the messages that are left show its first parts, and the others follow. Returns the parts that differ now. */
async function closeGaps(tx: Tx, channelId: string): Promise<number[]> {
  const parts = await lockSeries(tx, channelId)
  const left = parts.filter(({ messageId }) => messageId !== null)
  const moved = parts.flatMap((part, index) =>
    (left[index]?.messageId ?? null) === part.messageId ? [] : [{ id: part.id, to: left[index] }],
  )
  for (const { id, to } of moved) {
    const sent = to ? JSON.stringify(to.sent) : null
    await sql`update discord_posts set message_id = ${to?.messageId ?? null}, sent = ${sent}::jsonb where id = ${id}`.execute(tx)
  }
  return moved.map(({ id }) => id)
}

const CheckPosts = { kind: 'post.check', payload: z.object({ key: z.string() }) } as const
const MAX_CHANNELS = 100
const MAX_MESSAGES = 40

/** Looks for messages that were deleted while the bot was away. */
export async function askToCheck(db: Db, guildId: string): Promise<void> {
  await sql`select ask_discord(${CheckPosts.kind}, 'check:' || c.id, c.id) from discord_channels c
    where c.guild_id = ${guildId} and c.gone_at is null and c.bot_permissions <> '0'
      and exists (select from discord_posts p where p.channel_id = c.id and p.message_id is not null and ${isRestored(sql`p`)})
    order by c.id limit ${MAX_CHANNELS}`.execute(db)
}

export function checkErrand(db: Db): ErrandKind<typeof CheckPosts.payload, readonly string[]> {
  return {
    ...CheckPosts,
    titles: async (on, errands) => {
      const names = await channelNames(
        on,
        errands.map(({ payload }) => payload.key),
      )
      return errands.map(({ payload }) => `Check the messages in ${names(payload.key)}`)
    },
    run: async (discord, { payload }) => {
      const { rows } = await sql<{ messageId: string }>`
        select p.message_id as "messageId" from discord_posts p where p.channel_id = ${payload.key} and p.message_id is not null and ${isRestored(sql`p`)}
        order by p.id desc limit ${MAX_MESSAGES}`.execute(db)
      const gone: string[] = []
      for (const { messageId } of rows) if (!(await isThere(discord, payload.key, messageId))) gone.push(messageId)
      return gone
    },
    settle: (tx, { payload }, gone) => noteDeleted(tx, payload.key, gone),
  }
}

/** True also where the bot may not read, because then nobody can tell. */
async function isThere(discord: DiscordActions, channelId: string, messageId: string): Promise<boolean> {
  try {
    return await discord.hasMessage(channelId, messageId)
  } catch (error) {
    if (error instanceof DiscordFailure && (error.kind === 'denied' || error.kind === 'gone')) return true
    throw error
  }
}
