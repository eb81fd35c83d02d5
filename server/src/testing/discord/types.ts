import type { Embed, MessageComponent } from './bodies.ts'

export type Json = { readonly [key: string]: unknown }

export type User = {
  readonly id: string
  username: string
  globalName: string | null
  email: string | null
  verified: boolean
  readonly bot: boolean
  /** If false, a direct message is answered with 50007. */
  acceptsDms: boolean
}

export type Role = {
  readonly id: string
  name: string
  color: number
  hoist: boolean
  mentionable: boolean
  position: number
  permissions: bigint
  readonly managed: boolean
  /** The bot that this role belongs to. */
  readonly botId: string | null
}

/** Type 0 is for a role, 1 for a member. */
export type Overwrite = { readonly id: string; readonly type: 0 | 1; readonly allow: bigint; readonly deny: bigint }

export const CHANNEL_TYPE = {
  text: 0,
  dm: 1,
  voice: 2,
  category: 4,
  announcement: 5,
  publicThread: 11,
  privateThread: 12,
  forum: 15,
} as const

export type Thread = {
  archived: boolean
  locked: boolean
  invitable: boolean
  autoArchiveMinutes: number
  readonly createdAt: string
  archivedAt: string
  readonly members: Set<string>
  messageCount: number
}

export type Channel = {
  readonly id: string
  /** Null for a direct message. */
  readonly guildId: string | null
  name: string
  readonly type: number
  parentId: string | null
  position: number
  topic: string | null
  overwrites: Overwrite[]
  lastMessageId: string | null
  /** The user who started the thread. */
  readonly ownerId: string | null
  /** The user of this direct message channel with the bot. */
  readonly recipientId: string | null
  readonly thread: Thread | null
}

export type Member = {
  readonly userId: string
  nick: string | null
  roles: string[]
  readonly joinedAt: string
  online: boolean
  /** Has not passed the server's membership screening yet. */
  pending: boolean
  /** Discord's flags of a member, such as that of a guest, who may enter one voice channel alone. */
  flags: number
}

export type Guild = {
  readonly id: string
  name: string
  ownerId: string
  /** 1 if moderators need two-factor authentication. */
  mfaLevel: 0 | 1
  /** False once the bot was removed. */
  hasBot: boolean
  /** False while Discord has an outage of this guild. */
  isAvailable: boolean
  readonly roles: Map<string, Role>
  readonly channels: Map<string, Channel>
  readonly threads: Map<string, Channel>
  readonly members: Map<string, Member>
}

export type Attachment = { readonly id: string; readonly filename: string; readonly contentType: string; readonly content: Buffer }

export type Message = {
  readonly id: string
  readonly channelId: string
  readonly authorId: string
  readonly type: number
  content: string
  embeds: Embed[]
  components: MessageComponent[]
  attachments: Attachment[]
  /** Users and roles that were really pinged: those in the text that allowed_mentions lets through. */
  mentionEveryone: boolean
  mentionRoles: string[]
  mentions: string[]
  /** The nonce that the bot sent; undefined if it sent none. */
  allowedMentions: unknown
  flags: number
  pinned: boolean
  readonly nonce: string | null
  editedAt: string | null
  readonly repliesTo: string | null
  readonly reactions: Map<string, Set<string>>
  /** Only this user sees it. */
  readonly ephemeralFor: string | null
  /** The command or click that this message answers. */
  readonly interaction: { readonly id: string; readonly type: number; readonly userId: string; readonly name: string | null } | null
}
