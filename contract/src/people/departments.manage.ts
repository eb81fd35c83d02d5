import { z } from 'zod'
import { admin, Capability } from '../access.ts'
import { CallSignPattern } from './call-signs.ts'
import { Department, DepartmentId, DepartmentType, Rank, RankId } from './departments.ts'
import { defineEndpoint } from '../endpoint.ts'
import { countedList, IdParam, trimmed, Version } from '../values.ts'

export const ManagedRank = Rank.extend({
  capabilities: z.array(Capability),
  memberCount: z.int(),
  isRetired: z.boolean(),
  version: z.int(),
})
export type ManagedRank = z.infer<typeof ManagedRank>

/** A department as administrators see it, with its ranks, lowest first. */
export const ManagedDepartment = Department.extend({
  memberCount: z.int(),
  /** Retired: its members stay in it, but nobody joins it or goes on duty for it. */
  isRetired: z.boolean(),
  version: z.int(),
  ranks: z.array(ManagedRank),
})
export type ManagedDepartment = z.infer<typeof ManagedDepartment>

export const DepartmentInput = z.object({
  name: trimmed(12, 'A short name has at most 12 characters').min(1, 'Enter a short name'),
  fullName: trimmed(80, 'A name has at most 80 characters').min(1, 'Enter a name'),
  type: DepartmentType,
  isCadEnabled: z.boolean(),
  callSignTemplate: CallSignPattern.default(''),
})
export type DepartmentInput = z.infer<typeof DepartmentInput>

export const RankInput = z.object({
  rankName: trimmed(60, 'A name has at most 60 characters').min(1, 'Enter a name'),
  isReserve: z.boolean().default(false),
  /** If omitted, a new rank has none, and an existing rank keeps its own. */
  capabilities: countedList(
    z
      .array(Capability)
      .max(Capability.options.length)
      .overwrite((held) => Capability.options.filter((each) => held.includes(each))),
  ).optional(),
})
export type RankInput = z.infer<typeof RankInput>

const byDepartment = z.object({ departmentId: IdParam })
const byRank = z.object({ rankId: IdParam })
const versioned = z.object({ version: Version })

export const listManagedDepartments = defineEndpoint({
  method: 'GET',
  path: '/api/departments',
  summary: 'Every department, retired ones too, with ranks and member counts',
  access: admin,
  response: z.array(ManagedDepartment),
})

export const createDepartment = defineEndpoint({
  method: 'POST',
  path: '/api/departments',
  summary: 'Create a department',
  access: admin,
  body: DepartmentInput,
  response: ManagedDepartment,
})

export const updateDepartment = defineEndpoint({
  method: 'PUT',
  path: '/api/departments/:departmentId',
  summary: 'Rename a department, or change its type or CAD flag',
  access: admin,
  params: byDepartment,
  body: DepartmentInput.extend(versioned.shape),
  response: ManagedDepartment,
})

export const orderDepartments = defineEndpoint({
  method: 'PUT',
  path: '/api/departments/order',
  summary: 'Put the departments in this order',
  access: admin,
  body: z.object({ departmentIds: countedList(z.array(DepartmentId).min(1).max(200)) }),
  response: z.array(ManagedDepartment),
})

export const retireDepartment = defineEndpoint({
  method: 'POST',
  path: '/api/departments/:departmentId/retire',
  summary: 'Retire a department, or restore it; its members stay in it',
  access: admin,
  params: byDepartment,
  body: versioned.extend({ isRetired: z.boolean() }),
  response: ManagedDepartment,
})

export const createRank = defineEndpoint({
  method: 'POST',
  path: '/api/departments/:departmentId/ranks',
  summary: 'Add a rank at the top of a department',
  access: admin,
  params: byDepartment,
  body: RankInput,
  response: ManagedDepartment,
})

export const orderRanks = defineEndpoint({
  method: 'PUT',
  path: '/api/departments/:departmentId/ranks/order',
  summary: "Put a department's ranks in this order, lowest first",
  access: admin,
  params: byDepartment,
  body: z.object({ rankIds: countedList(z.array(RankId).min(1).max(200)) }),
  response: ManagedDepartment,
})

export const updateRank = defineEndpoint({
  method: 'PUT',
  path: '/api/ranks/:rankId',
  summary: 'Rename a rank, or change whether it is a reserve one',
  access: admin,
  params: byRank,
  body: RankInput.extend(versioned.shape),
  response: ManagedDepartment,
})

export const retireRank = defineEndpoint({
  method: 'POST',
  path: '/api/ranks/:rankId/retire',
  summary: 'Retire a rank that nobody holds, or restore it',
  access: admin,
  params: byRank,
  body: versioned.extend({ isRetired: z.boolean() }),
  response: ManagedDepartment,
})

/** The capabilities that are offered for each rank. Null if there is nothing to offer, or the offer has been answered. */
export const CapabilityOffer = z.object({
  ranks: z.array(z.object({ rankId: RankId, rankName: z.string(), department: z.string(), capabilities: z.array(Capability) })),
})
export type CapabilityOffer = z.infer<typeof CapabilityOffer>

export const getCapabilityOffer = defineEndpoint({
  method: 'GET',
  path: '/api/ranks/offer',
  summary: 'Capabilities for ranks of a community that has given none, offered once',
  access: admin,
  response: CapabilityOffer.nullable(),
})

export const answerCapabilityOffer = defineEndpoint({
  method: 'POST',
  path: '/api/ranks/offer',
  summary: 'Give the offered capabilities, or decline them permanently',
  access: admin,
  body: z.object({ isAccepted: z.boolean() }),
  response: z.array(ManagedDepartment),
})
