import { z } from 'zod'
import { signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id, IdParam } from '../values.ts'

export const DepartmentId = Id
export const RankId = Id

/** The seed's department ids; a community may add others. */
export const DEPARTMENT = { LSPD: 2, BCSO: 3, SAHP: 4, COMM: 5, FIRE: 6, CIV: 7 } as const

export const DepartmentType = z.enum(['Leo', 'Comms', 'Fire', 'Civilian', 'Other'])
export type DepartmentType = z.infer<typeof DepartmentType>

export const Department = z.object({
  departmentId: DepartmentId,
  name: z.string(),
  fullName: z.string(),
  type: DepartmentType,
  isCadEnabled: z.boolean(),
  /** Pattern of its call signs: `#` is a digit, as in `#L##`; words in braces are CALL_SIGN_TOKENS. Empty for free choice. */
  callSignTemplate: z.string(),
})
export type Department = z.infer<typeof Department>

export const Rank = z.object({ rankId: RankId, rankName: z.string(), isReserve: z.boolean() })
export type Rank = z.infer<typeof Rank>

export const listDepartments = defineEndpoint({
  method: 'GET',
  path: '/api/user/GetDepartmentsAsync/:showAllDepts',
  summary: 'Departments: all of them, or only those the caller belongs to',
  access: signedIn,
  params: z.object({ showAllDepts: z.stringbool() }),
  response: z.array(Department),
})

export const listRanks = defineEndpoint({
  method: 'GET',
  path: '/api/user/GetDepartmentRanksAsync/:deptId/:includeReserves',
  summary: "A department's ranks, lowest first",
  access: signedIn,
  params: z.object({ deptId: IdParam, includeReserves: z.stringbool() }),
  response: z.array(Rank),
})
