import { toPixel, type Sight } from '../../../map/engine/view.ts'
import type { Point } from '../../../map/island/geometry.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Place } from '../../../map/distance.ts'
import { shownLabels, type Label } from './shown-labels.ts'
import { spread } from './spread.ts'

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
/** A marker's size: of markers that would overlap, the one of lower rank stays. */
const MARKER = 28

/** The label of a place. Of labels that would overlap, the one of lower rank is shown. */
export type PlaceLabel = { readonly text: string; readonly rank: number }
/** Where the label is, as the style of the markers has it. */
const LABEL = { left: 7, top: -24, perLetter: 6.6, padding: 8, height: 15 } as const

/**
 * Keeps the children of an element at these places while the map moves, one child for each, without rendering. Children with labels stand
 * apart, so that each can be pressed; one whose label would lie under another's is `data-quiet`.
 */
export function usePlaced(places: readonly Place[], { sight: sights }: Pick<MapSignals, 'sight'>, labels?: readonly PlaceLabel[]) {
  const layer = useRef<HTMLDivElement>(null)
  const put = useEffectEvent((sight: Sight) => {
    const seen: { readonly element: HTMLElement; readonly at: Point; readonly label: PlaceLabel | undefined }[] = []
    const labelled: { readonly element: HTMLElement; readonly label: Label }[] = []
    for (const [index, element] of [...(layer.current?.children ?? [])].entries()) {
      const place = places[index]
      if (!place || !(element instanceof HTMLElement)) continue
      const [left, top] = toPixel(sight, [place.x, place.y])
      const isSeen = left > -MARGIN && top > -MARGIN && left < sight.width + MARGIN && top < sight.height + MARGIN
      element.style.visibility = isSeen ? '' : 'hidden'
      if (!isSeen) continue
      seen.push({ element, at: [left, top], label: labels?.[index] })
    }
    const ranked = labels ? seen.toSorted((one, other) => (one.label?.rank ?? 0) - (other.label?.rank ?? 0)) : seen
    const points = ranked.map(({ at }) => at)
    const apart = labels ? spread(points, MARKER) : points
    for (const [index, { element, label }] of ranked.entries()) {
      const [left, top] = apart[index] ?? [0, 0]
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
      if (!label) continue
      const width = label.text.length * LABEL.perLetter + LABEL.padding
      labelled.push({ element, label: { left: left + LABEL.left, top: top + LABEL.top, width, height: LABEL.height, rank: label.rank } })
    }
    const shown = shownLabels(labelled.map(({ label }) => label))
    for (const [index, { element }] of labelled.entries()) element.toggleAttribute('data-quiet', !shown.has(index))
  })
  useEffect(() => sights.subscribe((sight) => put(sight)), [sights])
  useEffect(() => {
    const sight = sights.get()
    if (sight) put(sight)
  }, [places, labels, sights])
  return layer
}
