import type { ErrorCode } from '@tenfour/contract'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { RedisClientType } from 'redis'
import { AppError } from '../errors.ts'

const HOUR_SECONDS = 60 * 60

/** By a member's id, or by whatever else tells callers apart. */
export type HourlyLimit = (caller: number | string) => Promise<void>

/**
 * Counts what a member does within an hour and refuses what is beyond `max`. With Redis all portals count together. A caller that would
 * try again by itself needs another code.
 */
export function createHourlyLimit(
  name: string,
  max: number,
  redis: RedisClientType | undefined,
  code: ErrorCode = 'too_many_attempts',
): HourlyLimit {
  const options = { keyPrefix: `hourly:${name}`, points: Number.MAX_SAFE_INTEGER, duration: HOUR_SECONDS }
  const memory = new RateLimiterMemory(options)
  // While Redis can't be reached, each portal counts its own.
  const counts: RateLimiterAbstract = redis
    ? new RateLimiterRedis({ ...options, storeClient: redis, useRedisPackage: true, insuranceLimiter: memory })
    : memory
  return async (caller) => {
    const { consumedPoints, msBeforeNext } = await counts.penalty(caller, 1)
    if (consumedPoints <= max) return
    const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000))
    throw new AppError(code, `At most ${max} of these an hour: wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`)
  }
}
