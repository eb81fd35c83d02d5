/** Roles and nicknames wait for Discord's rate limit in the slots they have. Those of the other lane are kept for messages and threads. */
export const MAX_AT_ONCE = 4

/** How many errands of one kind may run: what Discord answers to some of them decides about the others. */
export function createErrandLane(backoff: (troubles: number) => number, now: () => number = Date.now) {
  let running = 0
  /** Times in a row that Discord failed: while there are any, one errand at a time finds out whether it is back. */
  let troubles = 0
  let quietUntil = 0
  /** Rises with each trouble. */
  let wave = 0
  const quietFor = (): number => Math.max(0, quietUntil - now())
  const pause = (forMs: number): void => {
    quietUntil = Math.max(quietUntil, now() + forMs)
    wave += 1
  }

  return {
    quietFor,
    isIdle: (): boolean => running === 0,
    free: (): number => (quietFor() > 0 ? 0 : Math.max(0, (troubles > 0 ? 1 : MAX_AT_ONCE) - running)),
    /** Returns what tells later whether a trouble was known when the errand began. */
    begin: (): number => {
      running += 1
      return wave
    },
    end: (): void => void (running -= 1),
    /** All that fail together are one trouble: those that had begun before it was noticed tell nothing new. */
    noteTrouble: (begunIn: number): void => {
      if (begunIn < wave) return
      pause(backoff(troubles))
      troubles += 1
    },
    noteAnswer: (): void => void (troubles = 0),
    /** Discord lets nothing through for a while. */
    pause: (forMs: number): void => {
      pause(forMs)
      troubles = Math.max(troubles, 1)
    },
    /** As if nothing had failed. What has begun before says nothing about now. */
    forget: (): void => {
      troubles = 0
      quietUntil = 0
      wave += 1
    },
  }
}
