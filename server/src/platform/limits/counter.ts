import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Redis } from '../redis/redis.ts'

/** Counts by key, each for so many seconds. With Redis all nodes count together; while it is away, each node counts its own. */
export function createCounter(keyPrefix: string, duration: number, redis: Redis | undefined): RateLimiterAbstract {
  const options = { keyPrefix, points: Number.MAX_SAFE_INTEGER, duration }
  const own = new RateLimiterMemory(options)
  if (!redis) return own
  return new RateLimiterRedis({ ...options, storeClient: clientOf(redis), useRedisPackage: true, insuranceLimiter: own })
}

type Script = { readonly keys: string[]; readonly arguments: string[] }

/** The commands that counting takes. */
const clientOf = (redis: Redis) => ({
  eval: (script: string, options: Script) => redis.run((client) => client.eval(script, options)),
  del: (key: string) => redis.run((client) => client.del(key)),
})
