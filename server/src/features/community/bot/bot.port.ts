import type { DiscordChannelType } from '@tenfour/contract'
import type { Feature } from '../../../platform/feature.ts'
import type { ErrandKind, WrittenMessage } from '../errands/errands.port.ts'

/** Who used a command, button or form in Discord, and where. It does not say who they are in the portal. */
export type DiscordCall = {
  readonly discordId: string
  readonly username: string
  readonly displayName: string
  /** Null in a direct message. */
  readonly guildId: string | null
  readonly channelId: string
  /** The type of the channel; for a thread, the type of its channel. */
  readonly channelType: DiscordChannelType | null
  /** The message a button is on. */
  readonly messageId: string | null
}

type AnswerButton = { readonly id: string; readonly label: string; readonly style?: 'primary' | 'secondary' | 'danger' }
type AnswerField = {
  readonly id: string
  readonly label: string
  readonly max: number
  readonly isLong?: boolean
  readonly isOptional?: boolean
  readonly value?: string
}

/** The answer that the caller sees. Others see it only if it is public. It never pings anyone. */
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
  /** Discord shows the command to members with Manage Nicknames, unless the server's settings say otherwise. The portal checks rights when it is run. */
  readonly isForStaff?: true
  readonly run: (call: DiscordCall, values: CommandValues) => Promise<Answer>
}
/** Handles the buttons whose id is this prefix, a colon and the rest. */
type BotButton = { readonly prefix: string; readonly press: (call: DiscordCall, rest: string) => Promise<Answer> }
/** Handles the forms whose id is this prefix, a colon and the rest. */
type BotForm = {
  readonly prefix: string
  readonly submit: (call: DiscordCall, rest: string, values: CommandValues) => Promise<Answer>
}

/** Reads what is written in the channels or threads that it follows. */
export type MessageReader = {
  /** Asked for every message in the server, so it answers from memory. */
  readonly follows: (channelId: string) => boolean
  /** A message was written or edited. */
  readonly seen: (channelId: string, message: WrittenMessage) => Promise<void>
  readonly deleted: (channelId: string, messageIds: readonly string[]) => Promise<void>
  /** A message was not passed on, or handling it failed: the channel has to be read again. */
  readonly missed: (channelId: string) => Promise<void>
}

/** The parts that a feature adds to the bot, as plain data: no feature sees discord.js. */
export type BotPart = {
  readonly commands?: readonly BotCommand[]
  readonly buttons?: readonly BotButton[]
  readonly forms?: readonly BotForm[]
  /** A member joined, changed or left. The tables already say so. */
  readonly memberChanged?: (guildId: string, discordId: string, change: 'joined' | 'changed' | 'left') => Promise<void>
  /** The bot may do more or less in a server than before. */
  readonly rightsChanged?: (guildId: string) => Promise<void>
  /** The mirror of a server is complete, after connecting or joining it. With the threads that the bot sees and that are not archived. */
  readonly guildRead?: (guildId: string, activeThreads: readonly string[]) => Promise<void>
  /** Someone, or the bot itself, locked and archived a thread. */
  readonly threadLocked?: (threadId: string) => Promise<void>
  readonly threadDeleted?: (threadId: string) => Promise<void>
  /** Someone, or the bot itself, deleted messages in any channel that the bot sees. */
  readonly messagesDeleted?: (messageIds: readonly string[]) => Promise<void>
  readonly messages?: MessageReader
  /** Whether the feature needs the content of messages, for which Discord requires an intent of its own. */
  readonly needsContent?: () => Promise<boolean>
}

/** A feature of this area, with what it adds to the bot and the kinds of errands that it runs. */
export type CommunityFeature = Feature & { readonly botPart?: BotPart; readonly errandKinds?: readonly ErrandKind[] }
