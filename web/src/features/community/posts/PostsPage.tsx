import { useEffect } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { DiscordHeader, useDiscord } from '../discord/discord.port.ts'
import { LogEventsCard } from './LogEventsCard.tsx'
import { refreshTexts, patrolNoticesQuery } from './posts.queries.ts'
import { TextsCard } from './TextsCard.tsx'
import { Columns, Stack } from '../../../ui/layout.tsx'
import type { PatrolNotices } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { PatrolNoticeForm, usePatrolNotice } from './PatrolNoticeForm.tsx'
import { LEAVE_UNSENT } from './post.labels.ts'

/** The portal's messages in Discord: messages of staff, patrol notices, and events in the portal. */
export function PostsPage() {
  const { data: known } = useDiscord()
  const jobs = known?.jobs
  // A message that waited may be there now.
  useEffect(() => {
    if (jobs) refreshTexts().catch(reportError)
  }, [jobs])
  return (
    <Stack>
      <DiscordHeader title="Messages" known={known} />
      <Columns of="minmax(0, 3fr) minmax(0, 2fr)" align="start" stackBelow="60em">
        <TextsCard />
        <Stack>
          <PatrolNoticeCard />
          <LogEventsCard />
        </Stack>
      </Columns>
    </Stack>
  )
}

function PatrolNoticeCard() {
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
  useLeaveQuestion(form.getValues().text.trim() === '' ? 0 : 1, LEAVE_UNSENT)
  return <PatrolNoticeForm notices={notices} form={form} />
}
