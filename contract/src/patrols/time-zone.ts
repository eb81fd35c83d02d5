import { isTimeZone, NO_SUCH_ZONE } from '../calendar.ts'
import { trimmed } from '../values.ts'

/** Accepted for callers that still name the time zone of their reader. It no longer counts: days and weeks are those of the community. */
export const TimeZone = trimmed(60).refine(isTimeZone, NO_SUCH_ZONE).default('UTC')
