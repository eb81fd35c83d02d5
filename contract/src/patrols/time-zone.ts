import { isTimeZone, NO_SUCH_ZONE } from '../calendar.ts'
import { trimmed } from '../values.ts'

/** Accepted because older clients still send their time zone, but ignored: days and weeks are those of the community. */
export const TimeZone = trimmed(60).refine(isTimeZone, NO_SUCH_ZONE).default('UTC')
