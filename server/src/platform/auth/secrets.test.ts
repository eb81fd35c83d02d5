import { expect, test } from 'vitest'
import { hashPassword, hashSecret, newApiKey, newToken, readableCode, verifyPassword } from './secrets.ts'

test('a password is stored as argon2id, and only itself matches', async () => {
  const stored = await hashPassword('correct horse battery')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(stored, 'correct horse battery')).toBe(true)
  expect(await verifyPassword(stored, 'Correct horse battery')).toBe(false)
  expect(await hashPassword('correct horse battery')).not.toBe(stored)
})

test('without an account no password matches', async () => {
  expect(await verifyPassword(undefined, 'correct horse battery')).toBe(false)
  expect(await verifyPassword(undefined, '')).toBe(false)
})

test('tokens and keys are long, and never the same', () => {
  const tokens = new Set(Array.from({ length: 1000 }, newToken))
  expect(tokens.size).toBe(1000)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  expect(newApiKey('server')).toMatch(/^server_[\w-]{32}$/)
})

test('a token is stored as its SHA-256', () => {
  expect(hashSecret('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('readable codes contain no lookalike letters, and all letters are equally likely', () => {
  const code = readableCode(32_000)
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{32000}$/)
  const counts = Map.groupBy(code, (letter) => letter)
  expect(counts.size).toBe(32)
  for (const [letter, found] of counts) expect(found.length, letter).toBeGreaterThan(800)
})
