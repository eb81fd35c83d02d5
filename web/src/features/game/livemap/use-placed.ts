import { useEffect, useEffectEvent, useRef } from 'react'
import type { Place } from '../../../map/distance.ts'
import { toPixel, type Sight } from '../../../map/engine/view.ts'
import type { MapSignals } from './map-signals.ts'

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
