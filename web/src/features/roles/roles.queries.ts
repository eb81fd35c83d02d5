import { queryOptions } from '@tanstack/react-query'
import { createRole, deleteRole, listRoles, updateRole, type RoleInput } from '@tenfour/contract'
import { call } from '../../platform/api/client.ts'
import { queryClient } from '../../platform/query/query-client.ts'

/** Every role with the number of users who hold it. */
export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call(listRoles, { quiet: true, signal }),
  meta: { handled: true },
})

/** Accounts show the roles they hold, and the audit log what was done to them. */
async function done<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    for (const queryKey of [['roles'], ['users'], ['audit']]) void queryClient.invalidateQueries({ queryKey })
  }
}

export const saveRole = (body: RoleInput, roleId: number | undefined) =>
  done(roleId === undefined ? call(createRole, { body }) : call(updateRole, { params: { roleId }, body }))

export const removeRole = (roleId: number) => done(call(deleteRole, { params: { roleId } }))
