import { useSyncExternalStore } from 'react'

const SECOND = 1000

/** A clock that ticks on every full second for as long as anyone listens. */
export function createClock() {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let now = 0

  const read = () => {
    now = Math.floor(Date.now() / SECOND) * SECOND
  }
  const waitForTick = () => {
    timer = setTimeout(tick, SECOND - (Date.now() % SECOND))
  }
  const tick = () => {
    read()
    waitForTick()
    for (const listener of listeners) listener()
  }
  return {
    /** The same until the next tick, so that everything on the page says the same time. */
    now: () => {
      if (timer === undefined) read()
      return now
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      if (timer === undefined) {
        read()
        waitForTick()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}

const clock = createClock()

/** What `select` makes of the time. One timer serves the whole page, and a component is drawn again only when its answer changes. */
export const useClock = <T extends string | number | boolean | null>(select: (now: number) => T): T =>
  useSyncExternalStore(clock.subscribe, () => select(clock.now()))
