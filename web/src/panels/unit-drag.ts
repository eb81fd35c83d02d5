import { z } from 'zod'

/** What dragged units are called between panels. */
const UNIT_DRAG_TYPE = 'application/x-tenfour-unit'
/** As many as can be sent at once. */
export const MAX_DRAGGED = 20
const UserIds = z.array(z.int().positive()).min(1).max(MAX_DRAGGED)

type Dragged = { readonly userId: number; readonly identifier: string }

/** '4L12', or '4L12, 4L20 and 3 more'. */
export function signsInShort(signs: readonly string[], most = 3): string {
  if (signs.length <= most) return signs.join(', ')
  return `${signs.slice(0, most - 1).join(', ')} and ${signs.length - most + 1} more`
}

/** Puts units on the pointer, drawn as a small sign with their call signs instead of a picture of the whole row. */
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
  // The browser takes its picture of it right after this event.
  setTimeout(() => image.remove())
}

/** Whether what is being dragged are units; which ones is only told on dropping. */
export const carriesUnits = (data: DataTransfer): boolean => data.types.includes(UNIT_DRAG_TYPE)

/** The units that were dropped; none where something else was. */
export function droppedUnits(data: Pick<DataTransfer, 'getData'>): readonly number[] {
  try {
    return UserIds.safeParse(JSON.parse(data.getData(UNIT_DRAG_TYPE))).data ?? []
  } catch {
    return []
  }
}
