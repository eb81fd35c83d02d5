import { expect, test } from 'vitest'
import { readWholeNumber } from './whole-number.ts'

test('a number is read with its separators and the currency, and what is not a number is not shortened to one', () => {
  expect(['12000', '12,000', '$ 12 000'].map(readWholeNumber)).toEqual([12_000, 12_000, 12_000])
  expect(readWholeNumber(' ')).toBeNull()
  for (const text of ['10k', '1.5', '-3', 'none', '1234567890123']) expect(readWholeNumber(text)).toBeUndefined()
})
