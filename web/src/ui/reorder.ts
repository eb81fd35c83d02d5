/** The list with one entry moved. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** The index under the pointer: the number of entry centres above it. `from` is the dragged entry's original index. */
export function placeAt(middles: readonly number[], y: number, from: number): number {
  return middles.filter((middle, index) => index !== from && middle < y).length
}
