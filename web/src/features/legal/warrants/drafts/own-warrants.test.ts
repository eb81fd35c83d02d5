import type { WarrantDraftSummary, WarrantSummary } from '@tenfour/contract'
import { expect, test, vi } from 'vitest'
import { takeSnapshots, withOwnWarrantDelta, type OwnWarrants } from './own-warrants.ts'

const draft = (draftId: number, version = 1) => ({ draftId, version, type: 'arrest' }) as WarrantDraftSummary
const warrant = (warrantId: number, over: Partial<WarrantSummary> = {}) =>
  ({ warrantId, state: 'submitted', version: 1, submittedAt: `2026-05-0${warrantId}T12:00:00.000Z`, ...over }) as WarrantSummary
const OWN: OwnWarrants = { drafts: [draft(1), draft(2, 3)], own: [warrant(2), warrant(1)] }

test('the draft saved last comes first, and an older version of it is ignored', () => {
  const saved = withOwnWarrantDelta(OWN, { event: 'draft.saved', payload: draft(2, 4) })
  expect(saved.drafts.map(({ draftId }) => draftId)).toEqual([2, 1])
  expect(withOwnWarrantDelta(saved, { event: 'draft.saved', payload: draft(2, 3) })).toBe(saved)
})
test('a draft that was submitted or discarded leaves the list', () => {
  expect(withOwnWarrantDelta(OWN, { event: 'draft.left', payload: { draftId: 1 } }).drafts).toEqual([draft(2, 3)])
})
test('a returned warrant stays in the list, and a decided one leaves', () => {
  const returned = withOwnWarrantDelta(OWN, { event: 'own.saved', payload: warrant(1, { state: 'returned', version: 2 }) })
  expect(returned.own.map(({ warrantId, state }) => [warrantId, state])).toEqual([
    [2, 'submitted'],
    [1, 'returned'],
  ])
  expect(withOwnWarrantDelta(returned, { event: 'own.saved', payload: warrant(1, { state: 'active', version: 3 }) }).own).toEqual([
    warrant(2),
  ])
})
test('a snapshot after missed changes tells of a gap, in which a warrant may have been decided', () => {
  const onState = vi.fn<Parameters<typeof takeSnapshots>[0]>()
  const take = takeSnapshots(onState)
  const snapshot = { drafts: [draft(1)], own: [warrant(1)] }
  take(snapshot, { seq: 4, known: null })
  take(snapshot, { seq: 4, known: 4 })
  take({ ...snapshot, own: [] }, { seq: 6, known: 4 })
  expect(onState.mock.calls.map(([, missed]) => missed.map(({ event }) => event))).toEqual([
    ['draft.saved'],
    ['draft.saved'],
    ['draft.saved', 'gap'],
  ])
})
