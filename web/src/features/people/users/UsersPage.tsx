import { Button, Checkbox } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, type ReactNode } from 'react'
import { DataTable } from '../../../ui/DataTable.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Row } from '../../../ui/layout.tsx'
import type { TableFilter } from '../../../ui/table-columns.ts'
import { setFilter, type TableState } from '../../../ui/table-state.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { departmentsQuery, ranksQuery } from '../departments/departments.port.ts'
import { rolesQuery } from '../roles/roles.port.ts'
import { rememberListSearch } from './list-memory.ts'
import { USER_COLUMNS } from './user-columns.tsx'
import { forgetStrayRank, USER_TABLE, userListSearch } from './user-list.ts'
import { userListQuery, userListRequest } from './users.queries.ts'

export function UsersPage({ actions }: { actions?: ReactNode }) {
  const [state, setState] = useTableSearch(USER_TABLE)
  const navigate = useNavigate()
  const users = useQuery(userListQuery(userListRequest(state)))
  const filters = useUserFilters(state)
  const change = (next: TableState) => setState(forgetStrayRank(state, next))
  useEffect(() => rememberListSearch(userListSearch(Object.fromEntries(new URLSearchParams(window.location.search)))), [state])
  return (
    <>
      <PageHeader
        title="Manage Users"
        subtitle="Every account of the portal. Open one to change it."
        actions={
          <>
            {actions}
            <Button variant="default" renderRoot={(props) => <Link to="/admin/invitations" {...props} />}>
              Invite
            </Button>
            <Button renderRoot={(props) => <Link to="/admin/add-user" {...props} />} leftSection={<IconUserPlus size={16} aria-hidden />}>
              Add User
            </Button>
          </>
        }
      />
      <DataTable
        label="Users"
        searchLabel="Search name, email or Steam hex"
        columns={USER_COLUMNS}
        rows={users.data?.items}
        total={users.data?.total ?? 0}
        isTotalExact={users.data?.isTotalExact ?? true}
        rowKey={({ userId }) => userId}
        state={state}
        onStateChange={change}
        defaultSort={USER_TABLE.sort}
        filters={filters}
        loading={users.isFetching && (users.isPending || users.isPlaceholderData)}
        error={users.error}
        onRetry={users.refetch}
        onRowClick={({ userId }) => void navigate({ to: '/admin/users/$userId', params: { userId } })}
        empty={{ title: 'No users yet', text: 'Accounts appear here once they are added.' }}
        toolbar={
          <Row gap="8px 16px">
            <IncludeBox label="Include disabled" filter="disabled" state={state} onChange={change} />
            <IncludeBox label="Include deleted" filter="deleted" state={state} onChange={change} />
          </Row>
        }
      />
    </>
  )
}

type IncludeBoxProps = { label: string; filter: 'disabled' | 'deleted'; state: TableState; onChange: (state: TableState) => void }

function IncludeBox({ label, filter, state, onChange }: IncludeBoxProps) {
  return (
    <Checkbox
      size="xs"
      label={label}
      checked={state.filters[filter] === 'yes'}
      onChange={(event) => onChange(setFilter(state, filter, event.currentTarget.checked ? 'yes' : ''))}
    />
  )
}

const WHITELIST_FILTER: TableFilter = {
  id: 'whitelist',
  label: 'Whitelist',
  filter: {
    options: [
      { value: 'prod', label: 'Game servers' },
      { value: 'dev', label: 'Development servers' },
      { value: 'none', label: 'Neither' },
    ],
  },
}

/** If a list fails to load, its filter has no options; the table still works. */
function useUserFilters({ filters: { department } }: TableState): TableFilter[] {
  const departmentId = Number(department) || null
  const { data: departments } = useQuery(departmentsQuery(true))
  const { data: ranks } = useQuery({ ...ranksQuery(departmentId ?? 0, true), enabled: departmentId !== null })
  const { data: roles } = useQuery(rolesQuery)
  return useMemo(() => {
    const choice = (id: string, label: string, options: { value: string; label: string }[] = []) => ({ id, label, filter: { options } })
    return [
      choice(
        'department',
        'Department',
        departments?.map((each) => ({ value: String(each.departmentId), label: each.name })),
      ),
      ...(departmentId === null
        ? []
        : [
            choice(
              'rank',
              'Rank',
              ranks?.map(({ rankId, rankName }) => ({ value: String(rankId), label: rankName })),
            ),
          ]),
      choice(
        'role',
        'Role',
        roles?.map(({ roleId, name }) => ({ value: String(roleId), label: name })),
      ),
      WHITELIST_FILTER,
    ]
  }, [departments, departmentId, ranks, roles])
}
