import { expect, test } from 'vitest'
import { z } from 'zod'
import { mostBytes } from './size.ts'
import { countedList, countedMap, Id, text } from './values.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value, null, 2))

const Sent = z.object({
  title: text(50),
  kind: z.enum(['call', 'warrant']),
  ids: countedList(z.array(Id).max(10)),
  fields: countedMap(text(10), z.union([text(30), z.number(), z.boolean()]), 5).optional(),
  note: text(20).nullable().default(null),
})

test('the largest body that is valid fits, however its characters are written', () => {
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

test('its size is of the order of what it holds', () => {
  expect(mostBytes(Sent)).toBeLessThan(4 * 1024)
})

test('a text without an end has no size', () => {
  expect(mostBytes(z.object({ title: z.string() }))).toBe(Infinity)
  expect(mostBytes(z.object({ anything: z.unknown() }))).toBe(Infinity)
})
