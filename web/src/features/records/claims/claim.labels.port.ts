import type { Claim } from '@tenfour/contract'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

export const CLAIM_STATES: Readonly<Record<Claim['state'], { readonly word: string; readonly tone: StatusTone }>> = {
  open: { word: 'Waiting for a decision', tone: 'info' },
  granted: { word: 'Granted', tone: 'success' },
  refused: { word: 'Refused', tone: 'danger' },
  withdrawn: { word: 'Withdrawn', tone: 'off' },
}

/** 'Vehicle 46EEK572', 'Person Dexter Marlowe'. */
export const claimSubject = ({ kind, label }: Pick<Claim, 'kind' | 'label'>): string =>
  `${kind === 'vehicle' ? 'Vehicle' : 'Person'} ${label}`

/** The newest first, open ones before those decided. */
export const inClaimOrder = (claims: readonly Claim[]): readonly Claim[] =>
  claims.toSorted((a, b) => Number(b.state === 'open') - Number(a.state === 'open') || b.claimId - a.claimId)
