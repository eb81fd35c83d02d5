import { Text } from '@mantine/core'
import type { MemberRow } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { communityToday } from '../../../platform/calendar/calendar.ts'
import { latestLastUsed, entitledWords } from '../../../platform/format/members.ts'
import { dateOnly, dateTime, dayOnly, relativeTime } from '../../../platform/format/dates.ts'
import { duration, durationInColumn } from '../../../platform/format/durations.ts'
import { PersonCell } from '../pictures/pictures.port.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { csvTime, toCsv, type CsvCell } from '../../../platform/download/csv-export.ts'

const none = <span className="faint">–</span>

const postings = ({ departments }: MemberRow): string =>
  departments
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
    .map(({ name, rankName }) => (rankName ? `${name} ${rankName}` : name))
    .join(', ')

export const whitelists = ({ isWhitelisted, isWhitelistedDev, entitledBy, entitledByDev }: MemberRow): string =>
  [
    isWhitelisted ? 'Game' : entitledBy && `Game ${entitledWords(entitledBy)}`,
    isWhitelistedDev ? 'Dev' : entitledByDev && `Dev ${entitledWords(entitledByDev)}`,
  ]
    .filter(Boolean)
    .join(', ')

/** '3 Dec 2026'; without the year if it is this one. */
const dayWords = (day: string, now?: Date): string =>
  now && day.startsWith(communityToday(now).slice(0, 5)) ? dayOnly(new Date(`${day}T00:00`)) : dateOnly(day)

export const memberColumns = (now: Date): Column<MemberRow>[] => [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    sortable: true,
    width: 190,
    cell: (member) => (
      <PersonCell user={member}>
        <Link to="/staff/members/$userId" params={{ userId: String(member.userId) }}>
          {member.name}
        </Link>
      </PersonCell>
    ),
  },
  {
    id: 'rank',
    header: 'Department, rank',
    value: postings,
    sortable: true,
    cell: (row) => (row.departments.length === 0 ? <span className="faint">None</span> : postings(row)),
  },
  { id: 'whitelisted', header: 'Whitelist', value: whitelists, width: 110 },
  {
    id: 'lastUsed',
    header: 'Character used',
    value: ({ userCharacters }) => dateTime(latestLastUsed(userCharacters)),
    cell: ({ userCharacters }) => relativeTime(latestLastUsed(userCharacters), now) || none,
    width: 122,
  },
  {
    id: 'lastSeenAt',
    header: 'Last seen',
    value: ({ lastSeenAt }) => dateTime(lastSeenAt),
    cell: ({ lastSeenAt }) => relativeTime(lastSeenAt, now) || <span className="faint">never</span>,
    sortable: true,
    width: 112,
  },
  {
    id: 'lastPatrolAt',
    header: 'Last patrol',
    value: ({ lastPatrolAt }) => dateTime(lastPatrolAt),
    cell: ({ lastPatrolAt }) => relativeTime(lastPatrolAt, now) || <span className="faint">never</span>,
    sortable: true,
    width: 112,
  },
  {
    id: 'minutes',
    header: 'Hours (30 d)',
    value: ({ minutes }) => duration(minutes),
    cell: ({ minutes }) => (minutes === 0 ? none : durationInColumn(minutes)),
    sortable: true,
    align: 'right',
    mono: true,
    width: 122,
  },
  {
    id: 'leave',
    header: 'Leave',
    value: ({ leaveEndsOn }) => (leaveEndsOn ? `On leave until ${dayWords(leaveEndsOn)}` : ''),
    cell: ({ leaveEndsOn }) => (leaveEndsOn ? <StatusBadge tone="warning">until {dayWords(leaveEndsOn, now)}</StatusBadge> : none),
    sortable: true,
    width: 112,
  },
  {
    id: 'warningPoints',
    header: 'Points',
    value: ({ warningPoints }) => (warningPoints === null ? 'Above your level' : `${warningPoints} warning points in force`),
    cell: ({ warningPoints }) =>
      warningPoints ? (
        <Text span c="var(--on-scene)" inherit fw={600}>
          {warningPoints}
        </Text>
      ) : warningPoints === 0 ? (
        <span className="faint">0</span>
      ) : (
        none
      ),
    sortable: true,
    align: 'right',
    mono: true,
    width: 88,
  },
]

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
