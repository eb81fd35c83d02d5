import { LOOKUPS_AN_HOUR, SEARCHES_A_SECOND } from '@tenfour/contract'
import { AppError } from '../../../platform/errors.ts'
import { createCounter } from '../../../platform/limits/hourly.ts'
import type { Redis } from '../../../platform/redis/redis.ts'

export type LookupLimits = { readonly searchesASecond: number; readonly lookupsAnHour: number }
export const LOOKUP_LIMITS: LookupLimits = { searchesASecond: SEARCHES_A_SECOND, lookupsAnHour: LOOKUPS_AN_HOUR }

const HOUR_SECONDS = 60 * 60
/** Searches are counted over a few seconds, so that a fast typist is not refused. */
const BURST_SECONDS = 3
/** This many refused searches within an hour no longer come from typing. */
const REFUSED_SEARCHES = 20

type Deps = {
  /** The name under which searches and lookups are counted. */
  readonly name: string
  readonly limits?: LookupLimits | undefined
  /** Portals with the same Redis share their counts. */
  readonly redis?: Redis | undefined
  /** Called at most once an hour for each member. Must not fail. */
  readonly onExceeded?: (userId: number, words: string) => void
}

/** Counts the searches and lookups of each member, whichever unit they are. */
export function createLookupLimits({ name, limits = LOOKUP_LIMITS, redis, onExceeded }: Deps) {
  const searches = createCounter(`${name}:searches`, BURST_SECONDS, redis)
  const refused = createCounter(`${name}:refused`, HOUR_SECONDS, redis)
  const lookups = createCounter(`${name}:opened`, HOUR_SECONDS, redis)
  const told = createCounter(`${name}:told`, HOUR_SECONDS, redis)

  const tellOnce = async (userId: number, words: string): Promise<void> => {
    if (onExceeded && (await told.penalty(userId, 1)).consumedPoints === 1) onExceeded(userId, words)
  }

  return {
    search: async (userId: number): Promise<void> => {
      const { consumedPoints } = await searches.penalty(userId, 1)
      if (consumedPoints <= limits.searchesASecond * BURST_SECONDS) return
      if ((await refused.penalty(userId, 1)).consumedPoints >= REFUSED_SEARCHES) {
        await tellOnce(userId, `more than ${limits.searchesASecond} searches a second, again and again`)
      }
      throw new AppError('too_many_attempts', `At most ${limits.searchesASecond} searches a second: wait a moment`)
    },

    lookup: async (userId: number): Promise<void> => {
      const { consumedPoints, msBeforeNext } = await lookups.penalty(userId, 1)
      if (consumedPoints <= limits.lookupsAnHour) return
      await tellOnce(userId, `more than ${limits.lookupsAnHour} lookups within an hour`)
      const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000))
      throw new AppError(
        'too_many_attempts',
        `You made ${limits.lookupsAnHour} lookups within an hour: wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
      )
    },
  }
}
