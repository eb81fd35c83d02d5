/** Slots of each lane. Roles and nicknames wait for Discord's rate limit in theirs, so that slots for messages and threads stay free. */
export const MAX_AT_ONCE = 4

/** Decides how many errands of a lane may run, by what Discord answered to the last ones. */
export function createErrandLane(backoff: (troubles: number) => number, now: () => number = Date.now) {
  let running = 0
  /** Failures of Discord in a row. While there are any, one errand at a time finds out whether Discord is back. */
  let troubles = 0
  let quietUntil = 0
  /** Rises with each trouble and each pause. */
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
    /** Returns the wave in which the errand begins, so that a failure shows whether a later trouble is already known. */
    begin: (): number => {
      running += 1
      return wave
    },
    end: (): void => void (running -= 1),
    /** Errands that fail together are one trouble: a failure of one that began before the trouble was noticed says nothing new. */
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
    /** Forgets all failures, also those to come of errands that have already begun. */
    forget: (): void => {
      troubles = 0
      quietUntil = 0
      wave += 1
    },
  }
}
