/**
 * The rows of a list while it is held. Existing rows keep their places, even when their call is over, so that a click or key never hits
 * another row than intended; new rows are added below.
 */
export function heldOrder(shown: readonly number[], wanted: readonly number[]): readonly number[] {
  const known = new Set(shown)
  const added = wanted.filter((id) => !known.has(id))
  return added.length === 0 ? shown : [...shown, ...added]
}

/** For rows under headings, where nothing can be added below: the order is kept as it is. */
export const keptOrder = (shown: readonly number[]): readonly number[] => shown

export const isSameOrder = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])
