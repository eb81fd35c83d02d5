import { expect, test } from 'vitest'
import { createSendings } from './use-board-actions.ts'

test('units sent from this page are remembered for as long as the answer may take', () => {
  let clock = 1000
  const sendings = createSendings(() => clock)
  sendings.note([1, 2], 7)
  expect([sendings.has(1, 7), sendings.has(1, 8), sendings.has(3, 7)]).toEqual([true, false, false])
  clock += 6000
  expect(sendings.has(1, 7)).toBe(false)
})

test('a unit that creates a call and goes to it is remembered before the call has a number', () => {
  const sendings = createSendings(() => 1000)
  sendings.note([1], null)
  expect([sendings.has(1, 99), sendings.has(2, 99)]).toEqual([true, false])
})
