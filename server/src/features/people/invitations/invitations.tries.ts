import { AppError } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/client-address.ts'
import { createCounter } from '../../../platform/limits/hourly.ts'
import { FAILED_JOINS } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import { MayNotReturn } from '../barred/barred.port.ts'

/** Forms an hour that may name an email address or Steam hex which another account has. */
export const TAKEN_AN_HOUR = { network: 5, invitation: 50 }
const AN_HOUR_SECONDS = 60 * 60

export type LimitTries = <T>(invitationId: number, address: string, work: () => Promise<T>) => Promise<T>

/**
 * Answers that an address or Steam hex is taken only so often, to each network and for each link, so that a link is no way to find out who has
 * an account. Every form is counted before it is looked at, and uncounted unless something was taken. Forms that fail for other reasons are counted
 * for their network alone, which may send many more of them.
 */
export function createTryLimit(redis: Redis | undefined): LimitTries {
  const counter = createCounter('invitation:taken', AN_HOUR_SECONDS, redis)
  const failed = createCounter('invitation:failed', AN_HOUR_SECONDS, redis)
  return async (invitationId, address, work) => {
    const network = networkOf(address)
    if ((await failed.penalty(network, 1)).consumedPoints > FAILED_JOINS) {
      throw new AppError(
        'too_many_attempts',
        'Too many forms with something wrong in them were sent from your network: try again in an hour',
      )
    }
    const keys = [
      { key: `${invitationId} ${network}`, max: TAKEN_AN_HOUR.network },
      { key: String(invitationId), max: TAKEN_AN_HOUR.invitation },
    ]
    const counted = await Promise.all(
      keys.map(async ({ key, max }) => ({ isOver: (await counter.penalty(key, 1)).consumedPoints > max, key })),
    )
    const uncount = () => Promise.all(counted.map(({ key }) => counter.reward(key, 1)))
    if (counted.some(({ isOver }) => isOver)) {
      await uncount()
      throw new AppError('too_many_attempts', 'Too many addresses that have an account: sign in, or try again in an hour')
    }
    try {
      const result = await work()
      await Promise.all([uncount(), failed.reward(network, 1)])
      return result
    } catch (error) {
      if (!isTaken(error)) await uncount()
      throw error
    }
  }
}

/** Someone who may not return is told so by address and Steam hex too. */
const isTaken = (error: unknown): boolean =>
  error instanceof MayNotReturn ||
  (error instanceof AppError && error.code !== 'invalid_input' && (error.field === 'emailAddress' || error.field === 'steamId'))
