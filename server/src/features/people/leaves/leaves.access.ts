import { accessSubject, isAllowed, manageMembers, mayHandleUser, MESSAGES, type CurrentUser, type UserRecord } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { assertOwnership } from '../../../platform/acts/acts.ts'
import { AppError } from '../../../platform/errors.ts'
import { idsAbove } from '../users/users.port.ts'

/** The departments for whose members someone grants leave. */
const departmentsOf = (own: CurrentUser): number[] =>
  own.userDepartments.flatMap(({ departmentId, capabilities }) => (capabilities.includes('grantLeave') ? [departmentId] : []))

const managesMembers = (own: CurrentUser): boolean => isAllowed(manageMembers, accessSubject(own))

/** Who manages members decides for all but those above, holders of the capability for members of their department; nobody for themselves. */
export function assertMayDecide(own: CurrentUser, member: UserRecord): void {
  assertOwnership('leave.decide', own, { ownerIds: [member.userId] })
  const departments = departmentsOf(own)
  const isTheirs = member.userDepartments.some(({ departmentId }) => departments.includes(departmentId))
  if (!isTheirs && !(managesMembers(own) && mayHandleUser(own, member))) throw new AppError('forbidden', MESSAGES.forbidden)
}

/** The same of a member `u`, in SQL. */
export const isDecidedBy = (own: CurrentUser): RawBuilder<unknown> => sql`u.id <> ${own.userId} and (
  (${managesMembers(own)} and u.id not in ${idsAbove(own)})
  or exists (select from user_departments m where m.user_id = u.id and m.department_id = any(${departmentsOf(own)}::integer[])))`
