import { expect, test } from 'vitest'
import { z } from 'zod'
import { mostBytes, mostValues } from './size.ts'
import { countedList, countedMap, Id, text } from './values.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value, null, 2))

const Sent = z.object({
  title: text(50),
  kind: z.enum(['call', 'warrant']),
  ids: countedList(z.array(Id).max(10)),
  fields: countedMap(text(10), z.union([text(30), z.number(), z.boolean()]), 5).optional(),
  note: text(20).nullable().default(null),
})

const Texts = z.object({ fields: countedMap(text(3), z.union([text(50), z.number()]), 20, undefined, { most: 100, tooLong: 'Too long' }) })

test('the largest valid body fits, however its characters are encoded', () => {
  const largest = {
    title: '\u0001'.repeat(50),
    kind: 'warrant',
    ids: Array.from({ length: 10 }, () => 2_147_483_647),
    fields: Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${index}${'\u0001'.repeat(9)}`, '\u0001'.repeat(30)])),
    note: '\u0001'.repeat(20),
  }
  expect(Sent.safeParse(largest).success).toBe(true)
  expect(bytesOf(largest)).toBeLessThanOrEqual(mostBytes(Sent))
})

test('texts of a map with a common limit count once, and the largest map still fits', () => {
  const withTexts = (most: number) => ({
    fields: Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`\u0001${index}`, index * 50 < most ? '\u0001'.repeat(50) : -2_147_483_647.123]),
    ),
  })
  expect(Texts.safeParse(withTexts(100)).success).toBe(true)
  expect(Texts.safeParse(withTexts(150)).error?.issues).toMatchObject([{ path: ['fields'], message: 'Too long' }])
  expect(bytesOf(withTexts(100))).toBeLessThanOrEqual(mostBytes(Texts))
  expect(mostBytes(Texts)).toBeLessThan(20 * 50 * 6)
})

test('the size is of the order of the content', () => {
  expect(mostBytes(Sent)).toBeLessThan(4 * 1024)
})

test('a text without a limit has no size', () => {
  expect(mostBytes(z.object({ title: z.string() }))).toBe(Infinity)
  expect(mostBytes(z.object({ anything: z.unknown() }))).toBe(Infinity)
})

test('the lists, objects and entries that a schema accepts are counted', () => {
  // The object, its five fields, a list of ten and a map of five.
  expect(mostValues(Sent)).toBe(1 + 5 + (1 + 10) + (1 + 5))
  expect(mostValues(z.object({ anything: z.unknown() }))).toBe(Infinity)
})
