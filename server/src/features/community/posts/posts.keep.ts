import { isDeepStrictEqual } from 'node:util'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { addErrands, DiscordFailure, type DiscordActions, type ErrandKind, type OutgoingMessage } from '../errands/errands.port.ts'
import { channelNames } from '../discord/discord.port.ts'

const Message: z.ZodType<OutgoingMessage> = z.object({
  text: z.string(),
  title: z.string().optional(),
  color: z.int().optional(),
  buttons: z
    .array(z.object({ id: z.string(), label: z.string(), style: z.enum(['primary', 'secondary', 'danger']).optional() }))
    .optional(),
  pingRoleId: z.string().optional(),
})
const KeepPost = { kind: 'post.keep', payload: z.object({ key: z.string() }) } as const
const SendMessage = {
  kind: 'message.send',
  payload: z.object({ channelId: z.string(), message: Message, until: z.iso.datetime().optional() }),
} as const

type KeptPost = {
  readonly channelId: string
  readonly subject: string
  readonly message: OutgoingMessage | null
  /** Asks again even if nothing differs: someone deleted the message in Discord, or gave it up, and it is wanted now. */
  readonly isAskedAgain?: boolean
}

/**
 * Keeps one message in a channel as it is wanted: sends it, edits it when it differs, deletes it for null. `subject` is unique in the channel:
 * 'announcement:12', 'tickets-panel', 'vote:4'. Keep several messages in one order, because each is locked until the transaction ends.
 */
export async function keepPost(tx: Tx, { channelId, subject, message, isAskedAgain = false }: KeptPost): Promise<void> {
  const wanted = message === null ? null : JSON.stringify(Message.parse(message))
  // A message that was never there need not be deleted.
  const { rows } = await sql<{ id: number }>`
    insert into discord_posts (channel_id, subject, wanted) select ${channelId}, ${subject}, ${wanted}::jsonb
    where ${wanted}::jsonb is not null or exists (select from discord_posts where channel_id = ${channelId} and subject = ${subject})
    on conflict (channel_id, subject) do update set wanted = excluded.wanted, problem = '', is_left = false, changed_at = now()
    where discord_posts.wanted is distinct from excluded.wanted
      or ${isAskedAgain} and (discord_posts.is_left or discord_posts.problem <> '')
      or discord_posts.problem <> '' and ${hasFailed(sql`discord_posts.id`)}
    returning id`.execute(tx)
  for (const { id } of rows) await askToKeep(tx, channelId, id)
}

/** Sends a message again that someone deleted in Discord. */
export async function restorePost(tx: Tx, channelId: string, subject: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update discord_posts set is_left = false, changed_at = now() where channel_id = ${channelId} and subject = ${subject} and is_left
    returning id`.execute(tx)
  for (const { id } of rows) await askToKeep(tx, channelId, id)
}

/** Whether the errand of a post has failed. If that errand no longer exists, someone has given the post up. */
export const hasFailed = (postId: RawBuilder<unknown>) =>
  sql`exists (select from discord_errands e where e.kind = ${KeepPost.kind} and e.payload ->> 'key' = ${postId}::text and e.state = 'failed')`

/** The row of the post is locked, so an errand that starts now reads it after this transaction. */
const askToKeep = (tx: Tx, channelId: string, postId: number) =>
  sql`select ask_to_keep(${channelId}, ${postId}, (select ${NEXT_EDIT} from discord_posts where id = ${postId}))`.execute(tx)

const hasButtons = (message: RawBuilder<unknown>) => sql`jsonb_array_length(coalesce(${message} -> 'buttons', '[]')) > 0`
const SENT_AT = sql`to_timestamp(((message_id::bigint >> 22) + 1420070400000) / 1000.0)`
/**
 * When the next edit may go out; null for at once. In a channel, Discord takes about three edits in 20 seconds of messages older than an hour. The
 * last edit, which takes the buttons away, does not wait.
 */
const NEXT_EDIT = sql`case when wanted is not null and edited_at > now() - interval '45 seconds' and ${SENT_AT} < now() - interval '1 hour'
  and not (${hasButtons(sql`sent`)} and not ${hasButtons(sql`wanted`)}) then edited_at + interval '45 seconds' end`

const TOO_LATE = 'The message was not sent in time, and is out of date now'
/** Sends a message once and then leaves it alone. After `until`, it is not sent and fails. */
export const sendOnce = (
  tx: Tx,
  { channelId, message, until }: { readonly channelId: string; readonly message: OutgoingMessage; readonly until?: Date },
): Promise<void> =>
  addErrands(tx, SendMessage, [
    { queue: `channel:${channelId}`, payload: { channelId, message, ...(until && { until: until.toISOString() }) } },
  ])

type Post = {
  readonly id: number
  readonly channelId: string
  readonly wanted: OutgoingMessage | null
  readonly sent: OutgoingMessage | null
  readonly messageId: string | null
  /** The message that was sent a moment ago, if nobody knows whether it arrived. */
  readonly sending: OutgoingMessage | null
  /** Whether someone deleted the message in Discord and it is not to be sent again. */
  readonly isLeft: boolean
}
type Sent = { readonly messageId: string; readonly sent: OutgoingMessage; readonly isNew: boolean }
type Kept = Sent | 'deleted' | 'same'

/** How long Discord recognises by its nonce a message that it already has. */
const NONCE_MINUTES = 3

async function readPost(db: Db | Tx, postId: number): Promise<Post | undefined> {
  const { rows } = await sql<Post>`
    select id, channel_id as "channelId", wanted, sent, message_id as "messageId", is_left as "isLeft",
      case when sending_at > now() - make_interval(mins => ${NONCE_MINUTES}) then sending end as sending
    from discord_posts where id = ${postId} for share`.execute(db)
  return rows[0]
}

/** Notes and returns the message that is being sent, so that after a crash the very same one is sent again. */
async function noteSending(db: Db, { id, sending, wanted }: Post): Promise<OutgoingMessage> {
  const message = sending ?? wanted
  if (message === null) throw new Error('Nothing to send')
  if (sending === null) {
    await sql`update discord_posts set sending = ${JSON.stringify(message)}::jsonb, sending_at = now() where id = ${id}`.execute(db)
  }
  return message
}

/** Notes a sent or edited message. Someone may have deleted an edited one in the meantime. */
const noteSent = (db: Db | Tx, postId: number, { messageId, sent, isNew }: Sent) =>
  sql`update discord_posts set message_id = ${messageId}, sent = ${JSON.stringify(sent)}::jsonb, is_left = false,
    edited_at = case when ${isNew} then null else now() end, sending = null, sending_at = null, problem = '' where id = ${postId} and (${isNew} or message_id = ${messageId})`.execute(
    db,
  )

async function send(db: Db, discord: DiscordActions, post: Post, errandId: number): Promise<Sent> {
  const sent = await noteSending(db, post)
  try {
    const { messageId } = await discord.sendMessage(post.channelId, sent, `post-${errandId}`)
    return { messageId, sent, isNew: true }
  } catch (error) {
    // A refused message was not sent.
    if (error instanceof DiscordFailure && error.kind !== 'later') await forgetSending(db, post.id)
    throw error
  }
}
const forgetSending = (db: Db | Tx, postId: number) =>
  sql`update discord_posts set sending = null, sending_at = null where id = ${postId}`.execute(db)

async function sendEditOrDelete(db: Db, discord: DiscordActions, post: Post, errandId: number): Promise<Kept> {
  const { channelId, wanted, sent } = post
  let { messageId } = post
  if (wanted === null) {
    if (messageId === null && post.sending !== null) {
      const found = await send(db, discord, post, errandId)
      // Noted at once, so that the message is known even if it can't be deleted.
      await noteSent(db, post.id, found)
      messageId = found.messageId
    }
    if (messageId !== null) await discord.deleteMessage(channelId, messageId)
    return 'deleted'
  }
  if (messageId === null) return send(db, discord, post, errandId)
  if (isDeepStrictEqual(wanted, sent)) return 'same'
  try {
    await discord.editMessage(channelId, messageId, wanted)
    return { messageId, sent: wanted, isNew: false }
  } catch (error) {
    if (!(error instanceof DiscordFailure) || !REPLACED.has(error.code)) throw error
    const replacement = await send(db, discord, post, errandId)
    if (error.code === NOT_OURS) await removeFormer(discord, channelId, messageId)
    return replacement
  }
}

const NOT_OURS = 50_005
/** Codes for a message that someone deleted in Discord, or that another bot sent, which the portal used before. */
const REPLACED = new Set([10_008, NOT_OURS])

/** Deletes a message whose buttons no longer work. If the bot may not delete the message, it stays. */
async function removeFormer(discord: DiscordActions, channelId: string, messageId: string): Promise<void> {
  try {
    await discord.deleteMessage(channelId, messageId)
  } catch (error) {
    if (!(error instanceof DiscordFailure)) throw error
  }
}

export function postErrands(db: Db): readonly ErrandKind[] {
  const keep: ErrandKind<typeof KeepPost.payload, Kept> = {
    ...KeepPost,
    titles: async (on, errands) => {
      const ids = errands.map(({ payload }) => Number(payload.key))
      const posts =
        ids.length === 0 ? [] : await on.selectFrom('discord_posts').select(['id', 'channel_id', 'wanted']).where('id', 'in', ids).execute()
      const names = await channelNames(
        on,
        posts.map(({ channel_id }) => channel_id),
      )
      return ids.map((id) => {
        const post = posts.find((each) => each.id === id)
        if (!post) return 'Delete a message'
        return `${post.wanted === null ? 'Delete' : 'Post or edit'} a message in ${names(post.channel_id)}`
      })
    },
    run: async (discord, { errandId, payload }) => {
      const post = await readPost(db, Number(payload.key))
      if (post?.isLeft && post.wanted !== null) return undefined
      return post && sendEditOrDelete(db, discord, post, errandId)
    },
    settle: async (tx, { payload }, kept) => {
      const postId = Number(payload.key)
      if (kept === 'deleted') {
        await sql`delete from discord_posts where id = ${postId} and wanted is null`.execute(tx)
        // The message is wanted again since.
        await sql`update discord_posts set message_id = null, sent = null, sending = null, problem = '', is_left = false
          where id = ${postId}`.execute(tx)
      } else if (kept === 'same') {
        await sql`update discord_posts set problem = '' where id = ${postId} and problem <> ''`.execute(tx)
      } else {
        await noteSent(tx, postId, kept)
      }
      const left = await readPost(tx, postId)
      if (left && !left.isLeft && !isDeepStrictEqual(left.wanted, left.sent)) await askToKeep(tx, left.channelId, postId)
    },
    failed: async (tx, { payload }, problem) => {
      const postId = Number(payload.key)
      // A message that never arrived need not be deleted. A message that arrived is still there, and is deleted once the bot may.
      await sql`delete from discord_posts where id = ${postId} and wanted is null and message_id is null`.execute(tx)
      await sql`update discord_posts set problem = ${problem} where id = ${postId}`.execute(tx)
    },
  }
  const message: ErrandKind<typeof SendMessage.payload, true | undefined> = {
    ...SendMessage,
    titles: async (on, errands) => {
      const names = await channelNames(
        on,
        errands.map(({ payload }) => payload.channelId),
      )
      return errands.map(({ payload }) => `Send a message to ${names(payload.channelId)}`)
    },
    run: async (discord, { errandId, payload }) => {
      if (payload.until !== undefined && Date.parse(payload.until) < Date.now()) throw new DiscordFailure('invalid', TOO_LATE)
      await discord.sendMessage(payload.channelId, payload.message, `once-${errandId}`)
      return true
    },
  }
  return [keep, message]
}
