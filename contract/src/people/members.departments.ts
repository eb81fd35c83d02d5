import { z } from 'zod'
import { accessSubject, AvatarColor, type CurrentUser } from './users.ts'
import { isAllowed } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { IdParam, trimmed, Version } from '../values.ts'
import { KeptCallSign } from './call-signs.ts'
import { DepartmentId, RankId } from './departments.ts'
import type { DepartmentMembership } from './users.manage.ts'
import { headsDepartment, headsThisDepartment, manageMembers } from './rights.ts'

/** A member joins a department, leaves one, or moves from one to another. */
export const Move = z
  .object({
    /** The department that the member leaves; null if they leave none. */
    from: DepartmentId.nullable().default(null),
    /** The department that they join; null if they join none. */
    to: z.object({ departmentId: DepartmentId, rankId: RankId.nullable() }).nullable().default(null),
  })
  .refine(({ from, to }) => from !== null || to !== null, { path: ['to'], error: 'Choose a department' })
  .refine(({ from, to }) => from === null || from !== to?.departmentId, { path: ['to'], error: 'They are in this department already' })
export type Move = z.infer<typeof Move>

/** Whether someone may change the members of this department and their ranks. The effects of a rank are checked separately. */
const mayHead = (own: CurrentUser, departmentId: number): boolean => isAllowed(headsThisDepartment, accessSubject(own), { departmentId })

type Headed = Pick<CurrentUser, 'userId' | 'userDepartments'>
/** Heads of one department do not demote or remove each other: staff do, and those who manage members. */
function isFellowHead(own: CurrentUser, { userId, userDepartments }: Headed, departmentId: number): boolean {
  if (own.userId === userId || isAllowed(manageMembers, accessSubject(own))) return false
  return userDepartments.some((each) => each.departmentId === departmentId && each.capabilities.includes('headDepartment'))
}
const FELLOW_HEAD = 'They head this department too: only staff change their rank or move them'

/** The reason why someone may not change a member's rank in a department; null if they may. The effects of a rank are checked separately. */
export function whyNotRank(own: CurrentUser, member: Headed, departmentId: number): string | null {
  if (!mayHead(own, departmentId)) return 'You do not head this department'
  return isFellowHead(own, member, departmentId) ? FELLOW_HEAD : null
}

/** The reason why someone may not move a member like this; null if they may. The effects of a rank are checked separately. */
export function whyNotMove(own: CurrentUser, member: Headed, { from, to }: Move): string | null {
  if (from !== null && !mayHead(own, from)) return 'You do not head the department that they leave'
  if (from !== null && isFellowHead(own, member, from)) return FELLOW_HEAD
  if (to === null || mayHead(own, to.departmentId)) return null
  if (from === null) return 'You do not head this department'
  return to.rankId === null ? null : 'You do not head the department that they join: they join it without a rank, which its own heads give'
}

/** Someone's departments after a move. The primary one stays primary, or the first of the others takes its place. */
export function departmentsAfter(before: readonly DepartmentMembership[], { from, to }: Move): DepartmentMembership[] {
  const left = before.find(({ departmentId }) => departmentId === from)
  const stay = before
    .filter(({ departmentId }) => departmentId !== from)
    .map(({ departmentId, rankId, isPrimary }) => ({ departmentId, rankId, isPrimary }))
  const after = to === null ? stay : [...stay, { ...to, isPrimary: left?.isPrimary === true }]
  return after.some(({ isPrimary }) => isPrimary) ? after : after.map((each, index) => ({ ...each, isPrimary: index === 0 }))
}

export const moveMember = defineEndpoint({
  method: 'POST',
  path: '/api/members/:userId/departments',
  summary: 'Add a member to a department, remove them from one, or transfer them to another',
  access: headsDepartment,
  params: z.object({ userId: IdParam }),
  body: z.object({ move: Move, reason: trimmed(500).min(1, 'Enter a reason'), version: Version }),
  response: z.object({ userId: z.int(), version: z.int() }),
})

/** A member as the heads of a department see them, who need not be staff. */
export const DepartmentPerson = z.object({
  userId: z.int(),
  version: z.int(),
  name: z.string(),
  avatarColor: AvatarColor,
  picture: z.string().nullable(),
  /** Null without a rank, and for those who are not in the department. */
  rankId: RankId.nullable(),
  rankName: z.string().nullable(),
  isInDepartment: z.boolean(),
  isPrimary: z.boolean(),
  otherDepartments: z.array(z.string()),
  callSigns: z.array(KeptCallSign).default([]),
  /** The caller may not change members above them, nor themselves. */
  isAbove: z.boolean(),
  /** Whether they head the department: other heads may not change them, unless they manage members. */
  isHead: z.boolean(),
})
export type DepartmentPerson = z.infer<typeof DepartmentPerson>

export const listDepartmentPeople = defineEndpoint({
  method: 'GET',
  path: '/api/departments/:departmentId/people',
  summary: 'Members of a department by name; with `others`, members outside the department, by part of their name',
  access: headsThisDepartment,
  params: z.object({ departmentId: IdParam }),
  query: PageQuery.extend({ q: trimmed(100).default(''), others: z.stringbool().default(false) }).refine(
    ({ q, others }) => !others || q.length >= 2,
    { path: ['q'], error: 'Enter at least two letters of the name' },
  ),
  response: pageOf(DepartmentPerson),
})

export const changeRankInDepartment = defineEndpoint({
  method: 'POST',
  path: '/api/departments/:departmentId/people/:userId/rank',
  summary: 'Change the rank of a member of a department, as its head or as staff',
  access: headsThisDepartment,
  params: z.object({ departmentId: IdParam, userId: IdParam }),
  body: z.object({ rankId: RankId.nullable(), reason: trimmed(500).min(1, 'Enter a reason'), version: Version }),
  response: z.object({ userId: z.int(), version: z.int() }),
})
