/** Left by the script in index.html, which asks before any code of ours is here. */
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

/** An answer that waited longer for our code is asked for anew. */
const MAX_AGE_MS = 10_000

/** The answer to a call that was made before the code was here, for whoever asks first; undefined where there is none. */
export function takeEarlyAnswer(url: string, token: string | null, now = performance.now()): Promise<Response> | undefined {
  const early = window.earlyCalls
  const answer = early?.answers[url]
  if (!early || !answer) return undefined
  delete early.answers[url]
  return early.token === token && now - early.since <= MAX_AGE_MS ? answer : undefined
}
