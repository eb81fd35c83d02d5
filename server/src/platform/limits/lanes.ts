import { AppError } from '../errors.ts'
import type { LaneLimits } from './limits.ts'

export const tooMany = () => new AppError('too_many_attempts', 'Too much at once: wait a moment and try again')

/** A slot in a lane, either running or queued. */
export type Place = {
  readonly isWaiting: () => boolean
  /** Call when done or cancelled. Idempotent. */
  readonly leave: () => void
}
export type Lanes<K> = {
  /** Undefined if the queue is full. `start` is only called for entries that had to wait. */
  readonly enter: (key: K, start: () => void) => Place | undefined
  /** Runs the work when its turn comes. */
  readonly run: <T>(key: K, work: () => Promise<T>) => Promise<T>
  /** For tests: callers with nothing in flight must leave no entry. */
  readonly size: () => number
}

type Lane = { active: number; readonly waiting: Set<Waiting> }
type Waiting = { start: (() => void) | undefined }

/** One lane per caller: up to `atOnce` run, up to `waiting` queue, the rest are refused. Callers don't wait for each other. */
export function createLanes<K>({ atOnce, waiting: maxWaiting }: LaneLimits): Lanes<K> {
  const lanes = new Map<K, Lane>()

  const leave = (key: K, lane: Lane): void => {
    const [next] = lane.waiting
    if (next) {
      lane.waiting.delete(next)
      const { start } = next
      next.start = undefined
      start?.()
      return
    }
    lane.active -= 1
    if (lane.active === 0) lanes.delete(key)
  }

  const enter: Lanes<K>['enter'] = (key, start) => {
    let lane = lanes.get(key)
    if (!lane) lanes.set(key, (lane = { active: 0, waiting: new Set() }))
    const own = lane
    const place: Waiting = { start: undefined }
    if (own.active < atOnce) own.active += 1
    else if (own.waiting.size < maxWaiting) {
      place.start = start
      own.waiting.add(place)
    } else return undefined
    let isLeft = false
    return {
      isWaiting: () => place.start !== undefined,
      leave: () => {
        if (isLeft) return
        isLeft = true
        if (place.start === undefined) return leave(key, own)
        place.start = undefined
        own.waiting.delete(place)
      },
    }
  }

  return {
    enter,
    run: async (key, work) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const place = enter(key, resolve)
      if (!place) throw tooMany()
      try {
        if (place.isWaiting()) await promise
        return await work()
      } finally {
        place.leave()
      }
    },
    size: () => lanes.size,
  }
}
