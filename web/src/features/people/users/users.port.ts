import { getUser, me, updateUser } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { setCurrentUser } from '../account/settings.port.ts'
import { addMembership, draftOf } from './user-draft.ts'
import { refreshUser } from './users.queries.ts'

export { userQuery } from './users.queries.ts'
export type { Changes } from './user-draft.ts'

/** Adds an administrator to a department, without a rank. The session knows at once, so that the CAD opens without signing in again. */
export async function joinDepartment(userId: number, departmentId: number): Promise<void> {
  const account = await call(getUser, { params: { userId } })
  const draft = draftOf(account)
  await call(updateUser, {
    params: { userId, updateDepts: true },
    body: { user: { ...draft, userDepartments: addMembership(draft.userDepartments, departmentId), version: account.version } },
  })
  setCurrentUser(await call(me))
  await refreshUser(userId)
}
