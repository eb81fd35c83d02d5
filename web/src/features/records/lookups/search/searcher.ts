import { SEARCH_FROM, SEARCHES_A_SECOND } from '@tenfour/contract'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { createObservable } from '../../../../platform/store/observable.ts'
import { errorInfo } from '../../../../ui/error-info.ts'

/** Searches that begin closer together than this could be refused: one less than allowed a second, for clocks that differ. */
const INTERVAL_MS = Math.ceil(1000 / (SEARCHES_A_SECOND - 1))
const TYPING_MS = 150

/** Spaces out calls: how long the next one has to wait. One for all that share the portal's limit. */
export function createGate(intervalMs = INTERVAL_MS, now: () => number = Date.now) {
  let freeAt = 0
  return {
    waitMs: (): number => Math.max(0, freeAt - now()),
    take: (): void => void (freeAt = now() + intervalMs),
  }
}
export type Gate = ReturnType<typeof createGate>

export type SearchState<Kind, Row> = {
  readonly kind: Kind
  /** The searched text, without blanks around it. */
  readonly q: string
  /** The rows found for this text; while another text is searched, the rows before it. */
  readonly rows: readonly Row[]
  readonly phase: 'idle' | 'searching' | 'found' | 'failed'
  /** Why it failed. */
  readonly problem: string
  readonly tookMs: number
}

type Deps<Kind, Row> = {
  readonly search: (kind: Kind, q: string, signal: AbortSignal) => Promise<readonly Row[]>
  readonly gate: Gate
  readonly now?: () => number
}

/** Searches while the user types. Stale answers are dropped, and the limit is never reached by typing. */
export function createSearcher<Kind extends string, Row>(firstKind: Kind, { search, gate, now = Date.now }: Deps<Kind, Row>) {
  const nothing = (kind: Kind, q: string): SearchState<Kind, Row> => ({ kind, q, rows: [], phase: 'idle', problem: '', tookMs: 0 })
  const state = createObservable(nothing(firstKind, ''))
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: { readonly until: AbortController; readonly answer: Promise<readonly Row[]> } | undefined

  const stop = () => {
    clearTimeout(timer)
    running?.until.abort()
    running = undefined
  }
  const isSame = (kind: Kind, q: string) => state.get().kind === kind && state.get().q === q

  const start = (kind: Kind, q: string): Promise<readonly Row[]> => {
    const until = new AbortController()
    const startedAt = now()
    gate.take()
    const answer = search(kind, q, until.signal)
    running = { until, answer }
    answer.then(
      (rows) => {
        if (until.signal.aborted) return
        running = undefined
        state.set({ kind, q, rows, phase: 'found', problem: '', tookMs: now() - startedAt })
      },
      (error: unknown) => {
        if (until.signal.aborted) return
        running = undefined
        state.set({ ...nothing(kind, q), phase: 'failed', problem: problemOf(error) })
      },
    )
    return answer
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Searches soon, unless something else is wanted before. */
    want: (kind: Kind, typed: string): void => {
      const q = typed.trim()
      if (isSame(kind, q) && state.get().phase !== 'idle') return
      stop()
      if (q.length < SEARCH_FROM) return state.set(nothing(kind, q))
      const before = state.get()
      state.set({ kind, q, rows: before.kind === kind ? before.rows : [], phase: 'searching', problem: '', tookMs: 0 })
      timer = setTimeout(() => void start(kind, q).catch(() => undefined), Math.max(TYPING_MS, gate.waitMs()))
    },
    /** The rows of this text, searched at once where they are not known. Fails as the search does. */
    now: async (kind: Kind, typed: string): Promise<readonly Row[]> => {
      const q = typed.trim()
      const { phase, rows } = state.get()
      if (isSame(kind, q) && phase === 'found') return rows
      if (isSame(kind, q) && running) return running.answer
      stop()
      state.set({ ...nothing(kind, q), phase: 'searching' })
      const wait = gate.waitMs()
      if (wait > 0) await new Promise((resolve) => void setTimeout(resolve, wait))
      return start(kind, q)
    },
    clear: (): void => {
      stop()
      state.set(nothing(state.get().kind, ''))
    },
  }
}
export type Searcher<Kind extends string, Row> = ReturnType<typeof createSearcher<Kind, Row>>

export const TOO_MANY_SEARCHES = 'Too many searches at once. Wait a second and go on typing.'

function problemOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 429) return TOO_MANY_SEARCHES
  return errorInfo(error).message
}
