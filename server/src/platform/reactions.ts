import type { Announcement, DiscordChannelType, UserRecord } from '@tenfour/contract'
import type { AuditActor } from './audit/audit.ts'
import type { Tx } from './database/database.ts'
import type { Emit } from './database/transaction.ts'

/** Events of one feature that concern others. Reactions run in the transaction of the event. */
export type Reactions = {
  readonly accountChanged: (tx: Tx, actor: AuditActor, before: UserRecord, after: UserRecord) => Promise<void>
  /** `announcement` is null once it is deleted. */
  readonly announcementChanged: (tx: Tx, announcementId: number, announcement: Announcement | null) => Promise<void>
  /** A member's leave was granted, changed or ended. */
  readonly leaveChanged: (emit: Emit, userId: number) => Promise<void>
  /** Someone has chosen what a channel in Discord is used for. */
  readonly channelTyped: (tx: Tx, change: ChannelChange) => Promise<void>
  /** The entitlements of ranks and roles were changed. */
  readonly entitlementsChanged: (tx: Tx) => Promise<void>
  /** A member has linked a Discord account, or unlinked it. */
  readonly linkChanged: (tx: Tx) => Promise<void>
}

type ChannelChange = {
  readonly channelId: string
  readonly guildId: string
  readonly kind: string
  readonly was: DiscordChannelType | null
  readonly type: DiscordChannelType | null
}

/** Runs every feature's reaction to an event, one after the other. */
export type Happened = <Event extends keyof Reactions>(event: Event, ...details: Parameters<Reactions[Event]>) => Promise<void>

export const createHappened =
  (features: readonly { readonly reactions?: Partial<Reactions> }[]): Happened =>
  async (event, ...details) => {
    for (const { reactions } of features) {
      const react = reactions?.[event] as ((...given: typeof details) => Promise<void>) | undefined
      await react?.(...details)
    }
  }
