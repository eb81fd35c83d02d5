export type MenuPoint = { readonly x: number; readonly y: number }

/** Where a menu opens: at the pointer, or below the row where a key was pressed. */
export function menuPointOf(rowId: string, pointer?: MenuPoint): MenuPoint {
  const row = document.getElementById(rowId)?.getBoundingClientRect()
  return pointer ?? { x: (row?.left ?? 0) + 60, y: row?.bottom ?? 0 }
}
