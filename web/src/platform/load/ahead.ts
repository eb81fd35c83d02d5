type Load = () => Promise<unknown>

/** What pages fetch only when it is first shown, as far as their code is here. */
const parts = new Set<Load>()
export const rememberPart = (load: Load): void => void parts.add(load)

/** For whoever measures what a page needs by itself. */
export const FETCH_AHEAD = { begun: 'fetch-ahead-begun', done: 'fetch-ahead-done' } as const

type Wanted = {
  /** What is fetched before the parts: their code may hold further parts. */
  readonly first: readonly Load[]
  readonly signal: AbortSignal
  /** Settles when the page has nothing better to do. */
  readonly idle?: () => Promise<void>
  /** Something could not be fetched; settles when it is worth another attempt. */
  readonly onProblem: (error: unknown) => Promise<void>
}

/** Fetches everything that may be wanted later, one after another, so that it is there when the portal is not. */
export async function fetchAhead({ first, signal, idle = whenIdle, onProblem }: Wanted): Promise<void> {
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

function whenIdle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Not every browser tells.
  if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
  else setTimeout(resolve, 50)
  return promise
}
