import type { MapEngine } from '../../../map/engine/engine.ts'

const STEP = 120

type Actions = { readonly find: () => void; readonly follow: () => void; readonly place: () => void; readonly leave: () => void }

/** The map's keys while it has focus: arrows, + and −, 0 for the whole island, F to follow, N for a call at the centre, / to find. */
export function onMapKey(event: KeyboardEvent, engine: MapEngine | null, { find, follow, place, leave }: Actions): void {
  if (!engine || event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
  if (moveMap(event.key, engine)) return stop(event)
  switch (event.key) {
    case '0':
      engine.view.showAll()
      break
    case 'f':
    case 'F':
      follow()
      break
    case 'n':
    case 'N':
      place()
      break
    case '/':
      find()
      break
    case 'Escape':
      leave()
      break
    default:
      return
  }
  stop(event)
}

/** Arrows, + and −. Returns whether the key is one of them. */
export function moveMap(key: string, { view }: MapEngine): boolean {
  switch (key) {
    case 'ArrowLeft':
      view.panBy(-STEP, 0)
      return true
    case 'ArrowRight':
      view.panBy(STEP, 0)
      return true
    case 'ArrowUp':
      view.panBy(0, -STEP)
      return true
    case 'ArrowDown':
      view.panBy(0, STEP)
      return true
    case '+':
    case '=':
      view.zoomBy(1)
      return true
    case '-':
      view.zoomBy(-1)
      return true
    default:
      return false
  }
}

function stop(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
