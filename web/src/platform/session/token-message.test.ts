import { expect, test } from 'vitest'
import { tokenFromMessage } from './token-message.ts'

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
