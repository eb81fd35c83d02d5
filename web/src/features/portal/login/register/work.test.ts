import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { findNonce, firstBits } from './work.ts'

test('the first bits are those of SHA-256, whatever the length of the text', () => {
  for (const length of [0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 200]) {
    const text = 'tenfour é registration '.repeat(10).slice(0, length)
    expect(firstBits(text)).toBe(createHash('sha256').update(text).digest().readUInt32BE())
  }
})

test('the number that is found has the zero bits, and none before it has', async () => {
  const nonce = await findNonce((tried) => `text ${tried}`, 8)
  const zeros = Array.from({ length: nonce + 1 }, (_, tried) => firstBits(`text ${tried}`) >>> 24 === 0)
  expect(zeros.indexOf(true)).toBe(nonce)
})
