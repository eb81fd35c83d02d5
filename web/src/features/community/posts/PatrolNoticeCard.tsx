import type { PatrolNotices } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { PatrolNoticeForm, usePatrolNotice } from './PatrolNoticeForm.tsx'
import { LEAVE_UNSENT } from './post.labels.ts'
import { patrolNoticesQuery } from './posts.queries.ts'

export function PatrolNoticeCard() {
  const { data, isError, refetch } = useQuery(patrolNoticesQuery)
  return (
    <Card title="Patrol notice">
      {data && data.channels.length > 0 ? (
        <KnownNotices notices={data} />
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

function KnownNotices({ notices }: { notices: PatrolNotices }) {
  const form = usePatrolNotice(notices)
  useLeaveQuestion(form.getValues().text.trim() !== '', LEAVE_UNSENT)
  return <PatrolNoticeForm notices={notices} form={form} />
}
