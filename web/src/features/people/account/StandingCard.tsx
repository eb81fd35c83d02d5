import type { CurrentUser } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { entitledWords } from '../../../platform/format/members.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { RoleChip } from '../../../ui/RoleChip.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import classes from './SettingsPage.module.css'
import { Row, Stack } from '../../../ui/layout.tsx'

/** The member's departments, roles and whitelist, which staff decide: read-only here. */
export function StandingCard({ user }: { user: CurrentUser }) {
  const { roles, userDepartments } = user
  return (
    <Card title="Your roles and departments">
      <Stack as="dl" gap={12} style={{ marginBottom: 14 }}>
        <Fact name="Departments">
          {userDepartments.length === 0 ? (
            'None yet'
          ) : (
            <Stack as="ul" gap={6} className={classes.departments}>
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
            </Stack>
          )}
        </Fact>
        <Fact name="Roles">
          {roles.length === 0 ? (
            'None'
          ) : (
            <Row as="ul" gap={6}>
              {roles.map(({ roleId, name, roleGroup }) => (
                <li key={roleId}>
                  <RoleChip role={roleGroup.name} name={name} />
                </li>
              ))}
            </Row>
          )}
        </Fact>
        <Fact name="Whitelist">
          <Stack as="ul" gap={6} className={classes.departments}>
            <li>{whitelistState('Game servers', user.isWhitelisted, user.entitledBy)}</li>
            <li>{whitelistState('Development servers', user.isWhitelistedDev, user.entitledByDev)}</li>
          </Stack>
        </Fact>
      </Stack>
      <CardNote>Ask your chain of command to change any of these.</CardNote>
    </Card>
  )
}

const whitelistState = (where: string, isSet: boolean, by: CurrentUser['entitledBy']) => (
  <StatusBadge tone={isSet || by ? 'available' : 'off'}>
    {where}: {isSet ? 'listed' : by ? `listed ${entitledWords(by)}` : 'not listed'}
  </StatusBadge>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
