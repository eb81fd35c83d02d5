/** The widths of a header's controls beside its main action, in pixels. */
export type HeaderWidths = {
  /** The filters as chips, and as one field; 0 where there are none. */
  readonly chips: number
  readonly field: number
  /** The other actions, most important first. */
  readonly actions: readonly number[]
  /** The button of the menu, and the gap between two controls. */
  readonly menu: number
  readonly gap: number
}

/** How filters are shown, and how many of the actions. The other actions are in the menu. */
export type Fold = { readonly filters: 'chips' | 'field' | 'menu'; readonly actions: number }

/** Folds as little as fits into `room`: first the chips become a field, then the last actions go into the menu, then the filters. */
export function foldFor(room: number, { chips, field, actions, menu, gap }: HeaderWidths): Fold {
  const fits = (...widths: readonly number[]) => {
    const shown = widths.filter((width) => width > 0)
    return shown.reduce((sum, width) => sum + width + gap, -gap) <= room
  }
  const all = actions.length
  if (fits(chips, ...actions)) return { filters: 'chips', actions: all }
  if (fits(field, ...actions)) return { filters: 'field', actions: all }
  for (let shown = all - 1; shown >= 0; shown -= 1) {
    if (fits(field, ...actions.slice(0, shown), menu)) return { filters: 'field', actions: shown }
  }
  return { filters: 'menu', actions: 0 }
}
