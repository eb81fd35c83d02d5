const DAY_MS = 86_400_000

/** '1 day', '12 days': first and last day included. */
export function leaveLength(startsOn: string, endsOn: string): string {
  const days = Math.round((Date.parse(endsOn) - Date.parse(startsOn)) / DAY_MS) + 1
  return days === 1 ? '1 day' : `${days.toLocaleString('en')} days`
}
