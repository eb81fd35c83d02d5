/** '14 h 20 min', '45 min', '0 min': how long, as it is said. */
export function duration(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours.toLocaleString('en')} h` : `${hours.toLocaleString('en')} h ${rest} min`
}

/** '19 h 04': how long, in a column where the digits line up. */
export function durationInColumn(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes))
  return `${Math.floor(whole / 60).toLocaleString('en')} h ${String(whole % 60).padStart(2, '0')}`
}
