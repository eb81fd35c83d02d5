import { useState } from 'react'
import { useBoard } from '../../board/board.port.ts'
import type { HistoryCall } from './history-export.ts'
import type { Call } from '@tenfour/contract'
import { dayOf } from '../../../../platform/format/local-times.ts'
import type { DayRange, HistorySearch } from './history.queries.ts'

type Page = { readonly items: readonly HistoryCall[]; readonly page: number }
const NOTHING: Page = { items: [], page: 0 }
const NONE: ReadonlySet<number> = new Set()

/** A text for what has happened since a history page was loaded. Comes from the board, without a request. */
export function useHistoryNews(page: Page | undefined, search: HistorySearch): string {
  const cleared = useBoard((state) => (page ? clearedSince(state, page) : 0))
  const newer = useBoard((state) => (page ? newerThan(state, page, search) : []))
  // A call that was created and cleared meanwhile has left the board, but still counts.
  const [known, setKnown] = useState({ of: page ?? NOTHING, ids: NONE })
  const ids = known.of === page ? known.ids : NONE
  const all = newer.every((callId) => ids.has(callId)) ? ids : new Set([...ids, ...newer])
  if (page && (known.of !== page || all !== ids)) setKnown({ of: page, ids: all })
  return newsWords(all.size, cleared)
}

type Shown = { readonly items: readonly HistoryCall[]; readonly page: number }
type Search = DayRange & { readonly text: string }
type Board = { readonly phase: string; readonly calls: ReadonlyMap<number, Call> }

/** How many of the calls a history page shows as open have been cleared since. */
export const clearedSince = ({ phase, calls }: Board, { items }: Shown): number =>
  phase === 'live' ? items.filter(({ status, callId }) => status !== 'cleared' && !calls.has(callId)).length : 0

/**
 * Calls on the board that would be listed above those a history page shows. None if they would be on another page or belong to other days,
 * or if only the server can tell whether they match the search.
 */
export function newerThan({ phase, calls }: Board, { items, page }: Shown, { from, to, text }: Search): readonly number[] {
  if (phase !== 'live' || page > 1 || text !== '') return []
  const newest = Math.max(0, ...items.map(({ callId }) => callId))
  const isOfThese = (day: string) => day >= from && day <= to
  return [...calls.values()].flatMap(({ callId, createdAt }) => (callId > newest && isOfThese(dayOf(new Date(createdAt))) ? callId : []))
}

/** '2 newer, 1 cleared'; empty if nothing happened. */
export const newsWords = (newer: number, cleared: number): string =>
  [newer > 0 && `${newer} newer`, cleared > 0 && `${cleared} cleared`].filter(Boolean).join(', ')
