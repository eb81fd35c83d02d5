import type { Call } from '@tenfour/contract'
import type { HistoryCall } from './history-csv.ts'
import { dayOf, type DayRange } from './history-range.ts'

type Shown = { readonly items: readonly HistoryCall[]; readonly page: number }
type Asked = DayRange & { readonly text: string }
type Board = { readonly phase: string; readonly calls: ReadonlyMap<number, Call> }

/** Of the calls a page of the history shows as open, how many are over by now. */
export const clearedSince = ({ phase, calls }: Board, { items }: Shown): number =>
  phase === 'live' ? items.filter(({ status, callId }) => status !== 'cleared' && !calls.has(callId)).length : 0

/**
 * Calls on the board that would stand above those a page of the history shows. None where they would stand on another page, belong to
 * other days, or where only the portal can tell whether they match what is looked for.
 */
export function newerThan({ phase, calls }: Board, { items, page }: Shown, { from, to, text }: Asked): readonly number[] {
  if (phase !== 'live' || page > 1 || text !== '') return []
  const newest = Math.max(0, ...items.map(({ callId }) => callId))
  const isOfThese = (day: string) => day >= from && day <= to
  return [...calls.values()].flatMap(({ callId, createdAt }) => (callId > newest && isOfThese(dayOf(new Date(createdAt))) ? callId : []))
}

/** '2 newer, 1 cleared'; empty where nothing happened. */
export const newsWords = (newer: number, cleared: number): string =>
  [newer > 0 && `${newer} newer`, cleared > 0 && `${cleared} cleared`].filter(Boolean).join(', ')
