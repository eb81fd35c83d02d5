import type { HistoryProblem } from '@tenfour/contract'

const shown = (value: number): string => value.toLocaleString('en')

export const entriesInWords = (entries: number): string => `${shown(entries)} ${entries === 1 ? 'entry' : 'entries'}`

export const problemsInWords = (problems: number, isAll: boolean): string =>
  `${isAll ? '' : 'At least '}${shown(problems)} ${problems === 1 ? 'problem' : 'problems'}`

/** Entry 0 is a warrant without one. */
export const entryInWords = ({ entry }: HistoryProblem): string => (entry === 0 ? 'None' : shown(entry))

/** Of the entries that are there; all of none. */
export const percentOf = (checked: number, entries: number): number =>
  entries === 0 ? 100 : Math.min(100, Math.floor((checked / entries) * 100))
