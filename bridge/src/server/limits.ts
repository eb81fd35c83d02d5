/** Token buckets: `burst` at once, refilled by one every `everyMs`. High enough that normal play never reaches them. */
const LIMITS = {
  call: { burst: 5, everyMs: 12_000 },
  panic: { burst: 3, everyMs: 10_000 },
  command: { burst: 15, everyMs: 2000 },
  tablet: { burst: 6, everyMs: 4000 },
  link: { burst: 4, everyMs: 10_000 },
  ready: { burst: 5, everyMs: 10_000 },
  clash: { burst: 8, everyMs: 10_000 },
  /** Lookups by scripts, per player. The portal has its own limits for each unit. */
  lookup: { burst: 10, everyMs: 1000 },
  /** Plates that a camera passes: two cameras look twice a second. */
  scan: { burst: 12, everyMs: 500 },
  read: { burst: 30, everyMs: 500 },
  /** Enough for a garage with all its vehicles. */
  save: { burst: 250, everyMs: 500 },
} as const
export type LimitedAction = keyof typeof LIMITS

type Bucket = { left: number; at: number; isNotified: boolean }

/** Rate limits per player, since every event costs the server's disk and the portal something. */
export function createLimits(now: () => number = Date.now) {
  const buckets = new Map<string, Bucket>()
  return {
    /** 'told already' if the previous attempt was refused too, so that the player is not flooded with notices. */
    take: (source: number, action: LimitedAction): 'allowed' | 'refused' | 'told already' => {
      const { burst, everyMs } = LIMITS[action]
      const key = `${source} ${action}`
      const bucket = buckets.get(key) ?? { left: burst, at: now(), isNotified: false }
      const left = Math.min(burst, bucket.left + (now() - bucket.at) / everyMs)
      const isAllowed = left >= 1
      buckets.set(key, { left: isAllowed ? left - 1 : left, at: now(), isNotified: !isAllowed })
      if (isAllowed) return 'allowed'
      return bucket.isNotified ? 'told already' : 'refused'
    },
    forget: (source: number) => {
      for (const action of Object.keys(LIMITS)) buckets.delete(`${source} ${action}`)
    },
  }
}
export type Limits = ReturnType<typeof createLimits>
