import type { Member } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { latestLastUsed } from '../../../platform/format/characters.ts'
import { dateOnly, dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { duration } from '../../../platform/format/durations.ts'
import { Card } from '../../../ui/Card.tsx'
import classes from './MemberPage.module.css'
import { Stack } from '../../../ui/layout.tsx'

export function FactsCard({ member, now }: { member: Member; now: Date }) {
  const lastUsed = latestLastUsed(member.userCharacters)
  return (
    <Card title="Facts">
      <Stack as="dl" gap={7}>
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
        <Fact name="Steam hex">{member.steamId ? <span className="mono">{member.steamId}</span> : 'Not given'}</Fact>
      </Stack>
    </Card>
  )
}

const when = (at: Date | string | null, now: Date) => (at ? <span title={dateTime(at)}>{relativeTime(at, now)}</span> : 'Never')

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
