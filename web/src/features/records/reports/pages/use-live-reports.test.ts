import { expect, test } from 'vitest'
import { isReturned } from './use-live-reports.ts'

test('an amendment that was returned counts as returned', () => {
  expect([isReturned({ state: 'final', amendment: 'returned' }), isReturned({ state: 'final', amendment: 'submitted' })]).toEqual([
    true,
    false,
  ])
})
