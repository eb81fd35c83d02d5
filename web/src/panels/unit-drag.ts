import { z } from 'zod'

/** The drag data type for units. */
const UNIT_DRAG_TYPE = 'application/x-tenfour-unit'
/** The most units that can be sent at once. */
export const MAX_DRAGGED = 20
const UserIds = z.array(z.int().positive()).min(1).max(MAX_DRAGGED)

type Dragged = { readonly userId: number; readonly identifier: string }

/** '4L12', or '4L12, 4L20 and 3 more'. */
export function signsInShort(signs: readonly string[], most = 3): string {
  if (signs.length <= most) return signs.join(', ')
  return `${signs.slice(0, most - 1).join(', ')} and ${signs.length - most + 1} more`
}

/** Puts units on the drag, with their call signs as the drag image instead of the whole row. */
export function carryUnits(data: DataTransfer, units: readonly Dragged[], imageClass: string): void {
  const text = signsInShort(units.map(({ identifier }) => identifier))
  data.setData(UNIT_DRAG_TYPE, JSON.stringify(units.map(({ userId }) => userId)))
  data.setData('text/plain', text)
  data.effectAllowed = 'move'
  const image = document.createElement('div')
  image.className = imageClass
  image.textContent = text
  document.body.append(image)
  data.setDragImage(image, -10, 14)
  // The browser captures the drag image right after this event.
  setTimeout(() => image.remove())
}

/** Whether units are being dragged; which ones is only readable on drop. */
export const carriesUnits = (data: DataTransfer): boolean => data.types.includes(UNIT_DRAG_TYPE)

/** The dropped units; empty if something else was dropped. */
export function droppedUnits(data: Pick<DataTransfer, 'getData'>): readonly number[] {
  try {
    return UserIds.safeParse(JSON.parse(data.getData(UNIT_DRAG_TYPE))).data ?? []
  } catch {
    return []
  }
}
