import { expect, test } from 'vitest'
import { createSealer } from './sealer.ts'

const KEY = 'a key of at least thirty-two characters'
const sealer = createSealer(KEY)

test('a sealed value is opened by the same key, also after a restart', () => {
  const sealed = sealer.seal('token', 'the secret, with ümlauts')
  expect(createSealer(KEY).open('token', sealed)).toBe('the secret, with ümlauts')
  expect(sealed.includes('secret')).toBe(false)
})

test('the same secret is never sealed to the same bytes', () => {
  expect(sealer.seal('token', 'x').equals(sealer.seal('token', 'x'))).toBe(false)
})

test("another key can't open it", () => {
  expect(createSealer(`${KEY}!`).open('token', sealer.seal('token', 'x'))).toBeUndefined()
})

test("a value sealed for one purpose can't be opened for another", () => {
  expect(sealer.open('client secret', sealer.seal('token', 'x'))).toBeUndefined()
})

test('damaged, cut or foreign bytes are not opened', () => {
  const sealed = sealer.seal('token', 'the secret')
  for (let at = 0; at < sealed.length; at += 1) {
    const damaged = Buffer.from(sealed)
    damaged[at] = damaged[at]! ^ 1
    expect(sealer.open('token', damaged)).toBeUndefined()
  }
  expect(sealer.open('token', sealed.subarray(0, 20))).toBeUndefined()
  expect(sealer.open('token', Buffer.alloc(0))).toBeUndefined()
})
