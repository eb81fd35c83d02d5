import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useOtherZone, zoneTimeWords } from '../../../platform/calendar/calendar.ts'
import { duration } from '../../../platform/format/durations.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { heatMap } from './heat-map.ts'
import { PatrolHeatMap } from './PatrolHeatMap.tsx'
import { patrolSummaryQuery } from './patrols.queries.ts'

type YourPatrolsCardProps = { userId: number }

/** The member's own hours: this month as text and the last twelve weeks as a heat map. */
export function YourPatrolsCard({ userId }: YourPatrolsCardProps) {
  const summary = useQuery(patrolSummaryQuery(userId))
  const now = useNow()
  const zone = useOtherZone()
  const days = summary.data?.days
  return (
    <Card
      title="Your patrols"
      aside={
        summary.data &&
        days?.length !== 0 &&
        [`${duration(summary.data.month.countedSeconds / 60)} this month`, zone && zoneTimeWords(zone)].filter(Boolean).join(', ')
      }
      link={<Link to="/user/patrol">All patrols</Link>}
    >
      {days?.length === 0 ? (
        <CardNote>No patrols yet. Your hours are counted from the first time you go on duty.</CardNote>
      ) : days ? (
        <PatrolHeatMap days={heatMap(days, now)} />
      ) : summary.isError ? (
        <CardError what="Your patrols" onRetry={summary.refetch} />
      ) : (
        <CardLoading rows={5} />
      )}
    </Card>
  )
}
