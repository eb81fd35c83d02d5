import { DiscordFailure } from '../errands/errands.port.ts'

export type DirectTiming = {
  /** The time between two members with whom the bot has no channel yet. */
  readonly everyMs: number
  /** How long no channel is opened after Discord refused one as too fast. Each further refusal doubles it. */
  readonly holdMs: number
  readonly maxHoldMs: number
}
const DIRECT_TIMING: DirectTiming = { everyMs: 5000, holdMs: 300_000, maxHoldMs: 3_600_000 }

/** Discord's code for a bot that opens many channels, which it takes for spam. */
const TOO_FAST = 40_003
/** When a turn that a member never took is forgotten. */
const FORGOTTEN_MS = 600_000
const WAITING = 'Waiting to open a direct message: Discord lets the bot open only a few at a time'

export type DirectPace = ReturnType<typeof createDirectPace>

/** Opens the channels of direct messages one after the other, each member in their turn. Kept in memory, because one node runs the bot. */
export function createDirectPace({ everyMs, holdMs, maxHoldMs }: DirectTiming = DIRECT_TIMING, now: () => number = Date.now) {
  const turns = new Map<string, number>()
  let nextAt = 0
  let heldUntil = 0
  let refusals = 0

  /** Milliseconds until it is this member's turn. */
  const waitOf = (discordId: string): number => {
    for (const [id, at] of turns) if (at < now() - FORGOTTEN_MS) turns.delete(id)
    const at = turns.get(discordId) ?? Math.max(nextAt, now())
    if (!turns.has(discordId)) nextAt = at + everyMs
    turns.set(discordId, at)
    return Math.max(0, at - now())
  }
  const hold = (): void => {
    refusals += 1
    heldUntil = now() + Math.min(holdMs * 2 ** (refusals - 1), maxHoldMs)
    nextAt = heldUntil
    turns.clear()
  }
  const later = (discordId: string): DiscordFailure => new DiscordFailure('later', WAITING, { retryAfterMs: waitOf(discordId) })

  return {
    /** Opens a channel if it is this member's turn. Otherwise it fails, to be tried later. */
    open: async <T>(discordId: string, work: () => Promise<T>): Promise<T> => {
      if (waitOf(discordId) > 0) throw later(discordId)
      turns.delete(discordId)
      try {
        const opened = await work()
        refusals = 0
        return opened
      } catch (error) {
        if (!(error instanceof DiscordFailure) || error.code !== TOO_FAST) throw error
        // Several channels may have been under way: together they are one refusal.
        if (heldUntil <= now()) hold()
        throw later(discordId)
      }
    },
  }
}
