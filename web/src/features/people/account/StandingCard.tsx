import type { CurrentUser } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { RoleChip } from '../../../ui/RoleChip.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from './SettingsPage.module.css'

/** What staff decide about the member: read-only here. */
export function StandingCard({ user: { roles, userDepartments, isWhitelisted, isWhitelistedDev } }: { user: CurrentUser }) {
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
            <li>{whitelistState('Game server', isWhitelisted)}</li>
            <li>{whitelistState('Development server', isWhitelistedDev)}</li>
          </ul>
        </Fact>
      </dl>
      <CardNote>Ask your chain of command to change any of these.</CardNote>
    </Card>
  )
}

const whitelistState = (where: string, isOn: boolean) => (
  <StatusBadge tone={isOn ? 'available' : 'off'}>
    {where}: {isOn ? 'listed' : 'not listed'}
  </StatusBadge>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
