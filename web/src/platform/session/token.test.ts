import { expect, test } from 'vitest'
import { login } from '@tenfour/contract'
import { deviceOf, tokenFromMessage } from './token.ts'

const storeOf = (entries: Record<string, string> = {}) => {
  const kept = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('a browser is known by the same text each time, another by another, and the portal takes it', () => {
  const store = storeOf()
  const device = deviceOf(store)
  expect(deviceOf(store)).toBe(device)
  expect(deviceOf(storeOf())).not.toBe(device)
  expect(login.body?.safeParse({ emailAddress: 'jo@example.com', password: 'x', device }).success).toBe(true)
})

test('a stored value that is no device id is not sent', () => {
  for (const device of ['', 'short', 'x'.repeat(65), '\0'.repeat(30)]) expect(deviceOf(storeOf({ device }))).toMatch(/^[\w+/]{24}$/)
})

const allowed = { ownOrigin: 'https://portal.example', frameOrigins: ['https://cfx-nui-*'] }
const data = { type: 'token', token: 'abc' }

test('a token is taken from the game and from the portal itself', () => {
  expect(tokenFromMessage({ origin: 'https://cfx-nui-tenfour', data }, allowed)).toBe('abc')
  expect(tokenFromMessage({ origin: 'https://portal.example', data }, allowed)).toBe('abc')
})

test('a token from anywhere else is ignored', () => {
  for (const origin of ['https://evil.example', 'https://cfx-nui-x.evil.example', 'http://cfx-nui-tenfour', 'null', '']) {
    expect(tokenFromMessage({ origin, data }, allowed)).toBeNull()
  }
})

test('a message of another shape is ignored', () => {
  for (const other of [
    null,
    'token',
    { type: 'token' },
    { type: 'token', token: 7 },
    { type: 'token', token: ' ' },
    { type: 'other', token: 'abc' },
  ]) {
    expect(tokenFromMessage({ origin: allowed.ownOrigin, data: other }, allowed)).toBeNull()
  }
})
