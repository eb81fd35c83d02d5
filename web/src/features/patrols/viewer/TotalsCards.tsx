import { SegmentedControl } from '@mantine/core'
import type { PatrolOverview } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { patrolStatusTone, patrolStatusWord } from '../patrols/patrols.queries.port.ts'
import { classNames, Stack } from '../../../ui/layout.tsx'
import { Meter } from '../../../ui/Meter.tsx'
import classes from './Viewer.module.css'
import type { Scope } from './viewer-state.ts'
import { memberPatrolsQuery } from './viewer.queries.ts'
import { durationInColumn } from '../../../platform/format/durations.ts'

const LEADERS = 5

/** Who patrolled the most in the period. */
export function LeadersCard({ scope, onOpen }: { scope: Scope; onOpen: (userId: number) => void }) {
  const [by, setBy] = useState<'hours' | 'calls'>('hours')
  const leaders = useQuery(memberPatrolsQuery({ ...scope, sort: by, direction: 'desc', page: 1, pageSize: LEADERS }))
  const valueOf = (row: { countedSeconds: number; calls: number }) => (by === 'hours' ? row.countedSeconds : row.calls)
  const rows = leaders.data?.items.filter((row) => valueOf(row) > 0)
  return (
    <Card
      title="Leaders"
      link={
        <SegmentedControl
          size="xs"
          aria-label="Leaders by"
          value={by}
          data={[
            { value: 'hours', label: 'Hours' },
            { value: 'calls', label: 'Calls' },
          ]}
          onChange={(value) => setBy(value === 'calls' ? 'calls' : 'hours')}
        />
      }
    >
      {rows ? (
        rows.length === 0 ? (
          <CardNote>{by === 'hours' ? 'Nobody was on patrol in this period.' : 'No calls were worked in this period.'}</CardNote>
        ) : (
          <BarList
            label="Leaders"
            words={by === 'calls' ? (calls) => calls.toLocaleString('en') : undefined}
            rows={rows.map((row) => ({
              key: row.userId,
              title: row.name,
              value: valueOf(row),
              name: (
                <button type="button" className={classNames('bare-button truncated', classes.name)} onClick={() => onOpen(row.userId)}>
                  {row.name}
                </button>
              ),
            }))}
          />
        )
      ) : leaders.isError ? (
        <CardError what="The leaders" onRetry={leaders.refetch} />
      ) : (
        <CardLoading rows={5} />
      )}
    </Card>
  )
}

const MAX_RANKS = 12

/** Hours of the period by department, or by rank. */
export function TotalsCard({ overview }: { overview: PatrolOverview }) {
  const [by, setBy] = useState<'department' | 'rank'>('department')
  const rows = by === 'department' ? departmentRows(overview) : rankRows(overview)
  return (
    <Card
      title="Totals"
      link={
        <SegmentedControl
          size="xs"
          aria-label="Totals by"
          value={by}
          data={[
            { value: 'department', label: 'Department' },
            { value: 'rank', label: 'Rank' },
          ]}
          onChange={(value) => setBy(value === 'rank' ? 'rank' : 'department')}
        />
      }
    >
      {rows.length === 0 ? <CardNote>No members and no patrols.</CardNote> : <BarList label={`Hours by ${by}`} rows={rows} />}
    </Card>
  )
}

const members = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'member' : 'members'}`

const departmentRows = ({ departments }: PatrolOverview) =>
  departments
    .toSorted((a, b) => b.countedSeconds - a.countedSeconds)
    .map(({ departmentId, departmentName, countedSeconds, members: count }) => ({
      key: departmentId,
      name: departmentName,
      title: departmentName,
      value: countedSeconds,
      note: members(count),
    }))

function rankRows({ departments, ranks }: PatrolOverview) {
  const departmentOf = (id: number) => departments.find(({ departmentId }) => departmentId === id)?.departmentName ?? ''
  const isOne = new Set(ranks.map(({ departmentId }) => departmentId)).size < 2
  return ranks
    .toSorted((a, b) => b.countedSeconds - a.countedSeconds)
    .slice(0, MAX_RANKS)
    .map(({ rankId, rankName, departmentId, countedSeconds, members: count }) => {
      const name = [isOne ? '' : departmentOf(departmentId), rankName ?? 'No rank'].filter(Boolean).join(' ')
      return { key: `${departmentId}-${rankId}`, name, title: name, value: countedSeconds, note: members(count) }
    })
}

export function StatusCard({ byStatus }: Pick<PatrolOverview, 'byStatus'>) {
  const rows = byStatus.filter(({ seconds }) => seconds > 0).toSorted((a, b) => b.seconds - a.seconds)
  return (
    <Card title="Time by status">
      {rows.length === 0 ? (
        <CardNote>No patrols in this period.</CardNote>
      ) : (
        <BarList
          label="Time by status"
          rows={rows.map(({ status, seconds }) => ({
            key: status ?? 0,
            name: status === null ? 'Without a status' : patrolStatusWord(status),
            title: status === null ? 'Civilian patrols, and patrols from before statuses were recorded' : patrolStatusWord(status),
            value: seconds,
            color: `var(--${toneColor(patrolStatusTone(status))})`,
          }))}
        />
      )}
    </Card>
  )
}
/** Tones of statuses are colours of the same name, but for the one without a status. */
const toneColor = (tone: string): string => (tone === 'neutral' ? 'off' : tone)

type BarRow = {
  readonly key: string | number
  readonly name: ReactNode
  /** The full name, shown on hover. */
  readonly title: string
  readonly value: number
  readonly note?: string | undefined
  readonly color?: string | undefined
}

/** Names with their hours and a bar for each, against the largest. */
function BarList({ label, rows, words = inHours }: { label: string; rows: readonly BarRow[]; words?: (value: number) => string }) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <Stack as="ol" gap={9} className={classes.bars} aria-label={label}>
      {rows.map(({ key, name, title, value, note, color }) => (
        <li key={key}>
          <span className="truncated" title={title}>
            {name}
          </span>
          {note && <span className="muted small">{note}</span>}
          <span className="mono">{words(value)}</span>
          <Meter share={value / most} color={color} />
        </li>
      ))}
    </Stack>
  )
}

const inHours = (seconds: number): string => durationInColumn(seconds / 60)
