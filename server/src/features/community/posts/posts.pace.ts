import { DiscordFailure } from '../errands/errands.port.ts'

export type DirectTiming = {
  /** Between two members to whom the bot has no channel yet. */
  readonly everyMs: number
  /** How long none is opened after Discord said that it was too fast; each further time doubles it. */
  readonly holdMs: number
  readonly maxHoldMs: number
}
const DIRECT_TIMING: DirectTiming = { everyMs: 5000, holdMs: 300_000, maxHoldMs: 3_600_000 }

/** As Discord says it to a bot that opens many. It takes such a bot for one that spams. */
const TOO_FAST = 40_003
/** Who had a turn and never took it. */
const FORGOTTEN_MS = 600_000
const WAITING = 'Waiting to open a direct message: Discord lets the bot open only a few at a time'

export type DirectPace = ReturnType<typeof createDirectPace>

/** Channels of direct messages are opened one after the other, each member in their turn. In memory: one node runs the bot. */
export function createDirectPace({ everyMs, holdMs, maxHoldMs }: DirectTiming = DIRECT_TIMING, now: () => number = Date.now) {
  const turns = new Map<string, number>()
  let nextAt = 0
  let heldUntil = 0
  let refusals = 0

  /** Milliseconds until it is their turn. */
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
    /** Opens one if it is their turn. Else it fails as something to be tried later. */
    open: async <T>(discordId: string, work: () => Promise<T>): Promise<T> => {
      if (waitOf(discordId) > 0) throw later(discordId)
      turns.delete(discordId)
      try {
        const opened = await work()
        refusals = 0
        return opened
      } catch (error) {
        if (!(error instanceof DiscordFailure) || error.code !== TOO_FAST) throw error
        // Several may have been under way: they are one refusal.
        if (heldUntil <= now()) hold()
        throw later(discordId)
      }
    },
  }
}
