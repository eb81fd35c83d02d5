import type { Grant, GrantKind } from '@tenfour/contract'

export const KIND_WORDS: Readonly<Record<GrantKind, string>> = { ridealong: 'ride-along', pass: 'pass' }

const WHITELIST_WORDS = { prod: 'the game servers', dev: 'the development servers' } as const

/** 'for the game servers', 'with LSPD'; empty if there is nothing to say. */
export function whatFor({ whitelist, department }: Pick<Grant, 'whitelist' | 'department'>): string {
  if (whitelist) return ` for ${WHITELIST_WORDS[whitelist]}`
  return department ? ` with ${department.name}` : ''
}

export const hoursWords = (hours: number): string => {
  const days = hours / 24
  if (hours >= 48 && Number.isInteger(days)) return `${days} days`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

/** An instant that Discord shows in the reader's own time. */
export const at = (instant: string | null): string => (instant === null ? '' : `<t:${Math.floor(Date.parse(instant) / 1000)}:f>`)
