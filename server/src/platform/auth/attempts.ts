import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { RedisClientType } from 'redis'

/** How many tries are free, within an hour without one, before each has to wait for the next. */
export const FREE_TRIES = { account: 5, address: 20 }
const MEMORY_SECONDS = 60 * 60
const LONGEST_WAIT_SECONDS = 5 * 60

export type Attempt = {
  /** More than none: the try is refused unseen, and would be until then. */
  readonly waitSeconds: number
  readonly succeeded: () => Promise<void>
}
export type AttemptGuard = {
  /** `place`: by what the account knows from where the try comes. Its tries are counted by themselves, without those of strangers. */
  readonly begin: (account: string, address: string, place?: string) => Promise<Attempt>
}

/**
 * Counts tries by account and by address. A try is counted before its password is looked at, so that a hundred at once do not slip
 * through together; a right one is taken back. Past the free tries each one claims a wait twice as long as the last, in which no other
 * is looked at.
 */
export function createAttemptGuard(redis?: RedisClientType): AttemptGuard {
  const limiter = (keyPrefix: string): RateLimiterAbstract => {
    const options = { keyPrefix, points: Number.MAX_SAFE_INTEGER, duration: MEMORY_SECONDS }
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, useRedisPackage: true }) : new RateLimiterMemory(options)
  }
  const byAccount = { free: FREE_TRIES.account, tries: limiter('tries:account'), waits: limiter('waits:account') }
  const byAddress = { free: FREE_TRIES.address, tries: limiter('tries:address'), waits: limiter('waits:address') }

  type Counted = { readonly waitSeconds: number; readonly takeBack: () => Promise<unknown> }
  const count = async ({ free, tries, waits }: typeof byAccount, key: string): Promise<Counted> => {
    const { consumedPoints } = await tries.penalty(key, 1)
    const uncount = () => tries.reward(key, 1)
    if (consumedPoints < free) return { waitSeconds: 0, takeBack: uncount }
    const customDuration = Math.min(2 ** (consumedPoints - free), LONGEST_WAIT_SECONDS)
    const claim = await waits.penalty(key, 1, { customDuration })
    if (claim.consumedPoints > 1) return { waitSeconds: Math.max(1, Math.ceil(claim.msBeforeNext / 1000)), takeBack: uncount }
    return { waitSeconds: 0, takeBack: () => Promise.all([uncount(), waits.delete(key)]) }
  }

  return {
    begin: async (emailAddress, address, place) => {
      // Without a line feed: nobody reaches the count of a place by way of what they call the account.
      const name = emailAddress.trim().toLowerCase().replace(/\s+/g, ' ')
      const account = place === undefined ? name : `${name}\n${place}`
      const counted = [await count(byAddress, address)]
      // An address that has to wait leaves no trace of the accounts that it makes up.
      if (counted[0]?.waitSeconds === 0) counted.push(await count(byAccount, account))
      const waitSeconds = Math.max(...counted.map((each) => each.waitSeconds))
      // A refused try was no guess: it must not make the wait of an honest user who presses the button again any longer, nor claim the wait
      // of the other count.
      if (waitSeconds > 0) await Promise.all(counted.map((each) => each.takeBack()))
      return {
        waitSeconds,
        succeeded: async () => {
          await Promise.all([byAccount.tries.delete(account), byAccount.waits.delete(account), byAddress.tries.reward(address, 1)])
        },
      }
    },
  }
}
