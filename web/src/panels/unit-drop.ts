import { z } from 'zod'

/** What a dragged unit is called between panels. */
const UNIT_DRAG_TYPE = 'application/x-tenfour-unit'
const UserIds = z.array(z.int().positive()).min(1).max(20)

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
