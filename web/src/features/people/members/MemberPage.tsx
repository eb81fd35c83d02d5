import { Button } from '@mantine/core'
import { accessSubject, admin, IdParam, isAllowed, manageUsers, whyNotTakeOver, type Member } from '@tenfour/contract'
import { IconLock, IconUserShield } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../../platform/api/api-error.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { INLINE } from '../../../platform/load/shapes.tsx'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { PasswordLinkCard } from '../password-links/password-links.port.ts'
import { UserAvatar } from '../pictures/pictures.port.ts'
import { userQuery, type Changes } from '../users/users.port.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { RoleChip } from '../../../ui/RoleChip.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { LeavesCard } from './LeavesCard.tsx'
import { MarksCard } from './MarksCard.tsx'
import { memberQuery, addressesQuery } from './members.queries.ts'
import { StaffNotesCard } from './StaffNotesCard.tsx'
import { RanksCard } from './RanksCard.tsx'
import { WhitelistCard } from './WhitelistCard.tsx'
import { Columns, Row, Stack } from '../../../ui/layout.tsx'
import { dateTime, relativeTime, dateOnly } from '../../../platform/format/dates.ts'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import classes from './MemberPage.module.css'
import { latestLastUsed } from '../../../platform/format/members.ts'
import { duration } from '../../../platform/format/durations.ts'
import { Fact, Facts } from '../../../ui/Facts.tsx'

const LetGoButton = lazyComponent(async () => (await import('../departures/LetGoButton.port.tsx')).LetGoButton, {
  what: 'The button to let someone go',
  shape: INLINE,
})

/** Draws a card with what the areas above know of a member. */
type Extra = (member: Member) => ReactNode
type MemberPageProps = { discord: Extra; changes: Changes }

export function MemberPage({ discord, changes }: MemberPageProps) {
  const { userId: param } = useParams({ from: '/shell/staff/members/$userId' })
  const userId = IdParam.parse(param)
  return <KnownMember key={userId} userId={userId} discord={discord} changes={changes} />
}

function KnownMember({ userId, ...extras }: MemberPageProps & { userId: number }) {
  const member = useQuery(memberQuery(userId))
  if (member.data) return <MemberView member={member.data} {...extras} />
  if (!member.isError) return <PageLoading />
  const status = member.error instanceof ApiError ? member.error.status : 0
  if (status === 403) return <NotForYou />
  return (
    <>
      <h1 className="visually-hidden">Member</h1>
      <PageError
        title={status === 404 ? 'There is no such member' : undefined}
        error={member.error}
        onRetry={status === 404 ? undefined : member.refetch}
        action={<BackButton />}
      />
    </>
  )
}

function MemberView({ member, discord, changes }: MemberPageProps & { member: Member }) {
  const now = useNow()
  const viewer = useSignedInUser()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={
          <Row as="span" gap="6px 12px">
            <UserAvatar user={member} size={40} />
            <span>{member.name}</span>
            {member.isOnLeave && (
              <StatusBadge tone="warning" variant="soft">
                On leave
              </StatusBadge>
            )}
            {member.roles.map(({ name, roleGroup }) => (
              <RoleChip key={name} role={roleGroup.name} name={name} />
            ))}
          </Row>
        }
        actions={
          <>
            {isAllowed(admin, accessSubject(viewer)) && (
              <Button
                variant="default"
                leftSection={<IconUserShield size={17} stroke={1.7} aria-hidden />}
                renderRoot={(props) => <Link to="/admin/users/$userId" params={{ userId: member.userId }} {...props} />}
              >
                User account
              </Button>
            )}
            {viewer.userId !== member.userId && (
              <LetGoButton member={member} changes={changes} onDone={() => navigate({ to: '/staff/former-members' })} />
            )}
            <BackButton />
          </>
        }
      />
      <Columns of="minmax(0, 1.9fr) minmax(0, 1fr)" align="start" stackBelow="60em">
        <Stack>
          <RanksCard member={member} now={now} changes={changes} />
          <MarksCard member={member} now={now} />
          <StaffNotesCard member={member} now={now} />
        </Stack>
        <Stack>
          <FactsCard member={member} now={now} />
          <WhitelistCard member={member} changes={changes} />
          {discord(member)}
          <SignInCard member={member} />
          <LeavesCard member={member} now={now} changes={changes} />
          <AddressesCard userId={member.userId} now={now} />
        </Stack>
      </Columns>
    </>
  )
}

/** For those who manage accounts without being an admin: the pages of accounts are in the admin area. */
function SignInCard({ member: { userId, name } }: { member: Member }) {
  const viewer = useSignedInUser()
  const mayMake = isAllowed(manageUsers, accessSubject(viewer)) && viewer.userId !== userId
  const account = useQuery({ ...userQuery(userId), enabled: mayMake })
  if (!mayMake || !account.data || whyNotTakeOver(viewer, account.data) !== null) return null
  return <PasswordLinkCard userId={userId} name={name} />
}

const BackButton = () => (
  <Button variant="default" renderRoot={(props) => <Link to="/staff/members" {...props} />}>
    All members
  </Button>
)

const NotForYou = () => (
  <>
    <h1 className="visually-hidden">Member</h1>
    <Card>
      <Empty
        icon={<IconLock size={28} stroke={1.6} />}
        title="You can’t see this member"
        text="This member is above your level. Only someone at their level or higher sees their record."
        action={<BackButton />}
      />
    </Card>
  </>
)

function AddressesCard({ userId, now }: { userId: number; now: Date }) {
  const addresses = useQuery(addressesQuery(userId))
  return (
    <Card title="Signed in from">
      {addresses.isError ? (
        <CardError what="The addresses" onRetry={addresses.refetch} />
      ) : !addresses.data ? (
        <CardLoading />
      ) : addresses.data.length === 0 ? (
        <CardNote>They have not signed in yet.</CardNote>
      ) : (
        <Stack as="ul" gap={8} className={classes.addresses}>
          {addresses.data.map(({ address, firstAt, lastAt, count }) => (
            <li key={address}>
              <span className="mono">{address}</span>
              <span className="muted" title={`${dateTime(firstAt)} to ${dateTime(lastAt)}`}>
                {count === 1 ? 'once' : `${count.toLocaleString('en')} times`}, last {relativeTime(lastAt, now)}
              </span>
            </li>
          ))}
        </Stack>
      )}
    </Card>
  )
}

function FactsCard({ member, now }: { member: Member; now: Date }) {
  const lastUsed = latestLastUsed(member.userCharacters)
  return (
    <Card title="Facts">
      <Facts>
        <Fact name="Patrolled, 30 days">
          {member.minutes === 0 ? 'Not at all' : duration(member.minutes)}{' '}
          <Link to="/staff/patrol-viewer" search={{ member: member.userId }}>
            All patrols
          </Link>
        </Fact>
        <Fact name="Last seen">{when(member.lastSeenAt, now)}</Fact>
        <Fact name="Character used">{when(lastUsed, now)}</Fact>
        <Fact name="Member since">{dateOnly(member.createdAt)}</Fact>
        <Fact name="Warning points">{member.warningPoints ?? '–'}</Fact>
        <Fact name="Steam hex">{member.steamId ? <span className="mono">{member.steamId}</span> : 'Not recorded'}</Fact>
      </Facts>
    </Card>
  )
}

const when = (at: Date | string | null, now: Date) => (at ? <span title={dateTime(at)}>{relativeTime(at, now)}</span> : 'Never')
