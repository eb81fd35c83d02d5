/** The selected rows of a list; `anchor` is where a range began. The focused row is kept by the caller. */
export type RowSelection = { readonly anchor: number | null; readonly chosen: ReadonlySet<number> }
type Keys = { readonly isAdding?: boolean; readonly isStretching?: boolean }

export const NOTHING_CHOSEN: RowSelection = { anchor: null, chosen: new Set() }

/** The selection after a row is clicked, or reached with the arrow keys. */
export function choose(selection: RowSelection, order: readonly number[], id: number, { isAdding, isStretching }: Keys = {}): RowSelection {
  const { anchor, chosen } = selection
  if (isStretching && anchor !== null && order.includes(anchor)) {
    const [from, to] = [order.indexOf(anchor), order.indexOf(id)].toSorted((a, b) => a - b)
    return { anchor, chosen: new Set([...(isAdding ? chosen : []), ...order.slice(from, (to ?? 0) + 1)]) }
  }
  if (!isAdding) return { anchor: id, chosen: new Set([id]) }
  return { anchor: id, chosen: chosen.has(id) ? new Set([...chosen].filter((each) => each !== id)) : new Set([...chosen, id]) }
}

/** The rows an action applies to: the selected ones, or the row it was invoked on if that is not selected. */
export const actionTargets = (order: readonly number[], { chosen }: RowSelection, id: number): readonly number[] =>
  chosen.has(id) ? order.filter((each) => chosen.has(each)) : [id]
