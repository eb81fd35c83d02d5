import { Button } from '@mantine/core'
import { accessSubject, cadDepartment, isAllowed, withdrawCorrection, type Correction, type PatrolDetail } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { longDay } from '../../../../platform/format/local-times.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { BlockedButton } from '../../../../ui/BlockedButton.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { PageHeader } from '../../../../ui/Page.tsx'
import { PageError, PageLoading } from '../../../../ui/PageStates.tsx'
import { patrolTitle } from '../patrol.labels.ts'
import { patrolQuery, refreshPatrols } from '../patrols.queries.ts'
import { PatrolTimeline } from '../timeline/PatrolTimeline.port.tsx'
import { AskCorrectionDialog } from './AskCorrectionDialog.tsx'
import { correctionObstacle } from './correction-form.ts'
import { Stack } from '../../../../ui/layout.tsx'
import classes from './OwnPatrols.module.css'
import { useOwnPatrol } from './use-own-patrol.port.ts'

/** One patrol of the member's own, opened from the list. */
export function OwnPatrolPage() {
  const patrolId = Number(useParams({ from: '/shell/user/patrol/$patrolId' }).patrolId)
  const user = useSignedInUser()
  useOwnPatrol(user.userId)
  const patrol = useQuery(patrolQuery(patrolId))
  const now = useNow()
  if (patrol.isPending) return <PageLoading label="Loading the patrol" />
  if (!patrol.data) return <PageError error={patrol.error} onRetry={patrol.refetch} action={<AllPatrols />} />
  const { data } = patrol
  const isOwn = data.userId === user.userId
  return (
    <Stack gap="inherit" className={classes.one}>
      <PageHeader
        title={longDay(data.startedAt)}
        subtitle={patrolTitle(data)}
        actions={
          <>
            <AllPatrols />
            {data.canReplay && (
              <Button renderRoot={(props) => <Link to="/user/patrol/replay" search={{ patrol: patrolId }} {...props} />}>Replay</Button>
            )}
          </>
        }
      />
      <Card title="Timeline">
        {isOwn ? (
          <OwnTimeline patrol={data} now={now} linksReports={isAllowed(cadDepartment, accessSubject(user))} />
        ) : (
          <PatrolTimeline patrol={data} now={now} />
        )}
      </Card>
    </Stack>
  )
}

const AllPatrols = () => (
  <Button variant="default" renderRoot={(props) => <Link to="/user/patrol" {...props} />}>
    All patrols
  </Button>
)

function OwnTimeline({ patrol, now, linksReports }: { patrol: PatrolDetail; now: Date; linksReports: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const ask = useRef<HTMLButtonElement>(null)
  const obstacle = correctionObstacle(patrol, now)
  const withdraw = async ({ correctionId }: Correction) => {
    try {
      await call(withdrawCorrection, { params: { correctionId }, body: {} })
      notify.success('The correction is withdrawn')
    } catch (error) {
      reportError(error)
    }
    await refreshPatrols()
    // The button is gone; this is where another is asked for.
    ask.current?.focus()
  }
  const withdrawButton = (correction: Correction) =>
    correction.state === 'asked' && (
      <div>
        <ActionButton variant="default" size="xs" action={() => withdraw(correction)}>
          Withdraw
        </ActionButton>
      </div>
    )
  return (
    <>
      <PatrolTimeline
        patrol={patrol}
        now={now}
        linksReports={linksReports}
        correctionActions={withdrawButton}
        actions={
          <BlockedButton ref={ask} reason={obstacle} onClick={() => setAsking(true)}>
            Request a correction
          </BlockedButton>
        }
      />
      {isAsking && <AskCorrectionDialog patrol={patrol} onClose={() => setAsking(false)} />}
    </>
  )
}
