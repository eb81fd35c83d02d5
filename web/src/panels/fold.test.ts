import { expect, test } from 'vitest'
import { foldFor, type HeaderWidths } from './fold.ts'

const CALLS: HeaderWidths = { chips: 200, field: 90, actions: [80, 60], menu: 28, gap: 6 }

test('everything is shown where it fits, to the pixel', () => {
  expect(foldFor(200 + 80 + 60 + 12, CALLS)).toEqual({ filters: 'chips', actions: 2 })
  expect(foldFor(200 + 80 + 60 + 11, CALLS)).toEqual({ filters: 'field', actions: 2 })
})

test('filters become a field before an action is folded, and the last action is folded first', () => {
  expect(foldFor(90 + 80 + 60 + 12, CALLS)).toEqual({ filters: 'field', actions: 2 })
  expect(foldFor(90 + 80 + 60 + 11, CALLS)).toEqual({ filters: 'field', actions: 1 })
  expect(foldFor(90 + 80 + 28 + 12, CALLS)).toEqual({ filters: 'field', actions: 1 })
  expect(foldFor(90 + 80 + 28 + 11, CALLS)).toEqual({ filters: 'field', actions: 0 })
  expect(foldFor(90 + 28 + 5, CALLS)).toEqual({ filters: 'menu', actions: 0 })
})

test('a header without filters folds actions alone, and one without actions its filters alone', () => {
  expect(foldFor(146, { ...CALLS, chips: 0, field: 0 }).actions).toBe(2)
  expect(foldFor(145, { ...CALLS, chips: 0, field: 0 }).actions).toBe(1)
  expect(foldFor(28, { ...CALLS, chips: 0, field: 0 }).actions).toBe(0)
  expect(foldFor(90, { ...CALLS, actions: [] }).filters).toBe('field')
  expect(foldFor(89, { ...CALLS, actions: [] }).filters).toBe('menu')
  expect(foldFor(0, { ...CALLS, chips: 0, field: 0, actions: [] })).toEqual({ filters: 'chips', actions: 0 })
})
