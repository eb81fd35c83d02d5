/** Set by the script in index.html, which sends requests before any of our code has loaded. */
type EarlyCalls = {
  readonly token: string | null
  /** By `performance.now()`. */
  readonly since: number
  readonly answers: Record<string, Promise<Response> | undefined>
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls
  }
}

/** A response that has waited longer than this is requested again. */
const MAX_AGE_MS = 10_000

/** The response to a call made before the code had loaded, handed out once; undefined where there is none. */
export function takeEarlyAnswer(url: string, token: string | null, now = performance.now()): Promise<Response> | undefined {
  const early = window.earlyCalls
  const answer = early?.answers[url]
  if (!early || !answer) return undefined
  delete early.answers[url]
  return early.token === token && now - early.since <= MAX_AGE_MS ? answer : undefined
}
