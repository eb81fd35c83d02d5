import type { DiscordChannelType } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'

/** Told in the transaction that says what a channel is used for, so that what belongs there appears and goes. */
export type ChannelTyped = (
  tx: Tx,
  change: {
    readonly channelId: string
    readonly guildId: string
    readonly kind: string
    readonly was: DiscordChannelType | null
    readonly type: DiscordChannelType | null
  },
) => Promise<void>
