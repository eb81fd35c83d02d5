import { Button, CloseButton } from '@mantine/core'
import { accessSubject, admin, hasInvalidSteamHex, isAllowed, legalStaff, STEAM_HEX_LENGTH, type CurrentUser } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { portalConfig } from '../../../platform/config/config.ts'
import { firstWord } from '../../../platform/format/text.ts'
import { lazyComponent, type Shape } from '../../../platform/load/lazy-component.tsx'
import { CARD, INLINE } from '../../../platform/load/shapes.tsx'
import { clearLandingNotice, useLandingNotice } from '../../../platform/alert/alert.tsx'
import { useNow } from '../../../platform/format/use-now.ts'
import { writesWarrants } from '../../../platform/session/areas.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardLoading } from '../../../ui/CardStates.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { AnnouncementsCard } from '../../people/announcements/AnnouncementsCard.port.tsx'
import { NoticesCard } from '../../people/notices/NoticesCard.port.tsx'
import { openPatrol, userPatrolsQuery } from '../../patrols/patrols/patrols.port.ts'
import { DepartmentList } from './DepartmentList.tsx'
import { DutyActions, DutyState } from './Duty.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { useFounderSteps } from './use-founder-steps.ts'
import classes from './HomePage.module.css'
import { QuickLinks } from './QuickLinks.tsx'
import { ServersCard } from './ServersCard.tsx'
import { Columns, Row } from '../../../ui/layout.tsx'

/** For administrators of a new portal only. */
const FounderSteps = lazyComponent(async () => (await import('./FounderSteps.tsx')).FounderSteps, { what: 'The first steps', shape: CARD })
/** Of a card that is fetched whole. */
const WHOLE_CARD: Shape = {
  Loading: () => (
    <Card>
      <CardLoading rows={5} />
    </Card>
  ),
  Failed: (props) => (
    <Card>
      <CARD.Failed {...props} />
    </Card>
  ),
}
/** Fetched after the page: they share their parts with the pages of patrols, which every other page would fetch otherwise. */
const YourPatrolsCard = lazyComponent(async () => (await import('../../patrols/patrols/YourPatrolsCard.port.tsx')).YourPatrolsCard, {
  what: 'Your patrols',
  shape: WHOLE_CARD,
})
const TopPatrolsCard = lazyComponent(async () => (await import('../../patrols/patrols/TopPatrolsCard.port.tsx')).TopPatrolsCard, {
  what: 'The top patrols',
  shape: WHOLE_CARD,
})
const WarrantsCard = lazyComponent(async () => (await import('../../legal/warrants/lists/WarrantsCard.port.tsx')).WarrantsCard, {
  what: 'Warrants',
  shape: CARD,
})
const YourWarrantsCard = lazyComponent(async () => (await import('../../legal/warrants/own/YourWarrantsCard.port.tsx')).YourWarrantsCard, {
  what: 'Your warrants',
  shape: CARD,
})

/** Nothing for most members, so that nothing is shown while they are fetched. */
const OwnTicketsCard = lazyComponent(async () => (await import('../../community/support/OwnTicketsCard.port.tsx')).OwnTicketsCard, {
  what: 'Your tickets',
  shape: INLINE,
})
const ConductCard = lazyComponent(async () => (await import('../../community/conduct/ConductCard.port.tsx')).ConductCard, {
  what: 'The code of conduct',
  shape: INLINE,
})
const OpenVotesCard = lazyComponent(async () => (await import('../../community/votes/OpenVotesCard.port.tsx')).OpenVotesCard, {
  what: 'Open votes',
  shape: INLINE,
})

export function HomePage() {
  const user = useSignedInUser()
  const now = useNow()
  const patrols = useQuery(userPatrolsQuery(user.userId))
  const isOnDuty = Boolean(user.duty)
  // The account learns of a duty's end at once; the list of patrols has to be refetched.
  const patrol = isOnDuty && patrols.data ? openPatrol(patrols.data) : undefined
  const isNew = user.userDepartments.length === 0 && patrols.data?.length === 0
  const founding = useFounderSteps(user)
  const isAdmin = isAllowed(admin, accessSubject(user))
  const dismissSteps = () => {
    founding?.dismiss()
    // The button that had the focus is gone.
    document.querySelector<HTMLElement>('#main')?.focus()
  }
  return (
    <>
      <PageHeader
        title={`${greeting(now)}, ${firstWord(user.name)}`}
        subtitle={
          <Row as="span" gap="2px 14px" align="stretch">
            {patrols.data && <DutyState isOnDuty={isOnDuty} patrol={patrol} now={now} />}
            <span>{postings(user) ?? 'In no department yet'}</span>
          </Row>
        }
        actions={<DutyActions user={user} isOnDuty={isOnDuty} />}
      />
      <LandingNotice />
      <ConductCard />
      {(hasInvalidSteamHex(user) || (!user.steamId && !isNew && !founding)) && <SteamHexBanner isMissing={!user.steamId} />}
      <Columns of="minmax(0, 1.35fr) minmax(0, 1fr) minmax(0, 1fr)" stackBelow="56em">
        <NoticesCard userId={user.userId} className={classes.full} />
        {writesWarrants(user) && <YourWarrantsCard userId={user.userId} className={classes.full} />}
        {isAllowed(legalStaff, accessSubject(user)) && <WarrantsCard user={user} className={classes.full} />}
        {portalConfig().hasBot && <OpenVotesCard className={classes.full} />}
        {portalConfig().hasBot && <OwnTicketsCard className={classes.full} />}
        {founding ? (
          <Card
            title="First steps"
            aside={`${Object.values(founding.done).filter(Boolean).length} of ${Object.keys(founding.done).length} done`}
            link={
              <Button size="compact-sm" variant="subtle" onClick={dismissSteps}>
                Dismiss
              </Button>
            }
            className={classes.wide}
          >
            <FounderSteps user={user} progress={founding} />
          </Card>
        ) : isNew && founding === undefined ? (
          <Card title="First steps" className={classes.wide}>
            <CardLoading rows={4} />
          </Card>
        ) : isNew && !isAdmin ? (
          <Card title="Getting started" aside="three steps to your first patrol" className={classes.wide}>
            <FirstSteps user={user} />
          </Card>
        ) : (
          <div className={`${classes.wide} ${classes.cell}`}>
            <YourPatrolsCard userId={user.userId} />
          </div>
        )}
        <ServersCard />
        <AnnouncementsCard user={user} className={classes.wide} />
        <TopPatrolsCard userId={user.userId} />
        {(!isNew || (isAdmin && founding === null)) && (
          <Card title="Your departments" className={`${classes.wide} ${classes.top}`}>
            <DepartmentList user={user} />
          </Card>
        )}
        <Card title="Go to" className={isNew && founding !== null ? classes.full : undefined}>
          <QuickLinks user={user} />
        </Card>
      </Columns>
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
    {isMissing ? 'You can’t be whitelisted without it' : 'You can’t join the game server until it is right'}: {STEAM_HEX_LENGTH} characters,
    0–9 and a–f.
  </Banner>
)

/** 'Officer II, Los Santos Police · Civilian', primary first. */
function postings({ userDepartments }: CurrentUser): string | undefined {
  const names = userDepartments
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
    .map(({ rankName, department }) => [rankName, department.fullName].filter(Boolean).join(', '))
  return names.join(' · ') || undefined
}

/** 'Good evening', by local time; the hours after midnight still count as evening. */
export function greeting(now: Date): string {
  const hour = now.getHours()
  if (hour >= 5 && hour < 12) return 'Good morning'
  if (hour >= 12 && hour < 18) return 'Good afternoon'
  return 'Good evening'
}
