import type { Sight } from '../../../map/engine/view.ts'
import type { Point } from '../../../map/island/geometry.ts'

/** A value that changes too often for React state. */
export function createSignal<T>() {
  const listeners = new Set<(value: T) => void>()
  let last: T | undefined
  return {
    get: () => last,
    set: (value: T) => {
      last = value
      for (const listener of listeners) listener(value)
    },
    subscribe: (listener: (value: T) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const createSignals = () => ({
  sight: createSignal<Sight>(),
  /** Where the pointer is, in the game's coordinates. */
  pointer: createSignal<Point | null>(),
  /** The call that a dragged unit is over. */
  target: createSignal<number | null>(),
})
export type MapSignals = ReturnType<typeof createSignals>
