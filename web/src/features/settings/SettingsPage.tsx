import { hasInvalidSteamHex, STEAM_HEX_LENGTH, type CurrentUser } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { useSignedInUser } from '../../platform/session/useSignedInUser.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RoleChip } from '../../ui/RoleChip.tsx'
import classes from './SettingsPage.module.css'

export function SettingsPage() {
  const user = useSignedInUser()
  return (
    <>
      <PageHeader title="Account Settings" subtitle="What the portal knows of you. Changing it here is not possible yet; your staff can." />
      {hasInvalidSteamHex(user) && (
        <Banner tone="warning" title={user.steamId ? 'Your Steam hex looks wrong.' : 'Your Steam hex is missing.'}>
          It should be {STEAM_HEX_LENGTH} characters, 0–9 and a–f. You can’t join the game server until it is right.
        </Banner>
      )}
      <div className={classes.grid}>
        <Card title="Account">
          <dl className={classes.facts}>
            <Fact name="Name">{user.name}</Fact>
            <Fact name="Email address">{user.emailAddress}</Fact>
            <Fact name="Steam hex">{user.steamId ? <span className="mono">{user.steamId}</span> : <None>Not given</None>}</Fact>
            <Fact name="Whitelisted">{whitelists(user) ?? <None>No</None>}</Fact>
          </dl>
        </Card>
        <Card title="Roles">
          {user.roles.length === 0 ? (
            <None>You have no roles.</None>
          ) : (
            <ul className={classes.chips}>
              {user.roles.map(({ roleId, roleGroup }) => (
                <li key={roleId}>
                  <RoleChip role={roleGroup.name} />
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const None = ({ children }: { children: ReactNode }) => <span className="muted">{children}</span>

function whitelists({ isWhitelisted, isWhitelistedDev }: CurrentUser): string | undefined {
  if (isWhitelisted && isWhitelistedDev) return 'Game server and development server'
  if (isWhitelisted) return 'Game server'
  return isWhitelistedDev ? 'Development server' : undefined
}
