import { useSyncExternalStore } from 'react'

const SECOND = 1000

/** A clock that ticks on every full second while it has listeners. */
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
    /** Constant until the next tick, so that everything on the page shows the same time. */
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

/** Derives a value from the time. One timer serves the whole page, and a component rerenders only when its value changes. */
export const useClock = <T extends string | number | boolean | null>(select: (now: number) => T): T =>
  useSyncExternalStore(clock.subscribe, () => select(clock.now()))
