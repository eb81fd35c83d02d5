import { z } from 'zod'
import { errors } from '../api-error.ts'
import { MessageBody, parseBody, Snowflake } from '../bodies.ts'
import type { PrivilegedIntents } from '../intents.ts'
import { messageJson, userJson } from '../json.ts'
import type { Messages } from '../messages.ts'
import { channelPermissions, PERMISSIONS } from '../permissions.ts'
import type { Limits } from './limits.ts'
import { type Access, countOf, NO_CONTENT, ok, type Reply, type Route } from './routes.ts'
import { compareIds, timeOf } from '../snowflakes.ts'
import type { Threads } from '../threads.ts'
import { CHANNEL_TYPE, type Channel, type Message } from '../types.ts'
import type { World } from '../world.ts'

const TWO_WEEKS_MS = 14 * 86_400_000
const AN_HOUR_MS = 3_600_000
const tooManyEdits = (waitMs: number): Reply => ({
  status: 429,
  headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)), 'X-RateLimit-Scope': 'user', Via: '1.1 google' },
  body: {
    message: 'Maximum number of edits to messages older than 1 hour reached. Try again later.',
    code: 30046,
    retry_after: waitMs / 1000,
    global: false,
  },
})
const WITHOUT_MESSAGES = new Set<number>([CHANNEL_TYPE.category, CHANNEL_TYPE.forum])

type Deps = {
  readonly world: World
  readonly access: Access
  readonly messages: Messages
  readonly threads: Threads
  readonly limits: Limits
  /** Without the intent, the content of others' messages is empty here too. */
  readonly granted: () => PrivilegedIntents
}

/** Messages, pins and reactions. */
export function messageRoutes({ world, access, messages, threads, limits, granted }: Deps): Route[] {
  /** A channel in which the bot may write. A message to an archived thread unarchives it, unless it is locked. */
  function writable(id: string): Channel {
    const known = world.findChannel(id)
    const channel = access.channel(id, known?.thread ? PERMISSIONS.sendMessagesInThreads : PERMISSIONS.sendMessages)
    if (WITHOUT_MESSAGES.has(channel.type)) throw errors.wrongChannelType()
    if (channel.recipientId) needDm(channel.recipientId)
    if (!channel.thread?.archived) return channel
    if (channel.thread.locked && !access.hasIn(channel, PERMISSIONS.manageThreads)) throw errors.archivedThread()
    return threads.change(channel, { archived: false })
  }

  function needDm(userId: string): void {
    const isMutual = [...world.guilds.values()].some((guild) => guild.hasBot && guild.members.has(userId))
    if (!isMutual) throw errors.noMutualGuild()
    if (!world.user(userId).acceptsDms) throw errors.closedDms()
  }

  /** Users mentioned in a thread are added to it, if they see the channel above it. */
  function addMentioned(channel: Channel, { mentions, mentionRoles }: Message): void {
    const parent = channel.thread && channel.parentId ? world.findChannel(channel.parentId) : undefined
    if (!parent) return
    const guild = world.guild(parent.guildId ?? '')
    for (const member of guild.members.values()) {
      const isMentioned = mentions.includes(member.userId) || member.roles.some((id) => mentionRoles.includes(id))
      const sees = (channelPermissions(guild, member, parent) & PERMISSIONS.viewChannel) !== 0n
      if (isMentioned && sees) threads.setMember(channel, member.userId, true)
    }
  }

  const readable = (id: string): Channel => access.channel(id, PERMISSIONS.readMessageHistory)

  function list(channel: Channel, query: URLSearchParams): Message[] {
    const limit = countOf(query, 'limit', 50, 100)
    const all = messages.of(channel.id)
    const [before, after, around] = [query.get('before'), query.get('after'), query.get('around')]
    if (after)
      return all
        .filter(({ id }) => compareIds(id, after) > 0)
        .slice(0, limit)
        .toReversed()
    if (around) {
      const middle = all.findIndex(({ id }) => compareIds(id, around) >= 0)
      return all.slice(Math.max(0, middle - Math.floor(limit / 2)), middle + Math.ceil(limit / 2)).toReversed()
    }
    return all
      .filter(({ id }) => !before || compareIds(id, before) < 0)
      .slice(-limit)
      .toReversed()
  }

  const pin = (channelId: string, messageId: string, isPinned: boolean): Reply => {
    const channel = access.channel(channelId)
    if (!access.hasIn(channel, PERMISSIONS.pinMessages)) throw errors.missingPermissions()
    messages.pin(messages.find(channel.id, messageId), isPinned)
    return NO_CONTENT
  }
  const pinned = (channelId: string): Message[] => messages.of(readable(channelId).id).filter((message) => message.pinned)

  return [
    {
      method: 'POST',
      path: '/channels/:channel/messages',
      bucket: 'messages',
      handle: ({ param, body, files }) => {
        const channel = writable(param('channel'))
        if (files.length > 0 && !access.hasIn(channel, PERMISSIONS.attachFiles)) throw errors.missingPermissions()
        const sent = parseBody(MessageBody, body)
        if (sent.embeds?.length && !access.hasIn(channel, PERMISSIONS.embedLinks)) throw errors.missingPermissions()
        const message = messages.post(channel, sent, { authorId: world.botUserId, files })
        addMentioned(channel, message)
        return ok(messageJson(message, world))
      },
    },
    {
      method: 'GET',
      path: '/channels/:channel/messages',
      bucket: 'messages',
      // Without Read Message History the list is empty, not refused.
      handle: ({ param, query }) => {
        const channel = access.channel(param('channel'))
        const found = access.hasIn(channel, PERMISSIONS.readMessageHistory) ? list(channel, query) : []
        return ok(found.map((message) => messages.readableJson(message, channel, granted().messageContent)))
      },
    },
    {
      method: 'POST',
      path: '/channels/:channel/messages/bulk-delete',
      bucket: 'deleteMessage',
      handle: ({ param, body }) => {
        const channel = access.channel(param('channel'), PERMISSIONS.manageMessages)
        const { messages: ids } = parseBody(z.object({ messages: z.array(Snowflake).min(2).max(100) }), body)
        if (ids.some((id) => Date.parse(timeOf(id)) < world.now() - TWO_WEEKS_MS)) throw errors.tooOld()
        messages.removeAll(channel, ids)
        return NO_CONTENT
      },
    },
    {
      method: 'GET',
      path: '/channels/:channel/messages/pins',
      bucket: 'messages',
      handle: ({ param }) => {
        const items = pinned(param('channel')).map((message) => ({
          pinned_at: message.editedAt ?? timeOf(message.id),
          message: messageJson(message, world),
        }))
        return ok({ items, has_more: false })
      },
    },
    {
      method: 'GET',
      path: '/channels/:channel/pins',
      bucket: 'messages',
      handle: ({ param }) => ok(pinned(param('channel')).map((message) => messageJson(message, world))),
    },
    {
      method: 'PUT',
      path: '/channels/:channel/messages/pins/:message',
      bucket: 'message',
      handle: ({ param }) => pin(param('channel'), param('message'), true),
    },
    {
      method: 'PUT',
      path: '/channels/:channel/pins/:message',
      bucket: 'message',
      handle: ({ param }) => pin(param('channel'), param('message'), true),
    },
    {
      method: 'DELETE',
      path: '/channels/:channel/messages/pins/:message',
      bucket: 'message',
      handle: ({ param }) => pin(param('channel'), param('message'), false),
    },
    {
      method: 'DELETE',
      path: '/channels/:channel/pins/:message',
      bucket: 'message',
      handle: ({ param }) => pin(param('channel'), param('message'), false),
    },
    {
      method: 'GET',
      path: '/channels/:channel/messages/:message',
      bucket: 'message',
      handle: ({ param }) => ok(messageJson(messages.find(readable(param('channel')).id, param('message')), world)),
    },
    {
      method: 'PATCH',
      path: '/channels/:channel/messages/:message',
      bucket: 'message',
      handle: ({ param, body, files }) => {
        const channel = access.channel(param('channel'))
        const message = messages.find(channel.id, param('message'))
        if (message.authorId !== world.botUserId) throw errors.notOwnMessage()
        if (channel.thread?.archived) throw errors.archivedThread()
        const waitMs = Date.parse(timeOf(message.id)) < world.now() - AN_HOUR_MS ? limits.waitToEditOld(channel.id) : 0
        if (waitMs > 0) return tooManyEdits(waitMs)
        return ok(messageJson(messages.edit(message, parseBody(MessageBody, body), files), world))
      },
    },
    {
      method: 'DELETE',
      path: '/channels/:channel/messages/:message',
      bucket: 'deleteMessage',
      handle: ({ param }) => {
        const channel = access.channel(param('channel'))
        const message = messages.find(channel.id, param('message'))
        if (message.authorId !== world.botUserId && !access.hasIn(channel, PERMISSIONS.manageMessages)) throw errors.missingPermissions()
        messages.remove(message)
        return NO_CONTENT
      },
    },
    {
      method: 'PUT',
      path: '/channels/:channel/messages/:message/reactions/:emoji/@me',
      bucket: 'reactions',
      handle: ({ param }) => {
        const channel = access.channel(param('channel'), PERMISSIONS.readMessageHistory)
        const message = messages.find(channel.id, param('message'))
        if (!message.reactions.has(param('emoji')) && !access.hasIn(channel, PERMISSIONS.addReactions)) throw errors.missingPermissions()
        messages.react(message, world.botUserId, param('emoji'), true)
        return NO_CONTENT
      },
    },
    {
      method: 'DELETE',
      path: '/channels/:channel/messages/:message/reactions/:emoji/:user',
      bucket: 'reactions',
      handle: ({ param }) => {
        const channel = access.channel(param('channel'))
        const isSelf = param('user') === '@me'
        if (!isSelf && !access.hasIn(channel, PERMISSIONS.manageMessages)) throw errors.missingPermissions()
        messages.react(messages.find(channel.id, param('message')), isSelf ? world.botUserId : param('user'), param('emoji'), false)
        return NO_CONTENT
      },
    },
    {
      method: 'GET',
      path: '/channels/:channel/messages/:message/reactions/:emoji',
      bucket: 'reactions',
      handle: ({ param }) => {
        const message = messages.find(readable(param('channel')).id, param('message'))
        return ok([...(message.reactions.get(param('emoji')) ?? [])].map((id) => userJson(world.user(id))))
      },
    },
    {
      method: 'POST',
      path: '/channels/:channel/typing',
      bucket: 'channel',
      handle: ({ param }) => {
        writable(param('channel'))
        return NO_CONTENT
      },
    },
  ]
}
