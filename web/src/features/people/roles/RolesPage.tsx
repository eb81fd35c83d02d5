import { Button } from '@mantine/core'
import { levelOf, type RoleInUse } from '@tenfour/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { BlockedButton } from '../../../ui/BlockedButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { RoleChip } from '../../../ui/RoleChip.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { heldReason, maySign, whyOutOfReach } from './role-reach.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { removeRole, rolesQuery } from './roles.queries.ts'
import { Row } from '../../../ui/layout.tsx'

const TABLE = {
  sort: { id: 'level', desc: true },
  sortable: ['name', 'level', 'group', 'userCount'],
  filterable: [],
} as const

export function RolesPage() {
  const actor = useSignedInUser()
  const roles = useQuery(rolesQuery)
  const [state, setState] = useTableSearch(TABLE)
  const [edited, setEdited] = useState<RoleInUse | 'new' | null>(null)
  const columns = useMemo(
    () => [...COLUMNS, actionColumn((role) => whyOutOfReach(actor, role), setEdited)] satisfies Column<RoleInUse>[],
    [actor],
  )
  return (
    <>
      <PageHeader
        title="Roles"
        subtitle={`The group sets what a role can do. You give and take the roles below your own level. Your own level is ${levelOf(actor)}.`}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
            Add role
          </Button>
        }
      />
      <DataTable
        label="Roles"
        columns={columns}
        rows={roles.data}
        rowKey={({ roleId }) => roleId}
        state={state}
        onStateChange={setState}
        defaultSort={TABLE.sort}
        error={roles.error}
        onRetry={roles.refetch}
        empty={{ title: 'No roles' }}
      />
      {edited && <RoleDialog role={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

const COLUMNS: readonly Column<RoleInUse>[] = [
  {
    id: 'name',
    header: 'Role',
    value: ({ name }) => name,
    sortable: true,
    cell: ({ name, roleGroup }) => <RoleChip role={roleGroup.name} name={name} />,
  },
  { id: 'level', header: 'Level', value: ({ level }) => level, sortable: true, width: 90, align: 'right', mono: true },
  { id: 'group', header: 'Group', value: ({ roleGroup }) => roleGroup.name, sortable: true, width: 220 },
  {
    id: 'warrants',
    header: 'Warrants',
    value: (role) => (maySign(role) ? 'May sign' : ''),
    width: 110,
    cell: (role) => (maySign(role) ? 'May sign' : <span className="visually-hidden">May not sign</span>),
  },
  {
    id: 'userCount',
    header: 'Held by',
    value: ({ userCount }) => userCount,
    sortable: true,
    width: 130,
    align: 'right',
    cell: ({ roleId, name, userCount }) =>
      userCount === 0 ? (
        <span className="faint">nobody</span>
      ) : (
        <Link to="/admin/users" search={{ 'f.role': String(roleId) }}>
          {userCount.toLocaleString('en')} {userCount === 1 ? 'user' : 'users'}
          <span className="visually-hidden"> with the role {name}</span>
        </Link>
      ),
  },
]

const actionColumn = (reasonFor: (role: RoleInUse) => string | null, onEdit: (role: RoleInUse) => void): Column<RoleInUse> => ({
  id: 'actions',
  header: 'Actions',
  hideHeader: true,
  width: 230,
  align: 'right',
  cell: (role) => <RoleActions role={role} reason={reasonFor(role)} onEdit={() => onEdit(role)} />,
})

function RoleActions({ role, reason, onEdit }: { role: RoleInUse; reason: string | null; onEdit: () => void }) {
  const remove = useMutation({
    mutationFn: () => removeRole(role.roleId),
    onSuccess: () => notify.success(`The role ${role.name} has been deleted`),
  })
  const ask = async () => {
    const question = { title: `Delete the role ${role.name}?`, body: 'Nobody holds it. This cannot be undone.', subject: role.name }
    if (await confirm({ ...question, confirmLabel: 'Delete', danger: true })) remove.mutate()
  }
  if (reason) return <span className="faint">{reason}</span>
  return (
    <Row as="span" gap={6} nowrap style={{ display: 'inline-flex' }}>
      <Button size="compact-xs" variant="default" onClick={onEdit}>
        Edit<span className="visually-hidden">&nbsp;{role.name}</span>
      </Button>
      <BlockedButton size="compact-xs" reason={heldReason(role)} loading={remove.isPending} onClick={() => void ask()}>
        Delete<span className="visually-hidden">&nbsp;{role.name}</span>
      </BlockedButton>
    </Row>
  )
}
