import type { Leave, Mark, MemberRow, RankPreview } from '@tenfour/contract'

export type LeaveState = 'current' | 'upcoming' | 'past' | 'ended'

/** Dates in this format can be compared as text. */
export function leaveState({ startsOn, endsOn, endedEarlyAt }: Leave, today: string): LeaveState {
  if (endedEarlyAt !== null) return 'ended'
  if (today > endsOn) return 'past'
  return today < startsOn ? 'upcoming' : 'current'
}

export type MarkState = 'in force' | 'expired' | 'withdrawn'

export function markState({ withdrawn, expiresAt }: Mark, now: Date): MarkState {
  if (withdrawn) return 'withdrawn'
  return expiresAt !== null && new Date(expiresAt) <= now ? 'expired' : 'in force'
}

const CHANGING: ReadonlySet<RankPreview['outcome']> = new Set(['promotion', 'demotion', 'change'])

export const willChange = ({ outcome }: RankPreview): boolean => CHANGING.has(outcome)

/** '3 promotions, 1 unchanged', in order of first occurrence. */
export function outcomeSummary(previews: readonly RankPreview[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of previews) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  const isNoun = (outcome: string) => outcome === 'promotion' || outcome === 'demotion' || outcome === 'change'
  return [...counts].map(([outcome, count]) => `${count} ${outcome}${isNoun(outcome) && count > 1 ? 's' : ''}`).join(', ')
}

/** 'Change 2 ranks'. */
export const changeWords = (count: number): string => `Change ${count} ${count === 1 ? 'rank' : 'ranks'}`

/** The one department that all of them are in; null if there is none or more than one. */
export function sharedDepartment(rows: readonly Pick<MemberRow, 'departments'>[]): number | null {
  const [first, ...others] = rows.map(({ departments }) => departments.map(({ departmentId }) => departmentId))
  const shared = (first ?? []).filter((departmentId) => others.every((each) => each.includes(departmentId)))
  return shared.length === 1 ? (shared[0] ?? null) : null
}
