import { Button } from '@mantine/core'
import { accessSubject, isAllowed, staff, type Patrol } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { SESSION_QUESTION, useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { usePortalBar } from '../../../platform/view/view.ts'
import { lastDuty, userPatrolsQuery } from '../../patrols/patrols/patrols.port.ts'
import { useServers } from '../../../platform/servers/servers.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageLoading } from '../../../ui/PageStates.tsx'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { BoardProvider } from '../../dispatch/board/board.port.ts'
import { unitPlaces } from '../../game/positions/positions.port.ts'
import { CadDesktop } from './CadDesktop.tsx'
import { desktopPlace } from './desktop-contents.ts'
import { timeSince } from '../../../platform/format/dates.ts'
import { duration } from '../../../platform/format/durations.ts'

export function CadDesktopPage({ features }: { features: readonly DesktopFeature[] }) {
  const user = useSignedInUser()
  const isStaff = isAllowed(staff, accessSubject(user))
  const search = useSearch({ from: '/shell/cad/desktop' })
  const servers = useServers()
  const [wasOnDuty, setWasOnDuty] = useState(false)
  const place = desktopPlace(user, search.serverId ?? (wasOnDuty ? undefined : servers.data?.[0]?.serverId))
  if (place?.isOnDuty && !wasOnDuty) setWasOnDuty(true)
  useLeaveQuestion(place?.isOnDuty ? 1 : 0, SESSION_QUESTION)

  if (place) {
    return (
      <BoardProvider serverId={place.serverId} places={unitPlaces(place.serverId)}>
        <CadDesktop key={`${place.serverId}:${place.unitClass}`} features={features} place={place} servers={servers.data ?? []} />
      </BoardProvider>
    )
  }
  return (
    <>
      <PageHeader title="CAD desktop" />
      {isStaff && servers.isPending ? (
        <PageLoading />
      ) : (
        <Card>
          <NotOnDuty wasOnDuty={wasOnDuty} isStaff={isStaff} />
        </Card>
      )}
    </>
  )
}

function NotOnDuty({ wasOnDuty, isStaff }: { wasOnDuty: boolean; isStaff: boolean }) {
  usePortalBar()
  const { data: servers = [] } = useServers({ enabled: isStaff })
  const [first] = servers
  const { userId } = useSignedInUser()
  // Read again: the patrol has only just ended.
  const { data: patrols } = useQuery({ ...userPatrolsQuery(userId), enabled: wasOnDuty, refetchOnMount: 'always' })
  return (
    <Empty
      icon={<Icon name="police" size={32} />}
      title={wasOnDuty ? 'You are off duty' : 'You are not on duty'}
      text={
        wasOnDuty
          ? offDutyWords(patrols && lastDuty(patrols))
          : 'The desktop is where you work while you are on duty. Choose your server, department and call sign first.'
      }
      action={
        <>
          <Button renderRoot={(props) => <Link to="/cad" {...props} />}>{wasOnDuty ? 'Go on duty again' : 'Go on duty'}</Button>
          {isStaff && first && (
            <Button variant="default" renderRoot={(props) => <Link to="/cad/desktop" search={{ serverId: first.serverId }} {...props} />}>
              Watch the board
            </Button>
          )}
        </>
      }
    />
  )
}

type Ended = Pick<Patrol, 'startedAt' | 'endedAt' | 'endReason' | 'calls'>

/** 'You went off duty at 02:59: 26 min, 6 calls'; empty until the patrol is known to have ended. */
export function offDutyWords(patrol: Ended | undefined, now: Date | number = Date.now()): string {
  if (!patrol || patrol.endedAt === null) return ''
  const { startedAt, endedAt, endReason, calls } = patrol
  const minutes = (Date.parse(endedAt) - Date.parse(startedAt)) / 60_000
  const summary = [duration(minutes), `${calls} ${calls === 1 ? 'call' : 'calls'}`].join(', ')
  const at = timeSince(endedAt, now)
  return endReason === 'silence'
    ? `You were put off duty at ${at}, because nothing was heard from your unit: ${summary}`
    : `You went off duty at ${at}: ${summary}`
}
