import type { Patrol } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { duration } from '../../../platform/format/durations.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { heatMap, minutesThisMonth } from './heat-map.ts'
import { PatrolHeatMap } from './PatrolHeatMap.tsx'
import { userPatrolsQuery } from './patrols.queries.ts'

type YourPatrolsCardProps = { userId: number; className?: string }

/** The member's own hours: this month as text and the last twelve weeks as a heat map. */
export function YourPatrolsCard({ userId, className }: YourPatrolsCardProps) {
  const patrols = useQuery(userPatrolsQuery(userId))
  const now = useNow()
  const hasAny = patrols.data && patrols.data.length > 0
  return (
    <Card
      title="Your patrols"
      aside={hasAny && `${duration(minutesThisMonth(patrols.data, now))} this month`}
      link={<Link to="/user/patrol">All patrols</Link>}
      className={className}
    >
      {patrols.data ? (
        <Patrols patrols={patrols.data} now={now} />
      ) : patrols.isError ? (
        <CardError what="Your patrols" onRetry={patrols.refetch} />
      ) : (
        <CardLoading rows={5} />
      )}
    </Card>
  )
}

function Patrols({ patrols, now }: { patrols: readonly Patrol[]; now: Date }) {
  if (patrols.length === 0) return <CardNote>No patrols yet. Your hours are counted from the first time you go on duty.</CardNote>
  return <PatrolHeatMap days={heatMap(patrols, now)} />
}
