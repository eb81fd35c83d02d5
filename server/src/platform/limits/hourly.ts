import type { ErrorCode } from '@tenfour/contract'
import { AppError } from '../errors.ts'
import type { Redis } from '../redis/redis.ts'
import { createCounter } from './counter.ts'

const HOUR_SECONDS = 60 * 60

/** By a member's id, or by whatever else tells callers apart. */
export type HourlyLimit = (caller: number | string) => Promise<void>

/**
 * Counts what a member does within an hour and refuses what is beyond `max`. With Redis all portals count together. A caller that would
 * try again by itself needs another code.
 */
export function createHourlyLimit(name: string, max: number, redis: Redis | undefined, code: ErrorCode = 'too_many_attempts'): HourlyLimit {
  const counts = createCounter(`hourly:${name}`, HOUR_SECONDS, redis)
  return async (caller) => {
    const { consumedPoints, msBeforeNext } = await counts.penalty(caller, 1)
    if (consumedPoints <= max) return
    const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000))
    throw new AppError(code, `At most ${max} of these an hour: wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`)
  }
}
