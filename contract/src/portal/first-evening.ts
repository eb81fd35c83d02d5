import { z } from 'zod'
import { admin } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { DepartmentId } from '../people/departments.ts'
import { countedList } from '../values.ts'

/** The steps of a founder's first evening, in order. */
export const EveningStep = z.enum(['name', 'departments', 'join', 'server', 'people', 'discord', 'cad'])
export type EveningStep = z.infer<typeof EveningStep>

/** The checklist of a new portal, which belongs to the community: one admin hides it from all of them. */
export const FirstEvening = z.object({
  /** Whether the home page of admins has the checklist: until every step is done or an admin hides it, and when it is shown again. */
  isOpen: z.boolean(),
  /** The steps that are done, from what the portal knows. */
  done: z.array(EveningStep),
  accounts: z.int(),
  /** The community does not use Discord, which is all that its step needs. */
  isWithoutDiscord: z.boolean().optional(),
})
export type FirstEvening = z.infer<typeof FirstEvening>

export const getFirstEvening = defineEndpoint({
  method: 'GET',
  path: '/api/setup/first-evening',
  summary: 'The steps of a new portal, and which of them are done',
  access: admin,
  response: FirstEvening,
})

export const showFirstEvening = defineEndpoint({
  method: 'PUT',
  path: '/api/setup/first-evening',
  summary: 'Hide the steps of a new portal from all admins, or show them again',
  access: admin,
  body: z.object({ isOpen: z.boolean() }),
  response: FirstEvening,
})

export const goWithoutDiscord = defineEndpoint({
  method: 'PUT',
  path: '/api/setup/first-evening/discord',
  summary: 'Say whether the community does without Discord, whose step is done then',
  access: admin,
  body: z.object({ isWithoutDiscord: z.boolean() }),
  response: FirstEvening,
})

export const choosePlayedDepartments = defineEndpoint({
  method: 'PUT',
  path: '/api/setup/first-evening/departments',
  summary: 'Choose the departments that the community plays; the others are retired, and nobody leaves them',
  access: admin,
  body: z.object({ departmentIds: countedList(z.array(DepartmentId).min(1, 'Choose at least one department').max(200)) }),
  response: FirstEvening,
})
