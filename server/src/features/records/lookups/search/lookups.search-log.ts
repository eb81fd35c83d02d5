import { MAX_SEARCH_ROWS, type LookupKind } from '@tenfour/contract'
import { prefixDistance } from './lookups.distance.ts'
import type { Looker, Purpose } from '../lookups.repo.ts'

/** A search whose results were seen but not opened. */
export type Search = {
  readonly unit: Looker
  readonly at: Date
  readonly query: string
  readonly found: readonly string[]
}
/** A row that was shown, with a key by which it is recognized when it is opened, such as `person:12`. */
export type Shown = { readonly key: string; readonly label: string }
/** Searches for a warrant begin with `legal-`. */
export type SearchKind = LookupKind | `legal-${LookupKind}` | 'patient' | 'field'

type Pending = {
  readonly unit: Looker
  readonly at: Date
  query: string
  last: string
  lastAt: number
  shown: readonly Shown[]
  /** Rows that were shown before a letter was changed or erased: otherwise many plates could be tried under one entry. */
  readonly seen: Set<string>
  isOpened: boolean
}

/** Typing again within this time continues the same search. */
const QUIET_MS = 30_000
const EVERY_MS = 1000
const MAX_SEEN = 2 * MAX_SEARCH_ROWS

type Options = {
  readonly write: (search: Search) => void
  readonly quietMs?: number
  readonly everyMs?: number
  readonly capacity?: number
}
export type Searches = ReturnType<typeof collectSearches>

/**
 * Collects what a member types into one log entry for each search, kept in memory until typing stops. Above its capacity, it writes the oldest
 * early.
 */
export function collectSearches({ write, quietMs = QUIET_MS, everyMs = EVERY_MS, capacity = 10_000 }: Options) {
  const pending = new Map<string, Pending>()
  const keyOf = (userId: number, kind: SearchKind) => `${userId}:${kind}`

  const finish = (key: string, search: Pending): void => {
    pending.delete(key)
    const { unit, at, query, isOpened } = search
    const last = search.shown.map(({ label }) => label)
    const found = [...new Set([...last, ...search.seen])]
    if (!isOpened || found.length > last.length) write({ unit, at, query, found })
  }
  const isSame = (search: Pending | undefined, query: string): search is Pending => {
    if (!search || Date.now() - search.lastAt > quietMs || search.seen.size >= MAX_SEEN) return false
    if (search.isOpened) return fold(search.last) === fold(query)
    // Compared with the longest text: erasing most of it and typing another name begins another search, correcting a letter does not.
    const [typed, before] = [fold(query), fold(search.query)]
    return prefixDistance(typed, before) < 2 || prefixDistance(before, typed) < 2
  }
  const finishQuiet = (): void => {
    const until = Date.now() - quietMs
    for (const [key, search] of pending) if (search.lastAt <= until) finish(key, search)
  }
  const timer = setInterval(finishQuiet, everyMs)
  timer.unref()

  return {
    /** Whether the query continues the member's last search of this kind. */
    continues: (userId: number, kind: SearchKind, query: string): boolean => isSame(pending.get(keyOf(userId, kind)), query),

    note: (unit: Looker, kind: SearchKind, query: string, rows: readonly Shown[]): void => {
      const key = keyOf(unit.userId, kind)
      const shown = rows.slice(0, MAX_SEARCH_ROWS)
      const search = pending.get(key)
      if (isSame(search, query) && isSamePurpose(search.unit.purpose, unit.purpose)) {
        if (query.length >= search.query.length) search.query = query
        if (!fold(query).startsWith(fold(search.last))) for (const { label } of search.shown) search.seen.add(label)
        Object.assign(search, { last: query, lastAt: Date.now(), shown })
        return
      }
      if (search) finish(key, search)
      const oldest = pending.size < capacity ? undefined : pending.entries().next().value
      if (oldest) finish(...oldest)
      pending.set(key, { unit, at: new Date(), query, last: query, lastAt: Date.now(), shown, seen: new Set(), isOpened: false })
    },

    /** The unit or legal staff who makes a running search. */
    lookerOf: (userId: number, kind: SearchKind): Looker | undefined => pending.get(keyOf(userId, kind))?.unit,

    /**
     * The search that led to the record that is opened now, if one did. Call `opened` once it is logged as a lookup, so that it is not logged as
     * a search.
     */
    leadingTo: (
      userId: number,
      kinds: readonly SearchKind[],
      isIt: (search: { readonly query: string; readonly shown: readonly Shown[] }) => boolean,
    ): { readonly query: string; readonly opened: () => void } | undefined => {
      const search = kinds.map((kind) => pending.get(keyOf(userId, kind))).find((each) => each && isIt(each))
      return search && { query: search.query, opened: () => void (search.isOpened = true) }
    },

    /** Writes all pending searches at once. */
    close: (): void => {
      clearInterval(timer)
      for (const [key, search] of pending) finish(key, search)
    },
  }
}

/** Whether two searches are for the same warrant: otherwise they are logged apart. */
export const isSamePurpose = (one?: Purpose, other?: Purpose): boolean =>
  one?.warrantId === other?.warrantId && one?.draftId === other?.draftId

const fold = (query: string): string => query.toLowerCase().replace(/\s+/g, ' ').trim()
