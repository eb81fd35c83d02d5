import type { Outbox } from './outbox.ts'

/** What the portal made of it: done with, not reached, or reached and failed over it. */
export type Outcome = 'done' | 'again' | 'failed'

type Options<T> = {
  readonly outbox: Outbox<T>
  readonly send: (id: string, item: T) => Promise<Outcome>
  readonly isConnected: () => boolean
  /** Given up: the portal fails over it, and not over what comes after it. */
  readonly onGivenUp: (item: T) => void
  readonly retryMs?: number
}

const TRIES = 5
const LONGEST_WAIT = 15

/** Hands over what the outbox holds, oldest first and one at a time, so that the portal sees things in the order in which they happened. */
export function createDelivery<T>({ outbox, send, isConnected, onGivenUp, retryMs = 2000 }: Options<T>) {
  let isRunning = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const deliver = async (entry: { id: string; item: T }): Promise<Outcome> => {
    const outcome = await send(entry.id, entry.item)
    if (outcome === 'done') outbox.done(entry.id)
    return outcome
  }
  /** Whether the portal is well, and the fault lies in what it was given: then the next one goes through, and this one fails still. */
  const isPoison = async (): Promise<boolean> => {
    const next = outbox.next(1)
    return next !== undefined && (await deliver(next)) === 'done'
  }
  const run = async () => {
    if (isRunning) return
    isRunning = true
    clearTimeout(timer)
    try {
      for (let entry = outbox.next(); entry && isConnected(); entry = outbox.next()) {
        const outcome = await deliver(entry)
        if (outcome === 'done') {
          failures = 0
          continue
        }
        failures = outcome === 'failed' ? failures + 1 : 0
        if (failures >= TRIES && (await isPoison()) && (await deliver(entry)) === 'failed') {
          failures = 0
          outbox.setAside(entry.id)
          onGivenUp(entry.item)
          continue
        }
        timer = setTimeout(() => void run(), retryMs * Math.min(LONGEST_WAIT, Math.max(1, failures)))
        return
      }
    } finally {
      isRunning = false
    }
  }
  return { run: () => void run(), stop: () => clearTimeout(timer) }
}
