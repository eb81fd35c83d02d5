import { Button } from '@mantine/core'
import { endSession, type Session } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { SessionList } from './SessionList.tsx'
import { refreshSessions, sessionsQuery } from './settings.queries.ts'

export function SessionsCard({ userId }: { userId: number }) {
  const sessions = useQuery(sessionsQuery(userId))
  const now = useNow()
  const [isEnding, setEnding] = useState(false)
  const others = (sessions.data ?? []).filter(({ isThis }) => !isThis)

  const end = async (ended: readonly Session[]) => {
    const [only] = ended
    const isSure = await confirm({
      title: ended.length === 1 ? 'End this session?' : `End ${ended.length} other sessions?`,
      body: 'Anyone using it is signed out at once and has to sign in again.',
      subject: ended.length === 1 ? `${only?.device}, ${only?.address}` : undefined,
      confirmLabel: ended.length === 1 ? 'End session' : 'End sessions',
      danger: true,
    })
    if (!isSure) return
    setEnding(true)
    const outcomes = await Promise.allSettled(ended.map(({ sessionId }) => call(endSession, { params: { userId, sessionId } })))
    setEnding(false)
    const failed = outcomes.find((each) => each.status === 'rejected')
    if (failed) reportError(failed.reason)
    else notify.success(ended.length === 1 ? 'The session has ended' : 'The other sessions have ended')
    await refreshSessions(userId)
  }

  return (
    <Card
      title="Active sessions"
      aside={sessions.data?.length}
      link={
        others.length > 1 && (
          <Button variant="subtle" color="danger" size="compact-sm" disabled={isEnding} onClick={() => void end(others)}>
            End all others
          </Button>
        )
      }
    >
      {sessions.data ? (
        <SessionList sessions={sessions.data} now={now} isBusy={isEnding} onEnd={(session) => void end([session])} />
      ) : sessions.isError ? (
        <CardError what="Your sessions" onRetry={sessions.refetch} />
      ) : (
        <CardLoading />
      )}
    </Card>
  )
}
