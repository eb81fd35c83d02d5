import { getUser, me, updateUser } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { setCurrentUser } from '../account/settings.port.ts'
import { addMembership, draftOf, setRank } from './user-draft.ts'
import { refreshUser } from './users.queries.ts'

export { userQuery } from './users.queries.ts'
export type { Changes } from './user-draft.ts'

/** Adds an administrator to a department. The session knows at once, so that the CAD opens without signing in again. */
export async function joinDepartment(userId: number, departmentId: number, rankId: number | null): Promise<void> {
  const account = await call(getUser, { params: { userId } })
  const draft = draftOf(account)
  const joined = addMembership(draft.userDepartments, departmentId)
  await call(updateUser, {
    params: { userId, updateDepts: true },
    body: { user: { ...draft, userDepartments: setRank(joined, departmentId, rankId), version: account.version } },
  })
  setCurrentUser(await call(me))
  await refreshUser(userId)
}
