import { useQuery, queryOptions } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { getTrackNotice, type ResponseOf } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'

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

export function trackNoticeWords({ days, mayReplayOwn }: ResponseOf<typeof getTrackNotice>): string {
  if (days === 0) return 'This community keeps no tracks: where your unit goes is shown on the live map and not stored.'
  const time = days === 1 ? 'one day' : `${days} days`
  const kept = `While you are on duty in the game, where your unit goes is kept for ${time}, so that staff can play an evening back.`
  const civilian = 'Civilians are not tracked.'
  return mayReplayOwn ? `${kept} ${civilian} You can play back your own patrols: open one of them.` : `${kept} ${civilian}`
}

/** Apart from replay.queries.ts, which carries the tracks' decoder: account settings show it too. */
export const trackNoticeQuery = queryOptions({
  queryKey: ['replay', 'notice'],
  queryFn: ({ signal }) => call(getTrackNotice, { quiet: true, signal }),
  meta: { handled: true },
})
