/** '14 h 20 min', '45 min', '0 min'. */
export function duration(minutes: number): string {
  const total = Math.max(0, Math.floor(minutes))
  const [hours, rest] = [Math.floor(total / 60), total % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours.toLocaleString('en')} h` : `${hours.toLocaleString('en')} h ${rest} min`
}

/** '19 h 04': for columns, so that the digits line up. */
export function durationInColumn(minutes: number): string {
  const total = Math.max(0, Math.floor(minutes))
  return `${Math.floor(total / 60).toLocaleString('en')} h ${String(total % 60).padStart(2, '0')}`
}

/** '0:18', '6:21', '1:02:14': elapsed time to the second, never negative even if the clock runs behind. */
export function elapsed(milliseconds: number): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000))
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
