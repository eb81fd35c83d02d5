import { expect, test } from 'vitest'
import { passwordStrength } from './PasswordCard.tsx'

test.each([
  ['', 0],
  ['short', 0],
  ['123456789', 0],
  ['aaaaaaaaaaaaaaaa', 1],
  ['abcdefghij', 1],
  ['correcthorse7', 2],
  ['correct horse battery staple', 3],
  ['S0me-L0ng!Passphrase', 3],
])('%j has strength %i', (password, level) => {
  expect(passwordStrength(password).level).toBe(level)
})

test('missing characters are counted', () => {
  expect(passwordStrength('12345678').text).toBe('2 more characters needed')
  expect(passwordStrength('123456789').text).toBe('1 more character needed')
})
