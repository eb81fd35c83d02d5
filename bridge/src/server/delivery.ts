import type { Outbox } from './outbox.ts'

/** What the portal made of it: done with, or to be tried again. */
export type Outcome = 'done' | 'again'

type Options<T> = {
  readonly outbox: Outbox<T>
  readonly send: (id: string, item: T) => Promise<Outcome>
  readonly isConnected: () => boolean
  readonly retryMs?: number
}

/** Hands over what the outbox holds, oldest first and one at a time, so that the portal sees things in the order in which they happened. */
export function createDelivery<T>({ outbox, send, isConnected, retryMs = 2000 }: Options<T>) {
  let isRunning = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = async () => {
    if (isRunning) return
    isRunning = true
    clearTimeout(timer)
    try {
      for (let entry = outbox.next(); entry && isConnected(); entry = outbox.next()) {
        if ((await send(entry.id, entry.item)) === 'again') {
          timer = setTimeout(() => void run(), retryMs)
          return
        }
        outbox.done(entry.id)
      }
    } finally {
      isRunning = false
    }
  }
  return { run: () => void run(), stop: () => clearTimeout(timer) }
}
