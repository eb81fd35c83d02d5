/** The place in the list that a key leads to: arrows, Home, End, or the digit of one of the first nine. Null for other keys. */
export function chosenByKey(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown' || key === 'ArrowRight') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp' || key === 'ArrowLeft') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const digit = /^[1-9]$/.test(key) ? Number(key) - 1 : count
  return digit < count ? digit : null
}
