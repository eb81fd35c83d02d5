import { Password } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { generatePassword } from './PasswordField.tsx'

test('is one the portal accepts, in groups that can be read out, and never the same twice', () => {
  const made = Array.from({ length: 200 }, () => generatePassword())
  for (const password of made) {
    expect(password).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/)
    expect(Password.safeParse(password).success).toBe(true)
  }
  expect(new Set(made).size).toBe(made.length)
})

test('draws again where a byte would favour the first letters', () => {
  const bytes = [255, 248, 30, ...Array.from({ length: 15 }, () => 0)]
  const password = generatePassword((target) => {
    target[0] = bytes.shift() ?? 0
    return target
  })
  expect(password).toBe('9aaa-aaaa-aaaa-aaaa')
})
