/** So many at once, and one more after each interval. Nobody who plays comes near it; a game that was tampered with does. */
const LIMITS = {
  call: { burst: 5, everyMs: 12_000 },
  panic: { burst: 3, everyMs: 10_000 },
  command: { burst: 15, everyMs: 2000 },
  tablet: { burst: 6, everyMs: 4000 },
  ready: { burst: 5, everyMs: 10_000 },
  clash: { burst: 8, everyMs: 10_000 },
} as const
export type Limited = keyof typeof LIMITS

type Bucket = { left: number; at: number; isTold: boolean }

/** How often each player may do something: whatever a game sends costs the server's disk and the portal something. */
export function createLimits(now: () => number = Date.now) {
  const buckets = new Map<string, Bucket>()
  return {
    /** 'told already' where it has been refused before without a pause: saying so again would be a flood of its own. */
    take: (source: number, what: Limited): 'allowed' | 'refused' | 'told already' => {
      const { burst, everyMs } = LIMITS[what]
      const key = `${source} ${what}`
      const bucket = buckets.get(key) ?? { left: burst, at: now(), isTold: false }
      const left = Math.min(burst, bucket.left + (now() - bucket.at) / everyMs)
      const isAllowed = left >= 1
      buckets.set(key, { left: isAllowed ? left - 1 : left, at: now(), isTold: !isAllowed })
      if (isAllowed) return 'allowed'
      return bucket.isTold ? 'told already' : 'refused'
    },
    forget: (source: number) => {
      for (const what of Object.keys(LIMITS)) buckets.delete(`${source} ${what}`)
    },
  }
}
export type Limits = ReturnType<typeof createLimits>
