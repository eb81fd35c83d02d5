import type { MemberPatrols } from '@tenfour/contract'
import { IconFlag } from '@tabler/icons-react'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { duration, durationInColumn } from '../../../platform/format/durations.ts'
import type { Column } from '../../../ui/table-columns.ts'
import { PersonCell } from '../../people/pictures/pictures.port.ts'
import { classNames, Row } from '../../../ui/layout.tsx'
import { Meter } from '../../../ui/Meter.tsx'
import classes from './Viewer.module.css'

const NAME = classNames('bare-button truncated', classes.name)
const none = <span className="faint">–</span>
/** A share below this percentage is shown as a warning. */
const SEEN_LOW = 80

type Options = {
  readonly now: Date
  readonly hasDepartment: boolean
  readonly hasWeeks: boolean
  readonly onOpen: (userId: number) => void
}

export const memberPatrolsColumns = ({ now, hasDepartment, hasWeeks, onOpen }: Options): Column<MemberPatrols>[] => [
  {
    id: 'name',
    header: 'Member',
    value: ({ name }) => name,
    sortable: true,
    cell: (row) => (
      <PersonCell user={row}>
        <button type="button" className={NAME} onClick={() => onOpen(row.userId)}>
          {row.name}
        </button>
      </PersonCell>
    ),
  },
  {
    id: 'rank',
    header: 'Rank',
    value: ({ rankName, departmentName }) => [hasDepartment ? '' : departmentName, rankName].filter(Boolean).join(' '),
    sortable: true,
    width: 172,
  },
  {
    id: 'hours',
    header: 'Hours',
    value: ({ countedSeconds }) => duration(countedSeconds / 60),
    cell: ({ countedSeconds }) => durationInColumn(countedSeconds / 60),
    sortable: true,
    align: 'right',
    mono: true,
    width: 88,
  },
  {
    id: 'quota',
    header: hasWeeks ? 'Weeks missed' : 'of quota',
    value: quotaTitle,
    cell: (row) => <QuotaBar row={row} />,
    sortable: true,
    width: hasWeeks ? 152 : 106,
  },
  {
    id: 'seen',
    header: 'Seen',
    value: ({ seenPercent, isFlagged }) =>
      [seenPercent === null ? '' : `${seenPercent} % of the time in the game`, isFlagged ? 'an absence waits for a decision' : '']
        .filter(Boolean)
        .join('; '),
    cell: ({ seenPercent, isFlagged }) => (
      <span className={classNames((isFlagged || (seenPercent !== null && seenPercent < SEEN_LOW)) && 'amber')}>
        {isFlagged && <IconFlag className={classes.flag} size={13} stroke={2} aria-label="Flagged" />}
        {seenPercent === null ? none : `${seenPercent} %`}
      </span>
    ),
    sortable: true,
    align: 'right',
    mono: true,
    width: 76,
  },
  { id: 'calls', header: 'Calls', value: ({ calls }) => calls, sortable: true, align: 'right', mono: true, width: 80 },
  {
    id: 'lastPatrolAt',
    header: 'Last patrol',
    value: ({ lastPatrolAt, isOnLeave }) => [isOnLeave ? 'On leave' : '', dateTime(lastPatrolAt)].filter(Boolean).join('; last patrol '),
    cell: ({ lastPatrolAt, isOnLeave }) =>
      isOnLeave ? (
        <span className="muted">on leave</span>
      ) : (
        (lastPatrolAt && relativeTime(lastPatrolAt, now)) || <span className="faint">never</span>
      ),
    sortable: true,
    width: 112,
  },
]

/** Only the time in its department counts towards a quota. */
export function quotaTitle({ quota }: Pick<MemberPatrols, 'quota'>): string {
  if (!quota) return ''
  const leave =
    quota.leaveDays > 0
      ? `, lowered from ${duration(quota.minutes)} by ${quota.leaveDays} ${quota.leaveDays === 1 ? 'day' : 'days'} of leave`
      : ''
  const rest = quota.dueMinutes * 60 - quota.countedSeconds
  return `${rest > 0 ? `${duration(Math.ceil(rest / 60))} short of` : 'Reached'} ${duration(quota.dueMinutes)}${leave}${quota.weeks ? `; weeks missed: ${weeksWords(quota.weeks)}` : ''}`
}

/** '2 of 3'. */
const weeksWords = ({ missed, over }: { missed: number; over: number }): string => `${missed} of ${over}`

function QuotaBar({ row: { quota } }: { row: MemberPatrols }) {
  if (!quota) return none
  if (quota.dueMinutes === 0) return <span className="faint">{quota.leaveDays > 0 ? 'excused' : '0 h'}</span>
  const share = Math.min(1, quota.countedSeconds / 60 / quota.dueMinutes)
  return (
    <Row as="span" nowrap className="muted">
      <Meter share={share} width={quota.weeks ? 32 : 44} color={share < 1 ? 'var(--p2)' : 'var(--available)'} />
      {quota.weeks ? (
        <span className={classNames('mono', quota.weeks.missed > 0 && 'amber')}>{weeksWords(quota.weeks)}</span>
      ) : (
        <span className="mono">{quota.dueMinutes % 60 === 0 ? `${quota.dueMinutes / 60} h` : durationInColumn(quota.dueMinutes)}</span>
      )}
    </Row>
  )
}
