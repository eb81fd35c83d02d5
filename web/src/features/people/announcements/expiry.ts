const DAY_MS = 24 * 60 * 60_000

export const EXPIRY_PRESETS = [
  { label: '1 day', days: 1 },
  { label: '3 days', days: 3 },
  { label: '1 week', days: 7 },
  { label: '1 month', days: 30 },
] as const

export const expiryAfter = (days: number, now: Date): string => new Date(now.getTime() + days * DAY_MS).toISOString()

export const isPast = (instant: string | null, now: Date): boolean => instant !== null && new Date(instant) <= now
