import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { groupRoles, rolesQuery, whyOutOfReach } from '../roles/roles.port.ts'
import { Columns } from '../../../ui/layout.tsx'

type RoleBoxesProps = { value: readonly number[]; onChange: (roleIds: number[]) => void; error?: ReactNode }

/** The initial roles of a new account; roles the actor may not grant are shown with the reason. */
export function RoleBoxes({ value, onChange, error }: RoleBoxesProps) {
  const actor = useSignedInUser()
  const roles = useQuery(rolesQuery)
  if (roles.isPending) return <CardLoading rows={3} />
  if (roles.isError) return <CardError what="The roles" onRetry={roles.refetch} />
  return (
    <Checkbox.Group aria-label="Roles" value={value.map(String)} onChange={(chosen) => onChange(chosen.map(Number))} error={error}>
      <Columns gap="14px 20px" stackBelow="48em">
        {groupRoles(roles.data).flatMap(({ roles: members }) =>
          members.map((role) => {
            const reason = whyOutOfReach(actor, role)
            return (
              <Checkbox
                key={role.roleId}
                value={String(role.roleId)}
                label={role.name}
                description={[`${role.roleGroup.name}, level ${role.level}`, reason].filter(Boolean).join('. ')}
                disabled={reason !== null}
              />
            )
          }),
        )}
      </Columns>
    </Checkbox.Group>
  )
}
