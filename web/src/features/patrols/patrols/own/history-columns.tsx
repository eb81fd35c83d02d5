import type { Patrol } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { clockTime, longDay } from '../../../../platform/format/local-times.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { durationInColumn } from '../../../../platform/format/durations.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { OnPhone } from '../../../../ui/OnPhone.tsx'
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
    cell: (patrol) => (
      <>
        <Link to="/user/patrol/$patrolId" params={{ patrolId: String(patrol.patrolId) }}>
          {dateTime(patrol.startedAt)}
        </Link>
        <OnPhone>{phoneWords(patrol)}</OnPhone>
      </>
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
    isWideOnly: true,
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
    isWideOnly: true,
  },
  { id: 'server', header: 'Server', value: ({ serverName }) => serverName, width: 122, isWideOnly: true },
  {
    id: 'seconds',
    header: 'Time',
    value: (patrol) => inColumn(isOpen(patrol) ? sinceStart(patrol, now) : patrol.seconds),
    sortable: true,
    align: 'right',
    mono: true,
    width: 76,
    isWideOnly: true,
  },
  {
    id: 'countedSeconds',
    header: 'Counted',
    value: (patrol) => inColumn(isOpen(patrol) ? sinceStart(patrol, now) : patrol.countedSeconds),
    align: 'right',
    mono: true,
    width: 82,
  },
  {
    id: 'seenSeconds',
    header: 'Seen',
    value: ({ seenSeconds }) => inColumn(seenSeconds),
    align: 'right',
    mono: true,
    width: 76,
    isWideOnly: true,
  },
  { id: 'calls', header: 'Calls', value: ({ calls }) => calls, align: 'right', mono: true, width: 56, isWideOnly: true },
  {
    id: 'marks',
    header: 'Notes',
    isWideOnly: true,
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

/** 'LSPD 4L12, until 19:09, 3 calls, no response': the columns for which a phone has no room. */
const phoneWords = (patrol: Patrol): string =>
  [
    [patrol.departmentName, patrol.identifier].filter(Boolean).join(' '),
    patrol.endedAt === null ? 'on patrol' : `until ${endWords(patrol.startedAt, patrol.endedAt)}`,
    patrol.calls > 0 && `${patrol.calls} ${patrol.calls === 1 ? 'call' : 'calls'}`,
    ...patrolMarks(patrol).map(({ words }) => words),
  ]
    .filter(Boolean)
    .join(', ')

/** Only the time, unless it ended on another day. */
function endWords(startedAt: string, endedAt: string): string {
  if (longDay(startedAt) === longDay(endedAt)) return clockTime(endedAt)
  const next = new Date(startedAt)
  next.setDate(next.getDate() + 1)
  return longDay(next.getTime()) === longDay(endedAt) ? `${clockTime(endedAt)} next day` : dateTime(endedAt)
}
