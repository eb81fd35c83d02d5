import type { DiscordChannelType } from '@tenfour/contract'
import type { Feature } from '../../../platform/feature.ts'
import type { ErrandKind, WrittenMessage } from '../errands/errands.port.ts'

/** Who did something in Discord, and where. Nothing in it says who they are in the portal. */
export type DiscordCall = {
  readonly discordId: string
  readonly username: string
  readonly displayName: string
  /** Null in a direct message. */
  readonly guildId: string | null
  readonly channelId: string
  /** What the channel is used for; for a thread, its parent. */
  readonly channelType: DiscordChannelType | null
  /** The message a button is on. */
  readonly messageId: string | null
}

export type AnswerButton = { readonly id: string; readonly label: string; readonly style?: 'primary' | 'secondary' | 'danger' }
export type AnswerField = {
  readonly id: string
  readonly label: string
  readonly max: number
  readonly isLong?: boolean
  readonly isOptional?: boolean
  readonly value?: string
}

/** What the caller sees. Only they do, unless it is public; nobody is ever pinged by it. */
export type Answer =
  | { readonly text: string; readonly isPublic?: boolean; readonly buttons?: readonly AnswerButton[] }
  | { readonly form: { readonly id: string; readonly title: string; readonly fields: readonly AnswerField[] } }

export type CommandOption = {
  readonly name: string
  readonly description: string
  readonly kind: 'text' | 'member' | 'number' | 'flag'
  readonly isOptional?: boolean
  readonly max?: number
  readonly choices?: readonly string[]
}
export type CommandValues = Readonly<Record<string, string | number | boolean | undefined>>

/** A slash command. Members are given as their Discord ids. */
export type BotCommand = {
  readonly name: string
  readonly description: string
  readonly options?: readonly CommandOption[]
  /** Discord shows it to those with Manage Nicknames, until the server's settings say otherwise. Whether it answers is decided when it is run. */
  readonly isForStaff?: true
  readonly run: (call: DiscordCall, values: CommandValues) => Promise<Answer>
}
/** Buttons and forms whose id is this prefix, a colon and the rest. */
export type BotButton = { readonly prefix: string; readonly press: (call: DiscordCall, rest: string) => Promise<Answer> }
export type BotForm = {
  readonly prefix: string
  readonly submit: (call: DiscordCall, rest: string, values: CommandValues) => Promise<Answer>
}

/** Who wants to know what is written in some channels or threads. */
export type MessageReader = {
  /** Asked about every message on the server, so it answers from memory. */
  readonly follows: (channelId: string) => boolean
  /** Written or changed. */
  readonly seen: (channelId: string, message: WrittenMessage) => Promise<void>
  readonly deleted: (channelId: string, messageIds: readonly string[]) => Promise<void>
  /** Something was not told, or telling it failed: the channel has to be read again. */
  readonly missed: (channelId: string) => Promise<void>
}

/** What a feature wants of the bot, as plain data: it never sees discord.js. */
export type BotPart = {
  readonly commands?: readonly BotCommand[]
  readonly buttons?: readonly BotButton[]
  readonly forms?: readonly BotForm[]
  /** After the mirror was written. `isNew`: they were not there before. */
  readonly memberChanged?: (guildId: string, discordId: string, change: 'joined' | 'changed' | 'left') => Promise<void>
  /** The bot may do more or less in a server than before. */
  readonly rightsChanged?: (guildId: string) => Promise<void>
  /** The mirror of a server is complete, after connecting or joining it. */
  readonly guildRead?: (guildId: string) => Promise<void>
  /** Locked and put away, by anyone, the bot included. */
  readonly threadLocked?: (threadId: string) => Promise<void>
  readonly threadDeleted?: (threadId: string) => Promise<void>
  /** By anyone, the bot included; in any channel that the bot sees. */
  readonly messagesDeleted?: (messageIds: readonly string[]) => Promise<void>
  readonly messages?: MessageReader
  /** Whether it has to know what people write, for which Discord wants an intent of its own. */
  readonly needsContent?: () => Promise<boolean>
}

/** A feature of the community, with what it adds to the bot and to what is done in Discord. */
export type CommunityFeature = Feature & { readonly botPart?: BotPart; readonly errandKinds?: readonly ErrandKind[] }
