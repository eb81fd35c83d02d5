import { capability, isAllowed } from '@tenfour/contract'
import type { RawBuilder } from 'kysely'
import { amongThose, type Waiting } from '../../../platform/waiting.ts'

type OfDepartment = { readonly departmentId: number; readonly involved: readonly (number | null)[]; readonly count: number }

/** A list that waits for members who approve reports in a department. Members whom a row involves do not decide on it. */
export const waitingForApprovers = (query: RawBuilder<OfDepartment>): Pick<Waiting, 'access' | 'count' | 'path'> => ({
  access: capability('approveReports'),
  count: amongThose(
    () => query,
    ({ userId, subject }, { departmentId, involved }) =>
      !involved.includes(userId) && isAllowed(capability('approveReports', 'departmentId'), subject, { departmentId }),
  ),
  path: '/user/reports?tab=approve',
})
