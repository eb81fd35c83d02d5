import type { WarrantSummary } from '@tenfour/contract'

const OFFICER = { userId: 7, identifier: '4L12', name: 'R. Delgado' }

/** A submitted arrest warrant, with what a test says about it. */
export const warrantOf = (warrantId: number, over: Partial<WarrantSummary> = {}): WarrantSummary => ({
  warrantId,
  number: `W-2026-${String(warrantId).padStart(4, '0')}`,
  type: 'arrest',
  state: 'submitted',
  isReady: false,
  isChanged: false,
  subject: { kind: 'person', characterId: 1, vehicleId: null, name: 'Dexter Marlowe' },
  about: 'PC 211 Robbery × 2',
  writer: OFFICER,
  reviewer: null,
  signer: null,
  bail: null,
  isConfidential: false,
  submittedAt: '2026-11-14T21:58:00.000Z',
  since: '2026-11-14T21:58:00.000Z',
  signedAt: null,
  expiresAt: null,
  version: 1,
  ...over,
})
