import { z } from 'zod'
import { signedIn } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { TimeZone } from './time-zone.ts'

export const TopPatrol = z.object({
  userId: z.int(),
  name: z.string(),
  minutes: z.int(),
  calls: z.int(),
})
export type TopPatrol = z.infer<typeof TopPatrol>

/** `days7`: the last seven times 24 hours. The week begins on Monday. */
export const TopPeriod = z.enum(['days7', 'week', 'month', 'all'])
export type TopPeriod = z.infer<typeof TopPeriod>
export const TopOrder = z.enum(['hours', 'calls'])
export type TopOrder = z.infer<typeof TopOrder>

export const listTopPatrols = defineEndpoint({
  method: 'GET',
  path: '/api/user/getTopUserPatrols',
  summary: 'Who patrolled the most: in the last seven days, this week, this month or ever, by hours or by calls',
  access: signedIn,
  query: z.object({ period: TopPeriod.default('days7'), by: TopOrder.default('hours'), timeZone: TimeZone }),
  response: z.array(TopPatrol),
})
