import type { HistoryCheck, HistoryProblem } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { entriesInWords, entryInWords, percentOf, problemsInWords, runCheck, type CheckProgress } from './CompareNoted.tsx'

const problem = (entry: number): HistoryProblem => ({ entry, warrant: null, what: 'It was changed' })
/** Answers with parts of ten entries. */
const serving = (entries: number, problemsOf: (after: number) => HistoryProblem[] = () => []) => {
  const asked: number[] = []
  const fetchPart = async (after: number): Promise<HistoryCheck> => {
    asked.push(after)
    const checkedTo = Math.min(after + 10, entries)
    return { checkedTo, entries, isDone: checkedTo - after < 10, problems: problemsOf(after), restores: [] }
  }
  return { asked, fetchPart }
}

describe('the check', () => {
  test('each part of the check goes on where the last ended, and the progress is told', async () => {
    const { asked, fetchPart } = serving(25)
    const told: CheckProgress[] = []
    expect(await runCheck(fetchPart, (progress) => told.push(progress))).toEqual({ entries: 25, problems: [], restores: [], isAll: true })
    expect(asked).toEqual([0, 10, 20])
    expect(told).toEqual([
      { checked: 10, entries: 25 },
      { checked: 20, entries: 25 },
    ])
  })

  test('collects the problems of all parts', async () => {
    const { fetchPart } = serving(25, (after) => [problem(after + 1)])
    const { problems, isAll } = await runCheck(fetchPart, () => undefined)
    expect(problems.map(({ entry }) => entry)).toEqual([1, 11, 21])
    expect(isAll).toBe(true)
  })

  test('stops at a hundred problems', async () => {
    const { asked, fetchPart } = serving(1000, (after) => Array.from({ length: 60 }, (_, i) => problem(after + i)))
    const { problems, isAll } = await runCheck(fetchPart, () => undefined)
    expect([problems.length, isAll, asked]).toEqual([100, false, [0, 10]])
  })

  test('fails with the part that failed', async () => {
    await expect(
      runCheck(
        () => Promise.reject(new Error('gone')),
        () => undefined,
      ),
    ).rejects.toThrow('gone')
  })
})

test('counts are in words', () => {
  expect([entriesInWords(12_345), entriesInWords(1)]).toEqual(['12,345 entries', '1 entry'])
  expect([problemsInWords(1, true), problemsInWords(100, false)]).toEqual(['1 problem', 'At least 100 problems'])
  expect([entryInWords(problem(1234)), entryInWords(problem(0))]).toEqual(['1,234', 'None'])
  expect([percentOf(0, 0), percentOf(20_000, 30_000), percentOf(9, 5)]).toEqual([100, 66, 100])
})
