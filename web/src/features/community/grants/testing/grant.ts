import type { Grant } from '@tenfour/contract'

/** A pass that waits, with overrides. */
export const grantOf = (grantId: number, over: Partial<Grant> = {}): Grant => ({
  grantId,
  kind: 'pass',
  state: 'asked',
  member: { userId: 7, name: 'J. Ito' },
  sponsor: null,
  whitelist: 'prod',
  department: null,
  note: 'Guest of the mayor',
  hours: 24,
  askedAt: '2026-11-14T18:00:00.000Z',
  startsAt: null,
  endsAt: null,
  ended: null,
  version: 1,
  ...over,
})

export const activeOf = (grantId: number, over: Partial<Grant> = {}): Grant =>
  grantOf(grantId, {
    state: 'active',
    sponsor: { userId: 9, name: 'A. Senn' },
    startsAt: '2026-11-14T18:00:00.000Z',
    endsAt: '2999-01-01T00:00:00.000Z',
    version: 2,
    ...over,
  })
