import { MAX_HISTORY_PROBLEMS, type HistoryCheck, type HistoryProblem } from '@tenfour/contract'

export type CheckProgress = { readonly checked: number; readonly entries: number }
export type CheckResult = {
  readonly entries: number
  readonly problems: readonly HistoryProblem[]
  /** False if it stopped at the most problems that are listed. */
  readonly isAll: boolean
}

/** Checks the whole history part by part. */
export async function runCheck(
  fetchPart: (after: number) => Promise<HistoryCheck>,
  onProgress: (progress: CheckProgress) => void,
): Promise<CheckResult> {
  const problems: HistoryProblem[] = []
  for (let after = 0; ;) {
    const part = await fetchPart(after)
    problems.push(...part.problems.slice(0, MAX_HISTORY_PROBLEMS - problems.length))
    const isFull = problems.length === MAX_HISTORY_PROBLEMS
    // A part that gets no further would be asked for without end.
    if (part.isDone || isFull || part.checkedTo <= after) return { entries: part.entries, problems, isAll: !isFull }
    after = part.checkedTo
    onProgress({ checked: after, entries: part.entries })
  }
}

const shown = (value: number): string => value.toLocaleString('en')

export const entriesInWords = (entries: number): string => `${shown(entries)} ${entries === 1 ? 'entry' : 'entries'}`

export const problemsInWords = (problems: number, isAll: boolean): string =>
  `${isAll ? '' : 'At least '}${shown(problems)} ${problems === 1 ? 'problem' : 'problems'}`

/** Entry 0 is a warrant without one. */
export const entryInWords = ({ entry }: HistoryProblem): string => (entry === 0 ? 'None' : shown(entry))

/** The share of entries that are checked; without entries 100 %. */
export const percentOf = (checked: number, entries: number): number =>
  entries === 0 ? 100 : Math.min(100, Math.floor((checked / entries) * 100))
