import { createCounter } from '../limits/hourly.ts'
import type { Redis } from '../redis/redis.ts'

/** Free attempts before delays apply. Counters reset after an hour without an attempt. */
export const FREE_TRIES = { account: 5, address: 20 }
const MEMORY_SECONDS = 60 * 60
const LONGEST_WAIT_SECONDS = 5 * 60

export type Attempt = {
  /** If positive, the attempt is refused without checking, for this long. */
  readonly waitSeconds: number
  readonly succeeded: () => Promise<void>
}
export type AttemptGuard = {
  /** `place` identifies a location the account has signed in from before. Its attempts are counted separately from those of strangers. */
  readonly begin: (account: string, address: string, place?: string) => Promise<Attempt>
}

/**
 * Counts attempts by account and by address. An attempt is counted before its password is checked, so that a hundred concurrent ones can't
 * slip through; a successful one is uncounted. Past the free attempts each one imposes a delay twice as long as the previous, during which
 * no other is checked.
 */
export function createAttemptGuard(redis?: Redis): AttemptGuard {
  const limiter = (keyPrefix: string) => createCounter(keyPrefix, MEMORY_SECONDS, redis)
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
      // Line feeds are removed, so that a crafted account name can't collide with the key of a place.
      const name = emailAddress.trim().toLowerCase().replace(/\s+/g, ' ')
      const account = place === undefined ? name : `${name}\n${place}`
      const counted = [await count(byAddress, address)]
      // A delayed address creates no counters for the account names it tries.
      if (counted[0]?.waitSeconds === 0) counted.push(await count(byAccount, account))
      const waitSeconds = Math.max(...counted.map((each) => each.waitSeconds))
      // A refused attempt was no guess: it must not lengthen the delay of an honest user who clicks again, nor start a delay on the other
      // counter.
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
