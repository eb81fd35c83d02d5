import { SegmentedControl } from '@mantine/core'
import { TopOrder, type TopPatrol, TopPeriod } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { durationInColumn } from '../../../platform/format/durations.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { topPatrolsQuery } from './patrols.queries.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Meter } from '../../../ui/Meter.tsx'
import classes from './TopPatrolsCard.module.css'
import { useState } from 'react'
import { z } from 'zod'
import { localStore } from '../../../platform/storage/storage.ts'

const SHOWN = 5
const PERIODS = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'all', label: 'All time' },
] as const satisfies readonly { value: TopPeriod; label: string }[]
const ORDERS = [
  { value: 'hours', label: 'Hours' },
  { value: 'calls', label: 'Calls' },
] as const satisfies readonly { value: TopOrder; label: string }[]
const NOBODY = {
  week: 'Nobody has been on patrol this week.',
  month: 'Nobody has been on patrol this month.',
  all: 'Nobody has been on patrol yet.',
}

export function TopPatrolsCard({ userId }: { userId: number }) {
  const [{ period, by }, choose] = useTopChoice()
  const top = useQuery(topPatrolsQuery(period, by))
  return (
    <Card title="Top patrols">
      <Row justify="space-between" align="stretch" style={{ marginBottom: 12 }}>
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data={[...PERIODS]}
          value={period}
          onChange={(value) => choose({ period: value })}
        />
        <SegmentedControl size="xs" aria-label="By" data={[...ORDERS]} value={by} onChange={(value) => choose({ by: value })} />
      </Row>
      {top.data ? (
        <TopPatrols top={top.data.slice(0, SHOWN)} by={by} none={NOBODY[period]} userId={userId} />
      ) : top.isError ? (
        <CardError what="The top patrols" onRetry={top.refetch} />
      ) : (
        <CardLoading rows={4} />
      )}
    </Card>
  )
}

type TopPatrolsProps = { top: readonly TopPatrol[]; by: TopOrder; none: string; userId: number }

function TopPatrols({ top, by, none, userId }: TopPatrolsProps) {
  const valueOf = ({ minutes, calls }: TopPatrol) => (by === 'hours' ? minutes : calls)
  const most = Math.max(...top.map(valueOf), 0)
  if (most === 0) return <CardNote>{top.length > 0 && by === 'calls' ? 'No calls were worked in this time.' : none}</CardNote>
  return (
    <Stack as="ol" gap={11} className={classes.list}>
      {top.map((each, index) => (
        <li key={each.userId} data-own={each.userId === userId || undefined}>
          <span className="figures faint">{index + 1}</span>
          <span className="truncated" title={each.name}>
            {each.name}
            {each.userId === userId && <span className="muted"> (you)</span>}
          </span>
          <span className="figures">
            {by === 'hours' ? durationInColumn(each.minutes) : `${each.calls} ${each.calls === 1 ? 'call' : 'calls'}`}
          </span>
          <Meter share={valueOf(each) / most} />
        </li>
      ))}
    </Stack>
  )
}

const KEY = 'top-patrols'
const TopChoice = z.object({ period: TopPeriod.exclude(['days7']).catch('week'), by: TopOrder.catch('hours') })
type TopChoice = z.infer<typeof TopChoice>

/** Remembered in this browser. */
function useTopChoice(store = localStore): readonly [TopChoice, (change: Partial<TopChoice>) => void] {
  const [choice, setChoice] = useState(() => readTopChoice(store.getItem(KEY)))
  const choose = (change: Partial<TopChoice>) => {
    const next = { ...choice, ...change }
    store.setItem(KEY, JSON.stringify(next))
    setChoice(next)
  }
  return [choice, choose]
}

export function readTopChoice(kept: string | null): TopChoice {
  try {
    return TopChoice.parse(JSON.parse(kept ?? '{}'))
  } catch {
    return TopChoice.parse({})
  }
}
