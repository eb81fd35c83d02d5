import type { Patrol } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { clockTime, longDay } from '../../../../platform/format/local-times.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { durationInColumn } from '../../../../platform/format/durations.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import type { Column } from '../../../../ui/table-columns.ts'
import { patrolMarks } from '../patrol.labels.ts'
import { Row } from '../../../../ui/layout.tsx'

const inColumn = (seconds: number | null) => (seconds === null ? null : durationInColumn(seconds / 60))
const sinceStart = ({ startedAt }: Patrol, now: Date) => Math.max(0, (now.getTime() - Date.parse(startedAt)) / 1000)
const isOpen = ({ endedAt }: Patrol) => endedAt === null

/** In the order of the file's columns, narrow enough that all of them fit into 1024 pixels. */
export const historyColumns = (now: Date): Column<Patrol>[] => [
  {
    id: 'startedAt',
    header: 'Started',
    value: ({ startedAt }) => dateTime(startedAt),
    cell: ({ patrolId, startedAt }) => (
      <Link to="/user/patrol/$patrolId" params={{ patrolId: String(patrolId) }}>
        {dateTime(startedAt)}
      </Link>
    ),
    sortable: true,
    width: 166,
  },
  {
    id: 'endedAt',
    header: 'Ended',
    value: ({ startedAt, endedAt }) => (endedAt === null ? 'On patrol' : endWords(startedAt, endedAt)),
    cell: ({ startedAt, endedAt }) =>
      endedAt === null ? <StatusBadge tone="available">On patrol</StatusBadge> : endWords(startedAt, endedAt),
    width: 126,
  },
  {
    id: 'department',
    header: 'Department',
    value: ({ departmentName, identifier }) => [departmentName, identifier].filter(Boolean).join(', '),
    cell: ({ departmentName, identifier }) => (
      <>
        {departmentName} <span className="mono muted">{identifier}</span>
      </>
    ),
    width: 118,
  },
  { id: 'server', header: 'Server', value: ({ serverName }) => serverName, width: 122 },
  {
    id: 'seconds',
    header: 'Time',
    value: (patrol) => inColumn(isOpen(patrol) ? sinceStart(patrol, now) : patrol.seconds),
    sortable: true,
    align: 'right',
    mono: true,
    width: 76,
  },
  {
    id: 'countedSeconds',
    header: 'Counted',
    value: (patrol) => inColumn(isOpen(patrol) ? sinceStart(patrol, now) : patrol.countedSeconds),
    align: 'right',
    mono: true,
    width: 82,
  },
  { id: 'seenSeconds', header: 'Seen', value: ({ seenSeconds }) => inColumn(seenSeconds), align: 'right', mono: true, width: 76 },
  { id: 'calls', header: 'Calls', value: ({ calls }) => calls, align: 'right', mono: true, width: 56 },
  {
    id: 'marks',
    header: 'Notes',
    value: (patrol) =>
      patrolMarks(patrol)
        .map(({ words }) => words)
        .join(', '),
    cell: (patrol) => (
      <Row as="span" gap="2px 6px" align="stretch">
        {patrolMarks(patrol).map(({ key, tone, words }) => (
          <StatusBadge key={key} tone={tone} variant="soft">
            {words}
          </StatusBadge>
        ))}
      </Row>
    ),
  },
]

/** Only the time, unless it ended on another day. */
function endWords(startedAt: string, endedAt: string): string {
  if (longDay(startedAt) === longDay(endedAt)) return clockTime(endedAt)
  const next = new Date(startedAt)
  next.setDate(next.getDate() + 1)
  return longDay(next.getTime()) === longDay(endedAt) ? `${clockTime(endedAt)} next day` : dateTime(endedAt)
}
