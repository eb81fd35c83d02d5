import type { Patrol } from '@tenfour/contract'
import { dateTime } from '../../../platform/format/dates.ts'
import { durationInColumn } from '../../../platform/format/durations.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'

const minutesOf = ({ startedAt, endedAt }: Patrol, now: Date): number =>
  Math.floor(((endedAt === null ? now : new Date(endedAt)).getTime() - new Date(startedAt).getTime()) / 60_000)

export const patrolColumns = (now: Date): Column<Patrol>[] => [
  {
    id: 'startedAt',
    header: 'Started',
    value: ({ startedAt }) => new Date(startedAt),
    cell: ({ startedAt }) => dateTime(startedAt),
    sortable: true,
    width: 190,
  },
  {
    id: 'endedAt',
    header: 'Ended',
    value: ({ endedAt }) => (endedAt === null ? null : new Date(endedAt)),
    cell: ({ endedAt, endReason }) => {
      if (endedAt === null) return <StatusBadge tone="available">On duty</StatusBadge>
      return endReason === 'silence' ? `${dateTime(endedAt)}, after silence` : dateTime(endedAt)
    },
    sortable: true,
    width: 250,
  },
  { id: 'department', header: 'Department', value: ({ departmentName }) => departmentName, sortable: true },
  { id: 'server', header: 'Server', value: ({ serverName }) => serverName, sortable: true },
  {
    id: 'minutes',
    header: 'Time',
    value: (patrol) => minutesOf(patrol, now),
    cell: (patrol) => durationInColumn(minutesOf(patrol, now)),
    sortable: true,
    align: 'right',
    mono: true,
    width: 110,
  },
]
