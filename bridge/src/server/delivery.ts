import type { Outbox } from './outbox.ts'

/**
 * `done`: accepted or finally refused. `again`: the portal was not reached, or asked to retry. `failed`: the portal had an internal error.
 */
export type Outcome = 'done' | 'again' | 'failed'

type Options<T> = {
  readonly outbox: Pick<Outbox<T>, 'next' | 'done' | 'setAside'>
  readonly send: (id: string, item: T) => Promise<Outcome>
  readonly isConnected: () => boolean
  /** Called when the portal keeps failing on this item but accepts the next one. */
  readonly onGivenUp: (item: T) => void
  readonly retryMs?: number
}

const MAX_ATTEMPTS = 5
const MAX_BACKOFF_FACTOR = 15

/** Sends the outbox's entries one at a time, oldest first, so that the portal receives them in order. */
export function createDelivery<T>({ outbox, send, isConnected, onGivenUp, retryMs = 2000 }: Options<T>) {
  let isRunning = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const deliver = async (entry: { id: string; item: T }): Promise<Outcome> => {
    const outcome = await send(entry.id, entry.item)
    if (outcome === 'done') outbox.done(entry.id)
    return outcome
  }
  /** Whether the item is at fault rather than the portal: the next item goes through. */
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
        if (failures >= MAX_ATTEMPTS && (await isPoison()) && (await deliver(entry)) === 'failed') {
          failures = 0
          outbox.setAside(entry.id)
          onGivenUp(entry.item)
          continue
        }
        timer = setTimeout(() => void run(), retryMs * Math.min(MAX_BACKOFF_FACTOR, Math.max(1, failures)))
        return
      }
    } finally {
      isRunning = false
    }
  }
  return { run: () => void run(), stop: () => clearTimeout(timer) }
}
