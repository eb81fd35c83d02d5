import type { MemberPatrols } from '@tenfour/contract'
import { csvTime, toCsv, type CsvCell } from '../../../platform/download/csv.ts'
import type { MemberFilter } from './viewer-state.ts'

const hours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100

/** The columns of the table, in its order. */
const COLUMNS: readonly (readonly [header: string, cell: (row: MemberPatrols) => CsvCell])[] = [
  ['Member', ({ name }) => name],
  ['Department', ({ departmentName }) => departmentName],
  ['Rank', ({ rankName }) => rankName],
  ['Hours', ({ countedSeconds }) => hours(countedSeconds / 60)],
  ['Quota (h)', ({ quota }) => quota && hours(quota.dueMinutes)],
  ['Seen (%)', ({ seenPercent }) => seenPercent],
  ['Flagged', ({ isFlagged }) => (isFlagged ? 'yes' : '')],
  ['Calls', ({ calls }) => calls],
  ['Last patrol', ({ lastPatrolAt }) => csvTime(lastPatrolAt)],
  ['On leave', ({ isOnLeave }) => (isOnLeave ? 'yes' : '')],
]

export const viewerCsv = (rows: readonly MemberPatrols[]): string =>
  toCsv(
    COLUMNS.map(([header]) => header),
    rows.map((row) => COLUMNS.map(([, cell]) => cell(row))),
  )

export const viewerFileName = ({ from, to }: Pick<Partial<MemberFilter>, 'from' | 'to'>): string => `patrols-${from}-to-${to}.csv`
