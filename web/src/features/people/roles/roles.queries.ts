import { queryOptions } from '@tanstack/react-query'
import { createRole, deleteRole, listRoles, updateRole, type RoleInput, type RoleInUse } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

/** Every role with its number of users. */
export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call(listRoles, { quiet: true, signal }),
  meta: { handled: true },
})

/** Also refetches accounts, which show their roles, and the audit log, which shows the change. */
async function done<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    for (const queryKey of [['roles'], ['users'], ['audit']]) void queryClient.invalidateQueries({ queryKey })
  }
}

export const saveRole = (input: RoleInput, role: Pick<RoleInUse, 'roleId' | 'version'> | null) =>
  done(
    role === null
      ? call(createRole, { body: input })
      : call(updateRole, { params: { roleId: role.roleId }, body: { ...input, version: role.version } }),
  )

export const removeRole = (roleId: number) => done(call(deleteRole, { params: { roleId } }))
