import { expect, test } from 'vitest'
import { choiceOf, isGone, withoutExcluded } from './ChoiceSelect.tsx'

const OPTIONS = [
  { id: 2, label: 'LSPD' },
  { id: 3, label: 'BCSO' },
  { id: 7, label: 'CIV' },
]

test('a choice is valid when something is selected', () => {
  expect(choiceOf(2)).toEqual({ value: 2, valid: true })
  expect(choiceOf(null)).toEqual({ value: null, valid: false })
})

test('excluded departments are left out, and unknown ids change nothing', () => {
  expect(withoutExcluded(OPTIONS, [3, 99]).map(({ id }) => id)).toEqual([2, 7])
  expect(withoutExcluded(OPTIONS, [])).toEqual(OPTIONS)
  expect(withoutExcluded([], [2])).toEqual([])
})

test('a value is gone when the loaded list lacks it, and never while loading', () => {
  expect(isGone(5, OPTIONS)).toBe(true)
  expect(isGone(2, OPTIONS)).toBe(false)
  expect(isGone(2, [])).toBe(true)
  expect(isGone(null, OPTIONS)).toBe(false)
  expect(isGone(5, undefined)).toBe(false)
})
