import { toPixel, type Sight } from '../../../map/engine/view.ts'
import type { Point } from '../../../map/island/geometry.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Place } from '../../../map/distance.ts'

/** A value that changes too often for React state. */
function createSignal<T>() {
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

const MARGIN = 40

/** Keeps the children of an element at these places while the map moves, one child for each, without rendering. */
export function usePlaced(places: readonly Place[], { sight: sights }: Pick<MapSignals, 'sight'>) {
  const layer = useRef<HTMLDivElement>(null)
  const put = useEffectEvent((sight: Sight) => {
    for (const [index, element] of [...(layer.current?.children ?? [])].entries()) {
      const place = places[index]
      if (!place || !(element instanceof HTMLElement)) continue
      const [left, top] = toPixel(sight, [place.x, place.y])
      const isSeen = left > -MARGIN && top > -MARGIN && left < sight.width + MARGIN && top < sight.height + MARGIN
      element.style.visibility = isSeen ? '' : 'hidden'
      if (isSeen) element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
    }
  })
  useEffect(() => sights.subscribe((sight) => put(sight)), [sights])
  useEffect(() => {
    const sight = sights.get()
    if (sight) put(sight)
  }, [places, sights])
  return layer
}
