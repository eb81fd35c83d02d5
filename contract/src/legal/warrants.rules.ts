import type { WarrantType } from '../records/warrant-alerts.ts'
import type { WarrantPlace, WarrantState, WarrantSummary, WarrantTab } from './warrants.ts'

/** Labels and rules of warrants are in a file of their own, because every page carries the schemas with the rooms. */

export const WARRANT_TYPES: Readonly<Record<WarrantType, { readonly title: string; readonly needsOffence: boolean }>> = {
  arrest: { title: 'Arrest warrant', needsOffence: true },
  search: { title: 'Search warrant', needsOffence: false },
  bench: { title: 'Bench warrant', needsOffence: true },
}

export const WARRANT_STATE_WORDS: Readonly<Record<WarrantState, string>> = {
  submitted: 'Submitted',
  review: 'Under review',
  returned: 'Returned for changes',
  denied: 'Denied',
  active: 'Active',
  served: 'Served',
  recalled: 'Recalled',
  expired: 'Expired',
}

/** Such as W-2026-0042. Numbers are random, so that nobody can tell from a gap that there is a warrant which they are not shown. */
export const warrantNumber = (year: number, number: number): string => `W-${year}-${String(number).padStart(4, '0')}`

export const MAX_WARRANT_DRAFTS = 50
/** How often one warrant can be submitted. */
export const MAX_WARRANT_SUBMISSIONS = 50

export const placeOf = ({ state, isReady, writer, reviewer }: WarrantSummary): WarrantPlace => ({
  state,
  isReady,
  writerId: writer.userId,
  reviewerId: reviewer?.userId ?? null,
})

/** A member of legal staff who reads the lists. */
export type WarrantViewer = { readonly userId: number; readonly maySign: boolean }

/** The list that a warrant is in for a viewer. The server's queries decide the same. */
export function tabOf({ state, isReady, writerId, reviewerId }: WarrantPlace, { userId, maySign }: WarrantViewer): WarrantTab {
  const isOwn = writerId === userId
  switch (state) {
    case 'active':
      return 'active'
    case 'denied':
    case 'served':
    case 'recalled':
    case 'expired':
      return 'closed'
    case 'returned':
      return isOwn ? 'mine' : 'others'
    case 'submitted':
      return isOwn ? 'others' : 'mine'
    case 'review':
      if (isOwn) return 'others'
      return isReady ? (maySign ? 'mine' : 'others') : reviewerId === userId ? 'mine' : 'others'
  }
}
