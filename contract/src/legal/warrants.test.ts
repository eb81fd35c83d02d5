import { expect, test } from 'vitest'
import { tabOf, warrantNumber } from './warrants.rules.ts'
import type { WarrantPlace, WarrantTab } from './warrants.ts'

const [me, writer, clerk] = [1, 2, 3]
const at = (place: Partial<WarrantPlace>): WarrantPlace => ({
  state: 'submitted',
  isReady: false,
  writerId: writer,
  reviewerId: null,
  ...place,
})

test.each<[string, WarrantPlace, WarrantTab, WarrantTab]>([
  // The state of the warrant, the list in which a clerk has it, and the list in which a signer has it.
  ['submitted by another', at({}), 'mine', 'mine'],
  ['submitted by me', at({ writerId: me }), 'others', 'others'],
  ['under my review', at({ state: 'review', reviewerId: me }), 'mine', 'mine'],
  ['under the review of another', at({ state: 'review', reviewerId: clerk }), 'others', 'others'],
  ['ready to sign', at({ state: 'review', reviewerId: clerk, isReady: true }), 'others', 'mine'],
  ['ready to sign, by me', at({ state: 'review', reviewerId: me, isReady: true }), 'others', 'mine'],
  ['ready to sign, written by me', at({ state: 'review', reviewerId: clerk, isReady: true, writerId: me }), 'others', 'others'],
  ['returned to me', at({ state: 'returned', writerId: me }), 'mine', 'mine'],
  ['returned to another', at({ state: 'returned' }), 'others', 'others'],
  ['active', at({ state: 'active' }), 'active', 'active'],
  ['denied', at({ state: 'denied' }), 'closed', 'closed'],
  ['served', at({ state: 'served' }), 'closed', 'closed'],
  ['recalled', at({ state: 'recalled' }), 'closed', 'closed'],
  ['expired', at({ state: 'expired' }), 'closed', 'closed'],
])('a warrant that is %s is in the right list', (_what, place, ofClerk, ofSigner) => {
  expect(tabOf(place, { userId: me, maySign: false })).toBe(ofClerk)
  expect(tabOf(place, { userId: me, maySign: true })).toBe(ofSigner)
})

test('a number has at least four digits', () => {
  expect([warrantNumber(2026, 7), warrantNumber(2026, 12_345)]).toEqual(['W-2026-0007', 'W-2026-12345'])
})
