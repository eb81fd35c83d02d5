import type { ErrorCode } from '@tenfour/contract'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'
import type { Redis } from '../redis/redis.ts'

/** Counts by key, each for so many seconds. With Redis all nodes count together; while it is away, each node counts its own. */
export function createCounter(keyPrefix: string, duration: number, redis: Redis | undefined): RateLimiterAbstract {
  const options = { keyPrefix, points: Number.MAX_SAFE_INTEGER, duration }
  const own = new RateLimiterMemory(options)
  if (!redis) return own
  return new RateLimiterRedis({ ...options, storeClient: clientOf(redis), useRedisPackage: true, insuranceLimiter: own })
}

type Script = { readonly keys: string[]; readonly arguments: string[] }

/** The Redis commands that the counter uses. */
const clientOf = (redis: Redis) => ({
  eval: (script: string, options: Script) => redis.run((client) => client.eval(script, options)),
  del: (key: string) => redis.run((client) => client.del(key)),
})

const HOUR_SECONDS = 60 * 60

/** `caller` is a member's id, or any other text that identifies the caller. */
export type HourlyLimit = (caller: number | string) => Promise<void>

type Refusal = {
  /** Callers that retry automatically need another code. */
  readonly code?: ErrorCode
  /** `wait` is '12 minutes'. */
  readonly words?: (wait: string) => string
  readonly field?: string
}

/** Counts what a member does within an hour and refuses everything beyond `max`. With Redis all portals count together. */
export function createHourlyLimit(name: string, max: number, redis: Redis | undefined, refusal: Refusal = {}): HourlyLimit {
  const { code = 'too_many_attempts', field, words = (wait) => `At most ${max} of these an hour: wait ${wait}` } = refusal
  const counts = createCounter(`hourly:${name}`, HOUR_SECONDS, redis)
  return async (caller) => {
    const { consumedPoints, msBeforeNext } = await counts.penalty(caller, 1)
    if (consumedPoints <= max) return
    const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000))
    throw new AppError(code, words(`${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`), field)
  }
}
