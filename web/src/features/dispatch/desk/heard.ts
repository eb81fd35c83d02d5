/** The minimum interval between signs of life. */
export const SIGN_OF_LIFE_INTERVAL_MS = 5 * 60_000

/** Reports user input, throttled. Not sent while `isHeld`: a pinged user has to answer the ping instead. */
export function createSignOfLife(send: () => void, isHeld: () => boolean, now: () => number = Date.now) {
  let last = -Infinity
  return () => {
    if (isHeld() || now() - last < SIGN_OF_LIFE_INTERVAL_MS) return
    last = now()
    send()
  }
}
