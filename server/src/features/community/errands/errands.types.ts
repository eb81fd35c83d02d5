import type { AccessRule } from '@tenfour/contract'
import type { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'

type MessageButton = { readonly id: string; readonly label: string; readonly style?: 'primary' | 'secondary' | 'danger' }
export type OutgoingMessage = {
  readonly text: string
  readonly title?: string
  readonly color?: number
  readonly buttons?: readonly MessageButton[]
  /** The only role that may be pinged; everything else in the text pings nobody. */
  readonly pingRoleId?: string
}

/** A message in a channel, as Discord has it. */
export type WrittenMessage = {
  readonly messageId: string
  readonly discordId: string
  readonly displayName: string
  /** Whether a person wrote it, not a bot or Discord itself. */
  readonly isByPerson: boolean
  readonly text: string
  readonly attachments: number
  readonly at: Date
  readonly editedAt: Date | null
}

/** Calls that the bot can make to Discord. Each call may be made twice: after a crash nobody knows whether the first one arrived. */
export type DiscordActions = {
  readonly giveRole: (guildId: string, discordId: string, roleId: string, reason: string) => Promise<void>
  readonly takeRole: (guildId: string, discordId: string, roleId: string, reason: string) => Promise<void>
  /** Null removes the nickname. */
  readonly setNickname: (guildId: string, discordId: string, nickname: string | null, reason: string) => Promise<void>
  /** `nonce` makes a message that was sent just before a crash come back instead of a second one. */
  readonly sendMessage: (channelId: string, message: OutgoingMessage, nonce: string) => Promise<{ messageId: string }>
  readonly editMessage: (channelId: string, messageId: string, message: OutgoingMessage) => Promise<void>
  readonly deleteMessage: (channelId: string, messageId: string) => Promise<void>
  readonly hasMessage: (channelId: string, messageId: string) => Promise<boolean>
  readonly sendDirect: (discordId: string, message: OutgoingMessage, nonce: string) => Promise<{ channelId: string; messageId: string }>
  /** Opens a private thread, or returns the bot's thread of the same name. */
  readonly openThread: (channelId: string, name: string) => Promise<{ threadId: string }>
  readonly addToThread: (threadId: string, discordId: string) => Promise<void>
  readonly closeThread: (threadId: string) => Promise<void>
  /** Whether the thread is locked and archived. */
  readonly isThreadClosed: (threadId: string) => Promise<boolean>
  /**
   * The next hundred messages after one, oldest first; '0' starts at the beginning. Authors have no nicknames in them. Empty if the bot lacks
   * Read Message History.
   */
  readonly readMessages: (channelId: string, after: string) => Promise<{ messages: readonly WrittenMessage[]; hasMore: boolean }>
  readonly leaveGuild: (guildId: string) => Promise<void>
}

export type Errand<P> = {
  readonly errandId: number
  readonly payload: P
  readonly guildId: string | null
  readonly discordId: string | null
  readonly roleId: string | null
  readonly attempts: number
}

/**
 * A kind of errand. `run` is called outside any transaction and may be called again for the same errand; `settle` writes the result in the
 * transaction that ends the errand. They are methods rather than functions, so that kinds of different payloads can be listed together.
 */
export type ErrandKind<P extends z.ZodType = z.ZodType, R = unknown> = {
  readonly kind: string
  readonly payload: P
  /** Who may retry or drop such an errand, beside the rule of the endpoint. */
  readonly access?: AccessRule
  /** A failed errand keeps its work: a later errand with the same payload does something else. */
  readonly keepsItsWork?: true
  /** Titles such as 'Give LSPD Sergeant to R. Delgado', for several errands at once, so that names are read once. */
  titles(db: Db, errands: readonly Errand<z.output<P>>[]): Promise<readonly string[]>
  /** Undefined if the errand is no longer wanted: then it is dropped. */
  run(discord: DiscordActions, errand: Errand<z.output<P>>): Promise<R | undefined>
  settle?(tx: Tx, errand: Errand<z.output<P>>, result: R): Promise<void>
  /** Writes that the errand can't be done (unknown member, no permission), in the transaction that ends it. */
  failed?(tx: Tx, errand: Errand<z.output<P>>, problem: string): Promise<void>
}
