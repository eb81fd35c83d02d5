import type { MapEngine } from '../../../map/engine/engine.ts'

const STEP = 120

type Actions = { readonly find: () => void; readonly follow: () => void; readonly place: () => void; readonly leave: () => void }

/** The map's keys while it has focus: arrows, + and −, 0 for the whole island, F to follow, N for a call at the centre, / to find. */
export function onMapKey(event: KeyboardEvent, engine: MapEngine | null, { find, follow, place, leave }: Actions): void {
  if (!engine || event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
  switch (event.key) {
    case 'ArrowLeft':
      engine.view.panBy(-STEP, 0)
      break
    case 'ArrowRight':
      engine.view.panBy(STEP, 0)
      break
    case 'ArrowUp':
      engine.view.panBy(0, -STEP)
      break
    case 'ArrowDown':
      engine.view.panBy(0, STEP)
      break
    case '+':
    case '=':
      engine.view.zoomBy(1)
      break
    case '-':
      engine.view.zoomBy(-1)
      break
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
  event.preventDefault()
  event.stopPropagation()
}
