type Load = () => Promise<unknown>

/** The lazily loaded parts of the pages whose code is already here. */
const parts = new Set<Load>()
export const rememberPart = (load: Load): void => void parts.add(load)

/** Performance marks, for measuring what a page needs by itself. */
export const FETCH_AHEAD = { begun: 'fetch-ahead-begun', done: 'fetch-ahead-done' } as const

type Wanted = {
  /** Fetched before the parts: this code may register further parts. */
  readonly first: readonly Load[]
  readonly signal: AbortSignal
  /** Resolves when the page is idle. */
  readonly idle?: () => Promise<void>
  /** Something could not be fetched; resolves when another attempt is worthwhile. */
  readonly onProblem: (error: unknown) => Promise<void>
}

/** Fetches everything that may be needed later, one after another, so that it is available while the portal is down. */
export async function fetchAhead({ first, signal, idle = () => whenIdle(), onProblem }: Wanted): Promise<void> {
  performance.mark(FETCH_AHEAD.begun)
  const done = new Set<Load>()
  const next = () => [...first, ...parts].find((load) => !done.has(load))
  for (let load = next(); load; load = next()) {
    await idle()
    if (signal.aborted) return
    try {
      await load()
      done.add(load)
    } catch (error) {
      await onProblem(error)
    }
  }
  performance.mark(FETCH_AHEAD.done)
}

/** Resolves when the page is idle, or after `timeout` milliseconds. */
export function whenIdle(timeout?: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Not every browser supports it.
  if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), timeout === undefined ? undefined : { timeout })
  else setTimeout(resolve, 50)
  return promise
}
