import type { CurrentUser } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { RoleChip } from '../../../ui/RoleChip.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from './SettingsPage.module.css'

/** What staff decide about the member: read-only here. */
export function StandingCard({ user }: { user: CurrentUser }) {
  const { roles, userDepartments } = user
  return (
    <Card title="Your roles and departments">
      <dl className={classes.facts}>
        <Fact name="Departments">
          {userDepartments.length === 0 ? (
            'None yet'
          ) : (
            <ul className={classes.departments}>
              {userDepartments
                .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
                .map(({ departmentId, department, rankName, isPrimary }) => (
                  <li key={departmentId}>
                    {department.fullName}
                    <span className="muted">
                      {rankName ?? 'No rank'}
                      {isPrimary && ', primary'}
                    </span>
                  </li>
                ))}
            </ul>
          )}
        </Fact>
        <Fact name="Roles">
          {roles.length === 0 ? (
            'None'
          ) : (
            <ul className={classes.chips}>
              {roles.map(({ roleId, name, roleGroup }) => (
                <li key={roleId}>
                  <RoleChip role={roleGroup.name} name={name} />
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="Whitelist">
          <ul className={classes.departments}>
            <li>{whitelistState('Game server', user.isWhitelisted, user.isEntitled)}</li>
            <li>{whitelistState('Development server', user.isWhitelistedDev, user.isEntitledDev)}</li>
          </ul>
        </Fact>
      </dl>
      <CardNote>Ask your chain of command to change any of these.</CardNote>
    </Card>
  )
}

const whitelistState = (where: string, isSet: boolean, isByRank = false) => (
  <StatusBadge tone={isSet || isByRank ? 'available' : 'off'}>
    {where}: {isSet ? 'listed' : isByRank ? 'listed by rank' : 'not listed'}
  </StatusBadge>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
