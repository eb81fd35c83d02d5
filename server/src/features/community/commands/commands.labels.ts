/** '4 h 05 min', '12 min'. */
export function durationWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
}

export const counted = (count: number, one: string, several = `${one}s`): string => `${count} ${count === 1 ? one : several}`

/** As many lines as fit, and how many are left. */
export function shownLines(lines: readonly string[], max: number): string[] {
  const left = lines.length - max
  return left > 0 ? [...lines.slice(0, max), `and ${left} more`] : [...lines]
}

/** An instant as Discord shows it, in the reader's own time. */
export const clock = (instant: string): string => `<t:${Math.floor(Date.parse(instant) / 1000)}:t>`
