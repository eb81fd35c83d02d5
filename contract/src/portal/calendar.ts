import { z } from 'zod'
import { admin, keyOnly } from '../access.ts'
import { CommunityZone } from '../calendar.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Day, Instant } from '../values.ts'

export const listTimeZones = defineEndpoint({
  method: 'GET',
  path: '/api/calendar/time-zones',
  summary: 'The time zones that a community can choose',
  access: keyOnly,
  response: z.array(z.string()),
})

const CalendarState = z.object({
  today: Day,
  /** The week that counts for quotas now, from Monday. */
  weekStartsAt: Instant,
  weekEndsAt: Instant,
  /** Members on leave today. */
  onLeave: z.int(),
})

/** What a change of the community's time zone moves. Weeks and months that are over, and moments such as the expiry of a warrant, stay. */
export const CalendarPreview = z.object({
  before: CalendarState,
  after: CalendarState,
  /** How many minutes later days begin from tomorrow on; negative if they begin earlier. */
  laterMinutes: z.int(),
  /** Leave that is not over: it begins or ends at another moment. */
  leaves: z.int(),
  /** Licences that have not expired: they expire at another moment. */
  licences: z.int(),
  /** Vehicles whose registration or insurance has not expired. */
  vehicles: z.int(),
})
export type CalendarPreview = z.infer<typeof CalendarPreview>

export const previewTimeZone = defineEndpoint({
  method: 'GET',
  path: '/api/calendar/preview',
  summary: "What a change of the community's time zone would move",
  access: admin,
  query: z.object({ timeZone: CommunityZone }),
  response: CalendarPreview,
})
