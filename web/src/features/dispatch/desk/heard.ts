/** Less often than this nobody needs to know that someone is there. */
export const HEARD_EVERY_MS = 5 * 60_000

/** Passes on that there was input, but seldom. Silent while `isHeld`: whoever is asked to answer does so by answering. */
export function createSignOfLife(send: () => void, isHeld: () => boolean, now: () => number = Date.now) {
  let last = -Infinity
  return () => {
    if (isHeld() || now() - last < HEARD_EVERY_MS) return
    last = now()
    send()
  }
}
