import { Button, Text } from '@mantine/core'
import { addUserRole, levelOf, removeUserRole, type Role, type UserRecord } from '@tenfour/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { groupRoles, rolesQuery, whyOutOfReach } from '../roles/roles.port.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { RoleChip } from '../../../ui/RoleChip.tsx'
import type { Changes } from './user-draft.ts'
import { refreshUser } from './users.queries.ts'
import classes from './UserPage.module.css'
import { Stack, Row } from '../../../ui/layout.tsx'

export function UserRoles({ user, changes }: { user: UserRecord; changes: Changes }) {
  const actor = useSignedInUser()
  const roles = useQuery(rolesQuery)
  const change = useMutation({
    mutationFn: ({ role, isHeld }: { role: Role; isHeld: boolean }) =>
      call(isHeld ? removeUserRole : addUserRole, { params: { roleId: role.roleId, userId: user.userId } }),
    onSuccess: (_changed, { role, isHeld }) =>
      notify.success(isHeld ? `${user.name} no longer has the role ${role.name}` : `${user.name} now has the role ${role.name}`),
    onSettled: () => refreshUser(user.userId),
  })
  // Not disabled while it is saved: a disabled button loses the focus.
  const toggle = async (role: Role, isHeld: boolean) => {
    if (change.isPending) return
    const preview = changes({ userId: user.userId, role: { roleId: role.roleId, isHeld: !isHeld } })
    const isSure = isHeld ? confirmRemoval(user, role, actor.userId === user.userId, preview) : confirmGift(user, role, preview)
    if (await isSure) change.mutate({ role, isHeld })
  }
  return (
    <Card title="Roles" aside={`Each takes effect at once. Your own level is ${levelOf(actor)}.`}>
      {roles.isError && <CardError what="The roles" onRetry={roles.refetch} />}
      {roles.isPending && <CardLoading rows={4} />}
      {groupRoles(roles.data ?? []).map(({ group, roles: members }) => (
        <section key={group} className={classes.group} aria-label={`${group} roles`}>
          <h3 className={classes.groupName}>{group}</h3>
          {members.map((role) => {
            const isHeld = user.roles.some(({ roleId }) => roleId === role.roleId)
            return (
              <RoleRow
                key={role.roleId}
                role={role}
                isHeld={isHeld}
                reason={whyOutOfReach(actor, role)}
                isBusy={change.isPending && change.variables.role.roleId === role.roleId}
                onToggle={() => void toggle(role, isHeld)}
              />
            )
          })}
        </section>
      ))}
    </Card>
  )
}

type RoleRowProps = { role: Role; isHeld: boolean; reason: string | null; isBusy: boolean; onToggle: () => void }

function RoleRow({ role, isHeld, reason, isBusy, onToggle }: RoleRowProps) {
  const reasonId = `role-${role.roleId}-reason`
  return (
    <div className={classes.roleRow}>
      <Row gap={10} nowrap style={{ flex: '1 1 160px' }}>
        <RoleChip role={role.roleGroup.name} name={role.name} />
        <span className="muted">Level {role.level}</span>
        {isHeld && (
          <Text span inherit fw={550}>
            Held
          </Text>
        )}
      </Row>
      {reason && (
        <Text id={reasonId} span c="dimmed" size="sm">
          {reason}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={reason !== null}
        aria-busy={isBusy || undefined}
        aria-describedby={reason ? reasonId : undefined}
        onClick={onToggle}
      >
        {isHeld ? 'Remove' : 'Add'}
        <span className="visually-hidden">&nbsp;{role.name}</span>
      </Button>
    </div>
  )
}

const confirmGift = (user: UserRecord, role: Role, preview: ReactNode): Promise<boolean> =>
  confirm({ title: `Give ${user.name} the role ${role.name}?`, body: preview, confirmLabel: 'Give' })

const confirmRemoval = (user: UserRecord, role: Role, isOwn: boolean, preview: ReactNode): Promise<boolean> =>
  confirm({
    title: `Take the role ${role.name} from ${user.name}?`,
    body: (
      <Stack>
        {isOwn
          ? 'This is your own account. You lose what the role lets you do at once, perhaps this page too.'
          : 'They lose what the role lets them do at once, on open pages too.'}
        {preview}
      </Stack>
    ),
    subject: `${role.name} of ${user.name}`,
    confirmLabel: 'Remove',
    danger: true,
  })
