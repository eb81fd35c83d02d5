import { hasInvalidSteamHex, isWhitelistedFor, type UserRow } from '@tenfour/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { latestLastUsed } from '../../../platform/format/members.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { PersonCell } from '../pictures/pictures.port.ts'
import { RoleChip } from '../../../ui/RoleChip.tsx'
import { Row } from '../../../ui/layout.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { stateText, whitelistText } from './user-differences.ts'
import { UserState } from './UserState.tsx'
import classes from './UsersPage.module.css'

const byPrimary = (row: UserRow) => row.departments.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))

const departmentsText = (row: UserRow): string =>
  byPrimary(row)
    .map(({ name, rankName, isPrimary }) => [name, rankName, isPrimary && '(primary)'].filter(Boolean).join(' '))
    .join(', ')

export const USER_COLUMNS: readonly Column<UserRow>[] = [
  {
    id: 'name',
    header: 'Name',
    value: (user) => (user.isDisabled || user.isDeleted ? `${user.name}, ${stateText(user)}` : user.name),
    sortable: true,
    // Wide enough for most names: where there is no room, addresses and departments are cut first.
    width: 196,
    cell: (user) => (
      <PersonCell user={user}>
        {/* The row is the tab stop; the link allows opening in a new tab. */}
        <Link to="/admin/users/$userId" params={{ userId: user.userId }} tabIndex={-1}>
          {user.name}
        </Link>
        {/* Nearly every account is active, so that a column of its own would cost addresses and departments their room. */}
        {(user.isDisabled || user.isDeleted) && <UserState user={user} variant="soft" />}
      </PersonCell>
    ),
  },
  { id: 'emailAddress', header: 'Email address', value: ({ emailAddress }) => emailAddress, sortable: true },
  { id: 'steamId', header: 'Steam hex', value: ({ steamId }) => steamId, cell: (row) => <SteamHexCell row={row} />, width: 156 },
  { id: 'departments', header: 'Departments', value: departmentsText, cell: (row) => <DepartmentsCell row={row} />, width: 182 },
  {
    id: 'roles',
    header: 'Roles',
    value: ({ roles }) => roles.map(({ name }) => name).join(', '),
    width: 84,
    cell: ({ roles }) =>
      roles.length === 0 ? (
        <span className="faint">–</span>
      ) : (
        <span className={classes.chips}>
          {roles.map(({ roleId, name, roleGroup }) => (
            <RoleChip key={roleId} role={roleGroup.name} name={name} />
          ))}
        </span>
      ),
  },
  {
    id: 'whitelist',
    header: 'Whitelist',
    value: (row) => (isWhitelistedFor(row, 'prod') || isWhitelistedFor(row, 'dev') ? whitelistText(row) : ''),
    width: 108,
    cell: (row) =>
      isWhitelistedFor(row, 'prod') || isWhitelistedFor(row, 'dev') ? (
        <Row as="span" gap={6} nowrap title={whitelistText(row)}>
          {isWhitelistedFor(row, 'prod') && <span className={classes.environment}>Game</span>}
          {isWhitelistedFor(row, 'dev') && <span className={classes.environment}>Dev</span>}
        </Row>
      ) : (
        <span className="faint">–</span>
      ),
  },
  {
    id: 'lastSeenAt',
    header: 'Last seen',
    value: ({ lastSeenAt }) => dateTime(lastSeenAt),
    cell: ({ lastSeenAt }) => relativeTime(lastSeenAt) || <span className="faint">never</span>,
    sortable: true,
    width: 106,
  },
  {
    id: 'lastUsed',
    header: 'Character used',
    value: ({ userCharacters }) => dateTime(latestLastUsed(userCharacters)),
    cell: ({ userCharacters }) => relativeTime(latestLastUsed(userCharacters)) || <span className="faint">–</span>,
    width: 120,
  },
]

function SteamHexCell({ row }: { row: UserRow }) {
  const { steamId } = row
  if (!hasInvalidSteamHex(row)) return steamId ? <span className="mono">{steamId}</span> : <span className="faint">–</span>
  return (
    <span className={classes.invalid}>
      <IconAlertTriangle size={14} stroke={1.9} aria-hidden />
      <span className={steamId ? 'mono' : undefined}>{steamId || 'missing'}</span>
      <span className="visually-hidden"> invalid</span>
    </span>
  )
}

function DepartmentsCell({ row }: { row: UserRow }) {
  if (row.departments.length === 0) return <span className="faint">–</span>
  return byPrimary(row).map(({ departmentId, name, rankName, isPrimary }, index) => (
    <span key={departmentId}>
      {index > 0 && ', '}
      <span className={isPrimary ? classes.primary : undefined}>{name}</span>
      {rankName && <span className="muted"> {rankName}</span>}
      {isPrimary && <span className="visually-hidden"> (primary)</span>}
    </span>
  ))
}
