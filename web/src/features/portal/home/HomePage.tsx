import { CloseButton } from '@mantine/core'
import { accessSubject, admin, hasInvalidSteamHex, isAllowed, STEAM_HEX_LENGTH, type CurrentUser } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { firstWord } from '../../../platform/format/text.ts'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { CARD, INLINE } from '../../../platform/load/shapes.tsx'
import { clearLandingNotice, useLandingNotice } from '../../../platform/alert/alert.tsx'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardLoading } from '../../../ui/CardStates.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { AnnouncementsCard } from '../../people/announcements/AnnouncementsCard.port.tsx'
import { NoticesCard } from '../../people/notices/NoticesCard.port.tsx'
import { useOwnPatrol } from '../../patrols/patrols/own/use-own-patrol.port.ts'
import { patrolSummaryQuery } from '../../patrols/patrols/patrols.queries.port.ts'
import { TopPatrolsCard } from '../../patrols/patrols/TopPatrolsCard.port.tsx'
import { YourPatrolsCard } from '../../patrols/patrols/YourPatrolsCard.port.tsx'
import { useFirstEvening } from '../first-evening/use-first-evening.port.ts'
import { useWaiting } from '../waiting/use-waiting.port.ts'
import { WaitingCard } from '../waiting/WaitingCard.port.tsx'
import { DepartmentList } from './DepartmentList.tsx'
import { DutyActions, DutyState } from './Duty.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import classes from './HomePage.module.css'
import { QuickLinks } from './QuickLinks.tsx'
import { ServersCard } from './ServersCard.tsx'
import { Columns, Row, Stack } from '../../../ui/layout.tsx'

/** For administrators of a new portal only. */
const EveningHeader = lazyComponent(async () => (await import('../first-evening/FirstEvening.port.tsx')).EveningHeader, {
  what: 'The first evening',
  shape: INLINE,
})
const EveningSteps = lazyComponent(async () => (await import('../first-evening/FirstEvening.port.tsx')).EveningSteps, {
  what: 'The first evening',
  shape: CARD,
})
/** Fetched only while a vote waits for the member. */
const OpenVotesCard = lazyComponent(async () => (await import('../../community/votes/OpenVotesCard.port.tsx')).OpenVotesCard, {
  what: 'Open votes',
  shape: INLINE,
})

export function HomePage() {
  const user = useSignedInUser()
  const { userId } = user
  const now = useNow()
  const patrols = useQuery(patrolSummaryQuery(userId))
  const isOnDuty = Boolean(user.duty)
  // The page of patrols follows the same room: both say the same.
  const patrol = useOwnPatrol(userId)
  const hasPatrols = patrols.data === undefined || patrols.data.days.length > 0
  const isNew = user.userDepartments.length === 0 && !hasPatrols
  const evening = useFirstEvening(user)
  const isAdmin = isAllowed(admin, accessSubject(user))
  const isVoteOpen = useWaiting(userId)?.some(({ id }) => id === 'open-votes') ?? false
  return (
    <>
      {evening ? (
        <EveningHeader evening={evening} />
      ) : (
        <PageHeader
          title={`${greeting(now)}, ${firstWord(user.name)}`}
          subtitle={
            <Row as="span" gap="2px 14px" align="stretch">
              {patrol !== undefined && <DutyState isOnDuty={isOnDuty} patrol={patrol} now={now} />}
              <span>{postings(user) ?? 'In no department yet'}</span>
            </Row>
          }
          actions={<DutyActions user={user} isOnDuty={isOnDuty} patrol={patrol} />}
        />
      )}
      <LandingNotice />
      {(hasInvalidSteamHex(user) || (!user.steamId && !isNew && !evening)) && <SteamHexBanner isMissing={!user.steamId} />}
      <WaitingCard userId={userId} />
      <Columns of="minmax(0, 2.4fr) minmax(0, 1fr)" align="start" stackBelow="56em">
        <Stack>
          {evening && <EveningSteps user={user} evening={evening} />}
          <NoticesCard userId={userId} />
          {isNew && evening === undefined ? (
            <Card title="Your first evening">
              <CardLoading rows={7} />
            </Card>
          ) : isNew && !isAdmin ? (
            <Card flush title="Getting started" aside="three steps to your first patrol">
              <FirstSteps user={user} />
            </Card>
          ) : (
            hasPatrols && !evening && <YourPatrolsCard userId={userId} />
          )}
          <AnnouncementsCard user={user} />
          {!evening && (!isNew || (isAdmin && evening === null)) && (
            <Card title="Your departments" className={classes.departmentsCard}>
              <DepartmentList user={user} />
            </Card>
          )}
        </Stack>
        <Stack>
          {isVoteOpen && (
            <div id="votes">
              <OpenVotesCard />
            </div>
          )}
          <ServersCard />
          {!isNew && <TopPatrolsCard userId={userId} />}
        </Stack>
      </Columns>
      <Card title="Go to">
        <QuickLinks user={user} />
      </Card>
    </>
  )
}

function LandingNotice() {
  const notice = useLandingNotice()
  useEffect(() => clearLandingNotice, [])
  if (notice === null) return null
  return <Banner tone="info" announce title={notice} action={<CloseButton size="sm" aria-label="Close" onClick={clearLandingNotice} />} />
}

const SteamHexBanner = ({ isMissing }: { isMissing: boolean }) => (
  <Banner
    tone="warning"
    title={isMissing ? 'Your Steam hex is missing.' : 'Your Steam hex looks wrong.'}
    action={
      <Link to="/user/settings" hash="steam-hex">
        {isMissing ? 'Add it in settings →' : 'Fix it in settings →'}
      </Link>
    }
  >
    {isMissing ? 'You can’t be whitelisted without it' : 'You can’t join the game server until it is correct'}: {STEAM_HEX_LENGTH}{' '}
    characters, 0–9 and a–f.
  </Banner>
)

/** 'Officer II, Los Santos Police · Civilian', primary first. */
function postings({ userDepartments }: CurrentUser): string | undefined {
  const names = userDepartments
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
    .map(({ rankName, department }) => [rankName, department.fullName].filter(Boolean).join(', '))
  return names.join(' · ') || undefined
}

/** 'Good evening', by local time. In the night none of them fits, and 'Good night' is how people part. */
export function greeting(now: Date): string {
  const hour = now.getHours()
  if (hour < 5) return 'Hello'
  if (hour < 12) return 'Good morning'
  if (hour < 18) return 'Good afternoon'
  return 'Good evening'
}
