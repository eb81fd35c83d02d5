import { expect, test } from 'vitest'
import { moneySetting } from './measures.ts'
import { currencySign, moneyWords } from './measures.live.ts'

test('amounts and ranges are written as the community writes money', () => {
  expect(moneyWords({ money: '$#' }, 12_500)).toBe('$12,500')
  expect(moneyWords({ money: '# €' }, 400, 1000)).toBe('400–1,000 €')
  expect(['$#', '# €', 'kr #', '#'].map((money) => currencySign({ money }))).toEqual(['$', '€', 'kr', ''])
  // A replacement pattern of String.replace is nothing but text here.
  expect(moneyWords({ money: '$&#' }, 5)).toBe('$&5')
})

test.each(['$', '##', '# #', '1#', '# euros, please', '#\n€', ''])('%j is no way of writing money', (money) => {
  expect(moneySetting.schema.safeParse(money).success).toBe(false)
})

test.each(['$#', '# €', 'kr #', 'L$#', '#', ' $# '])('%j is a way of writing money', (money) => {
  expect(moneySetting.schema.safeParse(money).success).toBe(true)
})
