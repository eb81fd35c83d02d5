import { expect, test } from 'vitest'
import { hashLinkCode, linkTo, newLinkCode } from './link-codes.ts'

test('the code of a link is long, readable and never the same', () => {
  const codes = new Set(Array.from({ length: 1000 }, newLinkCode))
  expect(codes.size).toBe(1000)
  for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){6}[A-HJ-NP-Z2-9]{4}$/)
})

test('a code is recognised in lower case and without its dashes', () => {
  expect(hashLinkCode('abcd efgh')).toEqual(hashLinkCode('ABCD-EFGH'))
  expect(hashLinkCode('ABCD-EFGJ')).not.toEqual(hashLinkCode('ABCD-EFGH'))
})

test('the code stands behind # in the address, and without an address of the portal there is no link', () => {
  expect(linkTo('https://portal.example.org', '/login/join', 'ABCD')).toBe('https://portal.example.org/login/join#ABCD')
  expect(linkTo(undefined, '/login/join', 'ABCD')).toBeNull()
})
