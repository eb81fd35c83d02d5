import { z } from 'zod'
import { admin } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { DepartmentId, RankId } from '../people/departments.ts'
import { countedList, IdParam, Version } from '../values.ts'
import { patrolViewer } from './patrols.ts'

/** A month has at most 744 hours. */
const Minutes = z.int('Enter a whole number').min(0, 'At least 0').max(44_640, 'A month has no more than 744 hours')

/** The hours expected of a department's members. A rank without a quota of its own has the department's. */
export const PatrolRules = z.object({
  departmentId: DepartmentId,
  departmentName: z.string(),
  /** Members of the department play in the game, so time without presence is flagged. */
  needsPresence: z.boolean(),
  /** Minutes per week or month, as the community has set; null for no quota. */
  minutes: z.int().nullable(),
  ranks: z.array(z.object({ rankId: RankId, rankName: z.string(), minutes: z.int().nullable() })),
  version: z.int(),
})
export type PatrolRules = z.infer<typeof PatrolRules>

export const listPatrolRules = defineEndpoint({
  method: 'GET',
  path: '/api/patrols/rules',
  summary: 'Quotas by department and rank, and which departments play in the game',
  access: patrolViewer,
  response: z.array(PatrolRules),
})

export const PatrolRulesInput = z.object({
  needsPresence: z.boolean(),
  minutes: Minutes.nullable(),
  ranks: countedList(z.array(z.object({ rankId: RankId, minutes: Minutes.nullable() })).max(200)),
  version: Version,
})
export type PatrolRulesInput = z.infer<typeof PatrolRulesInput>

export const savePatrolRules = defineEndpoint({
  method: 'PUT',
  path: '/api/patrols/rules/:departmentId',
  summary: "Set a department's quotas, and whether its members play in the game. A rank that is not named has the department's",
  access: admin,
  params: z.object({ departmentId: IdParam }),
  body: PatrolRulesInput,
  response: PatrolRules,
})
