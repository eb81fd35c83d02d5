import { Button } from '@mantine/core'
import { accessSubject, cadDepartment, hasInvalidSteamHex, isAllowed, STEAM_HEX_LENGTH, type CurrentUser } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { firstWord } from '../../platform/display/text.ts'
import { LiveIndicator } from '../../platform/realtime/LiveIndicator.tsx'
import { useSignedInUser } from '../../platform/session/useSignedInUser.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ServerList } from '../servers/ServerList.port.tsx'
import { useServers } from '../servers/servers.port.ts'
import { DepartmentList } from './DepartmentList.tsx'
import { greeting } from './greeting.ts'
import classes from './HomePage.module.css'
import { QuickLinks } from './QuickLinks.tsx'

export function HomePage() {
  const user = useSignedInUser()
  const [openedAt] = useState(() => new Date())
  return (
    <>
      <PageHeader title={`${greeting(openedAt)}, ${firstWord(user.name)}`} subtitle={postings(user)} actions={<GoToCad user={user} />} />
      {hasInvalidSteamHex(user) && (
        <Banner
          tone="warning"
          title={user.steamId ? 'Your Steam hex looks wrong.' : 'Your Steam hex is missing.'}
          action={<Link to="/user/settings">See it in settings →</Link>}
        >
          It should be {STEAM_HEX_LENGTH} characters, 0–9 and a–f. You can’t join the game server until it is right.
        </Banner>
      )}
      <div className={classes.grid}>
        <div className={classes.column}>
          <Card title="Your departments">
            <DepartmentList departments={user.userDepartments} />
          </Card>
          <Card title="Your patrols" link={<Link to="/user/patrol">All patrols</Link>}>
            <p className={classes.nothing}>No patrols yet. They will be counted here once you can go on duty from this portal.</p>
          </Card>
        </div>
        <div className={classes.column}>
          <ServersCard />
          <Card title="Go to">
            <QuickLinks user={user} />
          </Card>
        </div>
      </div>
    </>
  )
}

function GoToCad({ user }: { user: CurrentUser }) {
  if (!isAllowed(cadDepartment, accessSubject(user))) return null
  return (
    <Button renderRoot={(props) => <Link to="/cad" {...props} />} leftSection={<Icon name="police" size={18} />}>
      Open the CAD
    </Button>
  )
}

function ServersCard() {
  const { data: servers, isError, refetch } = useServers()
  return (
    <Card title="Servers" link={<LiveIndicator />}>
      {isError ? (
        <p className={classes.nothing}>
          The servers could not be loaded.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : servers?.length ? (
        <ServerList servers={servers} />
      ) : (
        <p className={classes.nothing}>{servers ? 'There are no servers yet.' : 'Loading…'}</p>
      )}
    </Card>
  )
}

/** 'Officer II, Los Santos Police · Civilian', the primary one first. */
function postings({ userDepartments }: CurrentUser): string | undefined {
  const names = userDepartments
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
    .map(({ rankName, department }) => [rankName, department.fullName].filter(Boolean).join(', '))
  return names.join(' · ') || undefined
}
