import { z } from 'zod'
import { cutText } from '../../../platform/discord-text.ts'
import { DiscordFailure, toFailure } from './errands.failures.ts'
import type { DiscordActions, OutgoingMessage, WrittenMessage } from './errands.types.ts'

type Request = { readonly body?: unknown; readonly query?: URLSearchParams; readonly reason?: string; readonly auth?: boolean }
/** Discord's REST, as discord.js offers it: it waits for rate limits by itself. */
export type DiscordRest = Record<'get' | 'post' | 'put' | 'patch' | 'delete', (path: `/${string}`, request?: Request) => Promise<unknown>>

const WithId = z.object({ id: z.string() })
const Channel = z.object({ guild_id: z.string() })
const Threads = z.object({
  threads: z.array(z.object({ id: z.string(), name: z.string(), parent_id: z.string().nullish(), owner_id: z.string().nullish() })),
})

const Thread = z.object({ thread_metadata: z.object({ archived: z.boolean(), locked: z.boolean().default(false) }) })

const MESSAGES_PAGE = 100
const MAX_TEXT = 2000
const MAX_EMBED = 4096
const STYLE = { primary: 1, secondary: 2, danger: 4 } as const
const PRIVATE_THREAD = 12
const A_WEEK_IN_MINUTES = 10_080
const NO_PERMISSION = 'denied'
const ARCHIVED = 50083

/** Pings no one but the named role: neither everyone, nor other roles, nor members, nor the author of a message that it replies to. */
const toMessageBody = ({ text, title, color, buttons = [], pingRoleId }: OutgoingMessage) => ({
  allowed_mentions: { parse: [], roles: pingRoleId === undefined ? [] : [pingRoleId], users: [], replied_user: false },
  content: cutText(title === undefined ? text : pingRoleId === undefined ? '' : `<@&${pingRoleId}>`, MAX_TEXT),
  embeds:
    title === undefined
      ? []
      : [{ title: cutText(title, 256), description: cutText(text, MAX_EMBED), ...(color === undefined ? {} : { color }) }],
  components: rowsOf(buttons),
})

/** Discord takes five buttons in a row. */
export function rowsOf(buttons: NonNullable<OutgoingMessage['buttons']>) {
  const all = buttons.map(({ id, label, style = 'secondary' }) => ({
    type: 2,
    style: STYLE[style],
    label: cutText(label, 80),
    custom_id: id,
  }))
  const rows = Array.from({ length: Math.ceil(all.length / 5) }, (_, row) => all.slice(row * 5, row * 5 + 5))
  return rows.map((components) => ({ type: 1, components }))
}

export function createDiscordActions(rest: DiscordRest, botId: () => string | undefined): DiscordActions {
  const ask = async <T>(asked: Promise<unknown>, schema: z.ZodType<T>): Promise<T> => {
    try {
      return schema.parse(await asked)
    } catch (error) {
      if (error instanceof z.ZodError) throw new DiscordFailure('later', 'Discord gave an answer of an unknown form')
      throw toFailure(error)
    }
  }
  const done = async (asked: Promise<unknown>): Promise<void> => void (await ask(asked, z.unknown()))
  /** Removes something. An error with one of these codes says that it is already gone, which is no failure. */
  const removed = (asked: Promise<unknown>, ...codes: readonly number[]): Promise<void> =>
    done(asked).catch((error: unknown) => {
      if (!(error instanceof DiscordFailure) || !codes.includes(error.code)) throw error
    })
  /** Discord refuses changes to an archived thread, so it is unarchived first. */
  const inThread = async (threadId: string, act: () => Promise<void>): Promise<void> => {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof DiscordFailure) || error.code !== ARCHIVED) throw error
      await done(rest.patch(`/channels/${threadId}`, { body: { archived: false } }))
      await act()
    }
  }
  const send = async (channelId: string, message: OutgoingMessage, nonce: string) => {
    const body = { ...toMessageBody(message), nonce: nonce.slice(0, 25), enforce_nonce: true }
    return (await ask(rest.post(`/channels/${channelId}/messages`, { body }), WithId)).id
  }
  /** Finds a thread of the bot by its name: among open threads, and among archived ones if the bot may list them. */
  const findThread = async (channelId: string, name: string): Promise<string | undefined> => {
    const { guild_id } = await ask(rest.get(`/channels/${channelId}`), Channel)
    // An errand may run before the gateway has reported the bot's id.
    const ownId = botId() ?? (await ask(rest.get('/users/@me'), WithId)).id
    const isIt = (thread: z.output<typeof Threads>['threads'][number]) =>
      thread.parent_id === channelId && thread.name === name && thread.owner_id === ownId
    const open = (await ask(rest.get(`/guilds/${guild_id}/threads/active`), Threads)).threads.find(isIt)
    if (open) return open.id
    const archived = await ask(rest.get(`/channels/${channelId}/users/@me/threads/archived/private`), Threads).catch((error: unknown) => {
      if (error instanceof DiscordFailure && error.kind === NO_PERMISSION) return { threads: [] }
      throw error
    })
    return archived.threads.find(isIt)?.id
  }

  return {
    giveRole: (guildId, discordId, roleId, reason) => done(rest.put(`/guilds/${guildId}/members/${discordId}/roles/${roleId}`, { reason })),
    takeRole: (guildId, discordId, roleId, reason) =>
      done(rest.delete(`/guilds/${guildId}/members/${discordId}/roles/${roleId}`, { reason })),
    setNickname: (guildId, discordId, nickname, reason) =>
      done(rest.patch(`/guilds/${guildId}/members/${discordId}`, { body: { nick: nickname }, reason })),
    sendMessage: async (channelId, message, nonce) => ({ messageId: await send(channelId, message, nonce) }),
    editMessage: (channelId, messageId, message) =>
      inThread(channelId, () => done(rest.patch(`/channels/${channelId}/messages/${messageId}`, { body: toMessageBody(message) }))),
    deleteMessage: (channelId, messageId) => removed(rest.delete(`/channels/${channelId}/messages/${messageId}`), 10003, 10008),
    hasMessage: (channelId, messageId) =>
      done(rest.get(`/channels/${channelId}/messages/${messageId}`)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof DiscordFailure && error.code === 10008) return false
          throw error
        },
      ),
    sendDirect: async (discordId, message, nonce) => {
      const { id: channelId } = await ask(rest.post('/users/@me/channels', { body: { recipient_id: discordId } }), WithId)
      return { channelId, messageId: await send(channelId, message, nonce) }
    },
    openThread: async (channelId, name) => {
      const title = cutText(name, 100)
      const found = await findThread(channelId, title)
      if (found !== undefined) return { threadId: found }
      const body = { name: title, type: PRIVATE_THREAD, invitable: false, auto_archive_duration: A_WEEK_IN_MINUTES }
      return { threadId: (await ask(rest.post(`/channels/${channelId}/threads`, { body }), WithId)).id }
    },
    addToThread: (threadId, discordId) => inThread(threadId, () => done(rest.put(`/channels/${threadId}/thread-members/${discordId}`))),
    closeThread: (threadId) =>
      inThread(threadId, () => removed(rest.patch(`/channels/${threadId}`, { body: { locked: true, archived: true } }), 10003)),
    isThreadClosed: async (threadId) => {
      const { archived, locked } = (await ask(rest.get(`/channels/${threadId}`), Thread)).thread_metadata
      return archived && locked
    },
    readMessages: async (channelId, after) => {
      const query = new URLSearchParams({ after, limit: String(MESSAGES_PAGE) })
      const newestFirst = await ask(rest.get(`/channels/${channelId}/messages`, { query }), z.array(MessageJson))
      return { messages: newestFirst.map(toWritten).toReversed(), hasMore: newestFirst.length === MESSAGES_PAGE }
    },
    leaveGuild: (guildId) => removed(rest.delete(`/users/@me/guilds/${guildId}`), 10004),
  }
}

const Id = z.string().regex(/^\d{1,20}$/)
/** Text without the characters that the database can't store. */
const Words = z.string().transform((text) => text.replaceAll('\0', '').toWellFormed())

/** A message as REST and the gateway send it. */
export const MessageJson = z.object({
  id: Id,
  type: z.int().default(0),
  author: z.object({ id: Id, username: Words, global_name: Words.nullish(), bot: z.boolean().default(false) }),
  /** Only the gateway sends this field. */
  member: z.object({ nick: Words.nullish() }).optional(),
  content: Words,
  attachments: z.array(z.unknown()).default([]),
  timestamp: z.coerce.date(),
  edited_timestamp: z.coerce.date().nullish(),
})

/** The types of messages and replies. Other types are Discord's own: someone was added, a message was pinned. */
const WRITTEN = new Set([0, 19])

export const toWritten = (message: z.output<typeof MessageJson>): WrittenMessage => ({
  messageId: message.id,
  discordId: message.author.id,
  displayName: message.member?.nick ?? message.author.global_name ?? message.author.username,
  isByPerson: !message.author.bot && WRITTEN.has(message.type),
  text: message.content,
  attachments: message.attachments.length,
  at: message.timestamp,
  editedAt: message.edited_timestamp ?? null,
})
