import { errors } from './api-error.ts'
import type { AllowedMentions, MessageBody } from './bodies.ts'
import { INTENT } from './intents.ts'
import { channelJson, memberWithoutUser, messageJson, userJson } from './json.ts'
import { channelPermissions, PERMISSIONS } from './permissions.ts'
import { byId } from './snowflakes.ts'
import type { Attachment, Channel, Json, Message } from './types.ts'
import type { World } from './world.ts'

export const FLAG = { ephemeral: 1 << 6, loading: 1 << 7 } as const

type Posting = {
  readonly authorId: string
  readonly files?: readonly Attachment[]
  readonly type?: number
  readonly ephemeralFor?: string | null
  readonly interaction?: Message['interaction']
}

type Pings = Pick<Message, 'mentionEveryone' | 'mentionRoles' | 'mentions'>

export type Messages = ReturnType<typeof createMessages>

/** Messages, and the events that go out about them. */
export function createMessages(world: World) {
  const idsIn = (content: string, pattern: RegExp): string[] => [...new Set([...content.matchAll(pattern)].map((match) => match[1] ?? ''))]

  /** Users and roles that a message pings: those the text names, if allowed_mentions and the author's permissions let it. */
  function pings(
    channel: Channel,
    authorId: string,
    content: string,
    allowed: AllowedMentions | null | undefined,
    repliedTo: string | null,
  ): Pings {
    const guild = channel.guildId ? world.guild(channel.guildId) : null
    const author = guild?.members.get(authorId)
    const mayPingAll = guild && author ? (channelPermissions(guild, author, channel) & PERMISSIONS.mentionEveryone) !== 0n : false
    const parses = (kind: 'users' | 'roles' | 'everyone'): boolean => !allowed || allowed.parse?.includes(kind) === true
    const users = idsIn(content, /<@!?(\d+)>/g).filter((id) => world.users.has(id) && (parses('users') || allowed?.users?.includes(id)))
    const roles = idsIn(content, /<@&(\d+)>/g).filter((id) => parses('roles') || allowed?.roles?.includes(id))
    const pingsReplied = repliedTo !== null && (allowed?.replied_user ?? !allowed)
    return {
      mentionEveryone: mayPingAll && parses('everyone') && /@(?:everyone|here)\b/.test(content),
      mentionRoles: roles.filter((id) => mayPingAll || guild?.roles.get(id)?.mentionable),
      mentions: pingsReplied && !users.includes(repliedTo) ? [...users, repliedTo] : users,
    }
  }

  /** Content is only for those who may read it: with the intent, about the bot's own messages, mentions of it and direct messages. */
  const readableJson = (message: Message, channel: Channel, hasContent: boolean): Json => {
    const isForBot = message.authorId === world.botUserId || message.mentions.includes(world.botUserId) || channel.guildId === null
    const hidden = hasContent || isForBot ? {} : { content: '', embeds: [], attachments: [], components: [] }
    return { ...messageJson(message, world), ...hidden }
  }
  const jsonFor = (message: Message, channel: Channel, intents: number): Json => {
    const json = readableJson(message, channel, (intents & INTENT.messageContent) !== 0)
    if (!channel.guildId) return json
    const member = world.guild(channel.guildId).members.get(message.authorId)
    return { ...json, guild_id: channel.guildId, ...(member ? { member: memberWithoutUser(member) } : {}) }
  }

  const tell = (channel: Channel, name: string, data: Json | ((intents: number) => Json)): void => {
    if (!channel.guildId) world.emit({ name, intents: INTENT.directMessages, data })
    else if (world.sees(channel)) world.tell(world.guild(channel.guildId), name, INTENT.messages, data)
  }

  const isEmpty = ({ content, embeds, components, flags }: MessageBody, files: number): boolean =>
    !content?.trim() && !embeds?.length && !components?.length && files === 0 && !((flags ?? 0) & FLAG.loading)

  const messages = {
    pings,
    jsonFor,
    readableJson,

    /** Messages of a channel that everyone there sees, oldest first. */
    of: (channelId: string): Message[] =>
      [...world.messages.values()].filter((message) => message.channelId === channelId && message.ephemeralFor === null).sort(byId),

    find: (channelId: string, messageId: string): Message => {
      const message = world.messages.get(messageId)
      if (message?.channelId !== channelId || message.ephemeralFor !== null) throw errors.unknownMessage()
      return message
    },

    post: (
      channel: Channel,
      body: MessageBody,
      { authorId, files = [], type, ephemeralFor = null, interaction = null }: Posting,
    ): Message => {
      if (isEmpty(body, files.length)) throw errors.emptyMessage()
      const nonce = typeof body.nonce === 'string' || typeof body.nonce === 'number' ? String(body.nonce) : null
      const twin =
        nonce !== null && body.enforce_nonce
          ? messages.of(channel.id).find((each) => each.nonce === nonce && each.authorId === authorId)
          : null
      if (twin) return twin
      const replied = body.message_reference?.message_id ? messages.find(channel.id, body.message_reference.message_id) : null
      const content = body.content ?? ''
      const message: Message = {
        id: world.snowflakes.happen(),
        channelId: channel.id,
        authorId,
        type: type ?? (replied ? 19 : 0),
        content,
        embeds: body.embeds ?? [],
        components: body.components ?? [],
        attachments: [...files],
        ...pings(channel, authorId, content, body.allowed_mentions, replied?.authorId ?? null),
        allowedMentions: body.allowed_mentions,
        flags: body.flags ?? 0,
        pinned: false,
        nonce,
        editedAt: null,
        repliesTo: replied?.id ?? null,
        reactions: new Map(),
        ephemeralFor,
        interaction,
      }
      world.messages.set(message.id, message)
      if (ephemeralFor !== null) return message
      channel.lastMessageId = message.id
      if (channel.thread) channel.thread.messageCount++
      tell(channel, 'MESSAGE_CREATE', (intents) => jsonFor(message, channel, intents))
      return message
    },

    edit: (message: Message, body: MessageBody, files: readonly Attachment[] = []): Message => {
      const channel = world.channel(message.channelId)
      if (body.content !== undefined) message.content = body.content ?? ''
      if (body.embeds !== undefined) message.embeds = body.embeds ?? []
      if (body.components !== undefined) message.components = body.components ?? []
      if (body.attachments)
        message.attachments = message.attachments.filter(({ id }) => body.attachments?.some((kept) => String(kept.id) === id))
      message.attachments.push(...files)
      if (typeof body.flags === 'number') message.flags = (message.flags & FLAG.ephemeral) | (body.flags & ~FLAG.ephemeral)
      message.flags &= ~FLAG.loading
      message.allowedMentions = body.allowed_mentions
      const replied = message.repliesTo ? (world.messages.get(message.repliesTo)?.authorId ?? null) : null
      Object.assign(message, pings(channel, message.authorId, message.content, body.allowed_mentions, replied))
      message.editedAt = world.isoNow()
      if (message.ephemeralFor === null) tell(channel, 'MESSAGE_UPDATE', (intents) => jsonFor(message, channel, intents))
      return message
    },

    remove: (message: Message): void => {
      const channel = world.channel(message.channelId)
      world.messages.delete(message.id)
      if (message.ephemeralFor === null)
        tell(channel, 'MESSAGE_DELETE', {
          id: message.id,
          channel_id: channel.id,
          ...(channel.guildId ? { guild_id: channel.guildId } : {}),
        })
    },

    removeAll: (channel: Channel, ids: readonly string[]): void => {
      for (const id of ids) if (world.messages.get(id)?.channelId === channel.id) world.messages.delete(id)
      tell(channel, 'MESSAGE_DELETE_BULK', { ids, channel_id: channel.id, guild_id: channel.guildId })
    },

    pin: (message: Message, isPinned: boolean): void => {
      const channel = world.channel(message.channelId)
      message.pinned = isPinned
      if (channel.guildId)
        world.tell(world.guild(channel.guildId), 'CHANNEL_PINS_UPDATE', INTENT.guilds, {
          guild_id: channel.guildId,
          channel_id: channel.id,
          last_pin_timestamp: isPinned ? world.isoNow() : null,
        })
      tell(channel, 'MESSAGE_UPDATE', (intents) => jsonFor(message, channel, intents))
    },

    react: (message: Message, userId: string, emoji: string, isAdded: boolean): void => {
      const users = message.reactions.get(emoji) ?? new Set<string>()
      message.reactions.set(emoji, users)
      if (isAdded) users.add(userId)
      else users.delete(userId)
      if (users.size === 0) message.reactions.delete(emoji)
      const channel = world.channel(message.channelId)
      if (!channel.guildId || !world.sees(channel)) return
      world.tell(world.guild(channel.guildId), isAdded ? 'MESSAGE_REACTION_ADD' : 'MESSAGE_REACTION_REMOVE', INTENT.reactions, {
        user_id: userId,
        channel_id: channel.id,
        message_id: message.id,
        guild_id: channel.guildId,
        message_author_id: message.authorId,
        emoji: { id: null, name: emoji },
        burst: false,
        type: 0,
      })
    },

    /** The data that a click carries. */
    json: (message: Message): Json => messageJson(message, world),
    channelJson: (channel: Channel): Json => channelJson(channel, world),
    userJson: (userId: string): Json => userJson(world.user(userId)),
  }
  return messages
}
