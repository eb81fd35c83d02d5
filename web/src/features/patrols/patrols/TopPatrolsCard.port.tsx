import type { TopPatrol } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { durationInColumn } from '../../../platform/format/durations.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { topPatrolsQuery } from './patrols.queries.ts'
import classes from './TopPatrolsCard.module.css'

const SHOWN = 5

export function TopPatrolsCard({ userId, className }: { userId: number; className?: string }) {
  const top = useQuery(topPatrolsQuery)
  return (
    <Card title="Top patrols" aside="last 7 days" className={className}>
      {top.data ? (
        <TopPatrols top={top.data.slice(0, SHOWN)} userId={userId} />
      ) : top.isError ? (
        <CardError what="The top patrols" onRetry={top.refetch} />
      ) : (
        <CardLoading rows={4} />
      )}
    </Card>
  )
}

function TopPatrols({ top, userId }: { top: readonly TopPatrol[]; userId: number }) {
  const most = top[0]?.minutes
  if (!most) return <CardNote>Nobody has been on patrol in the last seven days.</CardNote>
  return (
    <ol className={classes.list}>
      {top.map(({ userId: id, name, minutes }, index) => (
        <li key={id} data-own={id === userId || undefined}>
          <span className={`mono ${classes.place}`}>{index + 1}</span>
          <span className={classes.name} title={name}>
            {name}
            {id === userId && <span className="muted"> (you)</span>}
          </span>
          <span className="mono">{durationInColumn(minutes)}</span>
          <span className={classes.bar} aria-hidden>
            <i style={{ width: `${(minutes / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ol>
  )
}
