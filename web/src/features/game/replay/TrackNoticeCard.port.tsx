import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { trackNoticeWords } from './track-notice.ts'
import { trackNoticeQuery } from './track-notice.query.ts'

/** Tells a member whether the portal keeps where their unit went. */
export function TrackNoticeCard() {
  const notice = useQuery(trackNoticeQuery)
  return (
    <Card title="Your tracks" link={notice.data?.mayReplayOwn && notice.data.days > 0 && <Link to="/user/patrol">Your patrols</Link>}>
      {notice.data ? (
        <CardNote>{trackNoticeWords(notice.data)}</CardNote>
      ) : notice.isError ? (
        <CardError what="Whether tracks are kept" onRetry={notice.refetch} />
      ) : (
        <CardLoading rows={2} />
      )}
    </Card>
  )
}
