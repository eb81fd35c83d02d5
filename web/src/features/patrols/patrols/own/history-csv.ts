import type { Patrol } from '@tenfour/contract'
import { csvTime, toCsv, type CsvCell } from '../../../../platform/download/csv.ts'
import { patrolMarks } from '../patrol.labels.ts'

const hours = (seconds: number | null): number | null => (seconds === null ? null : Math.round((seconds / 3600) * 100) / 100)

/** The history's columns, in its order. */
const COLUMNS: readonly (readonly [header: string, cell: (patrol: Patrol) => CsvCell])[] = [
  ['Started', ({ startedAt }) => csvTime(startedAt)],
  ['Ended', ({ endedAt }) => csvTime(endedAt)],
  ['Department', ({ departmentName }) => departmentName],
  ['Server', ({ serverName }) => serverName],
  ['Call sign', ({ identifier }) => identifier],
  ['Hours', ({ seconds }) => hours(seconds)],
  ['Counted hours', ({ countedSeconds }) => hours(countedSeconds)],
  ['Seen hours', ({ seenSeconds }) => hours(seenSeconds)],
  ['Calls', ({ calls }) => calls],
  [
    'Notes',
    (patrol) =>
      patrolMarks(patrol)
        .map(({ words }) => words)
        .join(', '),
  ],
]

export const historyCsv = (patrols: readonly Patrol[]): string =>
  toCsv(
    COLUMNS.map(([header]) => header),
    patrols.map((patrol) => COLUMNS.map(([, cell]) => cell(patrol))),
  )
