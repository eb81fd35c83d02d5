import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { PatrolNoticeForm } from './PatrolNoticeForm.tsx'
import { patrolNoticesQuery } from './posts.queries.ts'

export function PatrolNoticeCard() {
  const { data, isError, refetch } = useQuery(patrolNoticesQuery)
  return (
    <Card title="Patrol notice">
      {data && data.channels.length > 0 ? (
        <PatrolNoticeForm notices={data} />
      ) : data ? (
        <CardNote>
          No channel has the type CommunityAnnouncements or Text. <Link to="/discord/list">Give one that type</Link>
        </CardNote>
      ) : isError ? (
        <CardError what="Patrol notices" onRetry={refetch} />
      ) : (
        <CardLoading rows={4} />
      )}
    </Card>
  )
}
