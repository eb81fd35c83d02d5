import { setTimeout as sleep } from 'node:timers/promises'

/** Only a failure takes this long: longer than the five-second poll that finds unannounced jobs, even on a busy machine. */
export const PATIENCE_MS = 30_000
const LONGEST_PAUSE_MS = 20

/** Resolves once the condition holds; otherwise fails with the given name. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, withinMs = PATIENCE_MS): Promise<void> {
  await untilGiven(what, async () => (await holds()) || undefined, withinMs)
}

/** Resolves with the first value that is not undefined. */
export async function untilGiven<T>(what: string, give: () => Promise<T | undefined>, withinMs = PATIENCE_MS): Promise<T> {
  const deadline = performance.now() + withinMs
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const given = await give()
    if (given !== undefined) return given
    if (performance.now() >= deadline) throw new Error(`${what}: not within ${withinMs} ms`)
    await sleep(pause)
  }
}
