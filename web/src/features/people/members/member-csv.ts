import { communityToday } from '../../../platform/calendar/calendar.ts'
import type { MemberRow } from '@tenfour/contract'
import { csvTime, toCsv, type CsvCell } from '../../../platform/download/csv-export.ts'
import { latestLastUsed } from '../../../platform/format/members.ts'
import { postings, whitelists } from './member-columns.tsx'

/** The roster's columns, in its order. */
const COLUMNS: readonly (readonly [header: string, cell: (row: MemberRow) => CsvCell])[] = [
  ['Name', ({ name }) => name],
  ['Department, rank', postings],
  ['Whitelist', whitelists],
  ['Character used', ({ userCharacters }) => csvTime(latestLastUsed(userCharacters))],
  ['Last seen', ({ lastSeenAt }) => csvTime(lastSeenAt)],
  ['Last patrol', ({ lastPatrolAt }) => csvTime(lastPatrolAt)],
  ['Hours (30 d)', ({ minutes }) => Math.round((minutes / 60) * 100) / 100],
  ['On leave until', ({ leaveEndsOn }) => leaveEndsOn],
  ['Points', ({ warningPoints }) => warningPoints],
]

export const memberCsv = (rows: readonly MemberRow[]): string =>
  toCsv(
    COLUMNS.map(([header]) => header),
    rows.map((row) => COLUMNS.map(([, cell]) => cell(row))),
  )

export const memberFileName = (now: Date): string => `members-${communityToday(now)}.csv`
