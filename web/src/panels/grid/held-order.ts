/**
 * Which rows a list shows while someone is at it. What stood somewhere stays there, also when its call is over, so that a click or a key
 * never lands on another row than the one aimed at; what is new comes below.
 */
export function heldOrder(shown: readonly number[], wanted: readonly number[]): readonly number[] {
  const known = new Set(shown)
  const added = wanted.filter((id) => !known.has(id))
  return added.length === 0 ? shown : [...shown, ...added]
}

/** For rows that stand under headings, where nothing can be added below: they stay as they are. */
export const keptOrder = (shown: readonly number[]): readonly number[] => shown

export const isSameOrder = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])
