import { useState } from 'react'
import { useBoard } from '../../board/board.port.ts'
import type { HistoryCall } from './history-csv.ts'
import { clearedSince, newerThan, newsWords } from './history-news.ts'
import type { HistorySearch } from '../calls.queries.ts'

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
