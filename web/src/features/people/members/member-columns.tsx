import type { MemberRow } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { latestLastUsed } from '../../../platform/format/characters.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { duration, durationInColumn } from '../../../platform/format/durations.ts'
import { PersonCell } from '../pictures/pictures.port.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import classes from './Members.module.css'

const none = <span className="faint">–</span>

const postings = ({ departments }: MemberRow): string =>
  departments
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
    .map(({ name, rankName }) => (rankName ? `${name} ${rankName}` : name))
    .join(', ')

const whitelists = ({ isWhitelisted, isWhitelistedDev }: MemberRow): string =>
  [isWhitelisted && 'Game', isWhitelistedDev && 'Dev'].filter(Boolean).join(', ')

export const memberColumns = (now: Date): Column<MemberRow>[] => [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    sortable: true,
    width: 184,
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
    header: 'Departments and ranks',
    value: postings,
    sortable: true,
    cell: (row) => (row.departments.length === 0 ? <span className="faint">None</span> : postings(row)),
  },
  { id: 'whitelisted', header: 'Whitelist', value: whitelists, width: 102 },
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
    width: 104,
  },
  {
    id: 'minutes',
    header: 'Hours, 30 d',
    value: ({ minutes }) => duration(minutes),
    cell: ({ minutes }) => (minutes === 0 ? none : durationInColumn(minutes)),
    align: 'right',
    mono: true,
    width: 100,
  },
  {
    id: 'leave',
    header: 'Leave',
    value: ({ isOnLeave }) => (isOnLeave ? 'On leave' : ''),
    cell: ({ isOnLeave }) => (isOnLeave ? <StatusBadge tone="warning">On leave</StatusBadge> : none),
    width: 100,
  },
  {
    id: 'warningPoints',
    header: 'Points',
    value: ({ warningPoints }) => (warningPoints === null ? 'Above your level' : `${warningPoints} warning points in force`),
    cell: ({ warningPoints }) =>
      warningPoints ? (
        <span className={classes.points}>{warningPoints}</span>
      ) : warningPoints === 0 ? (
        <span className="faint">0</span>
      ) : (
        none
      ),
    align: 'right',
    mono: true,
    width: 72,
  },
]
