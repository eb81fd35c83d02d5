import { z } from 'zod'
import { admin, keyOnly } from '../access.ts'
import { isTimeZone, NO_SUCH_ZONE, UTC_CALENDAR } from '../calendar.ts'
import { defineEndpoint } from '../endpoint.ts'
import type { Setting, SettingGroup } from '../setting.ts'
import { Day, Instant, trimmed } from '../values.ts'

/** The areas of the IANA time zone database. Other names are offsets, abbreviations and outdated aliases. */
const AREAS = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//

/** A time zone that a community may choose. The database has to know it as well. */
export const CommunityZone = trimmed(60, NO_SUCH_ZONE).refine((name) => name === 'UTC' || (AREAS.test(name) && isTimeZone(name)), {
  error: 'Choose a time zone from the list, such as Europe/Berlin',
})

const group: SettingGroup = { key: 'calendar', title: 'Calendar', help: 'The days that count for the whole community.' }

export const timeZoneSetting: Setting<string> = {
  key: 'calendar.time-zone',
  group,
  title: 'Time zone',
  help: 'Leave, licences, points, quotas and totals by day, week and month follow the days of this time zone. Times of day are shown to everyone in their own.',
  fallback: UTC_CALENDAR.timeZone,
  schema: CommunityZone,
  input: { kind: 'timeZone' },
  access: admin,
  env: null,
}

export const listTimeZones = defineEndpoint({
  method: 'GET',
  path: '/api/calendar/time-zones',
  summary: 'The time zones that a community can choose',
  access: keyOnly,
  response: z.array(z.string()),
})

const CalendarState = z.object({
  today: Day,
  /** The current week, which counts for quotas, from Monday. */
  weekStartsAt: Instant,
  weekEndsAt: Instant,
  /** Members on leave today. */
  onLeave: z.int(),
})

/** Dates that a change of the community's time zone moves. Weeks and months that are over, and moments such as the expiry of a warrant, stay. */
export const CalendarPreview = z.object({
  before: CalendarState,
  after: CalendarState,
  /** How many minutes later days begin from tomorrow on; negative if they begin earlier. */
  laterMinutes: z.int(),
  /** The number of leaves that are not over, which begin or end at another moment. */
  leaves: z.int(),
  /** The number of licences that have not expired, which expire at another moment. */
  licences: z.int(),
  /** The number of vehicles whose registration or insurance has not expired. */
  vehicles: z.int(),
})
export type CalendarPreview = z.infer<typeof CalendarPreview>

export const previewTimeZone = defineEndpoint({
  method: 'GET',
  path: '/api/calendar/preview',
  summary: "Preview the dates that a change of the community's time zone would move",
  access: admin,
  query: z.object({ timeZone: CommunityZone }),
  response: CalendarPreview,
})
