import { expect, test } from 'vitest'
import type { z } from 'zod'
import {
  DayInput,
  gameName,
  gameText,
  Id,
  IdOrNone,
  IdParam,
  INT_MAX,
  Instant,
  InstantInput,
  LongIdParam,
  text,
  trimmed,
} from './values.ts'

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test('a text accepts everything people write, except characters that no database stores', () => {
  for (const kept of ['', 'Ünïcødé 😀', 'a\nb\tc', '\u202e', '\ufffd']) expect(takes(text(20), kept), JSON.stringify(kept)).toBe(true)
  for (const lost of ['\0', 'a\0', '\ud83d', '\ude00\ud83d']) {
    expect(messageOf(text(20), lost), JSON.stringify(lost)).toBe('Remove the characters that can not be saved, such as NUL')
  }
  expect(messageOf(text(3), 'four')).toBe('At most 3 characters')
  expect(trimmed(4).parse('  four  ')).toBe('four')
})

test('text from the game is cleaned, and cut without leaving half a character', () => {
  expect(gameText(20).parse(' Fi\0re\ud83d \u001bat the\npier ')).toBe('Fire\ufffd at the\npier')
  expect(gameName(4, 'A player').parse('abc😀')).toBe('abc\ufffd')
  expect(gameName(4, 'A player').parse('\0 ')).toBe('A player')
})

test('an id fits its column', () => {
  for (const id of [1, INT_MAX]) expect(takes(Id, id)).toBe(true)
  for (const id of [0, -1, 1.5, INT_MAX + 1, 2 ** 40, Number.NaN, Infinity, '1', null]) expect(takes(Id, id), String(id)).toBe(false)
  expect([takes(IdOrNone, 0), takes(IdOrNone, -1)]).toEqual([true, false])
  for (const id of ['1', String(INT_MAX)]) expect(takes(IdParam, id)).toBe(true)
  for (const id of ['', 'x', '-1', '1e10', String(2 ** 40), '9007199254740993', 'Infinity']) expect(takes(IdParam, id), id).toBe(false)
  expect([takes(LongIdParam, String(2 ** 40)), takes(LongIdParam, '9007199254740993')]).toEqual([true, false])
})

test('an instant needs a possible time and offset', () => {
  for (const at of ['1970-01-01T00:00:00Z', '2026-01-31T00:00:00-05:00', '2199-12-31T23:59:59.999Z', '2026-01-01T00:00:00+14:00']) {
    expect(takes(InstantInput, at), at).toBe(true)
  }
  const none = [
    '0000-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00+01:00',
    '2200-01-01T00:00:00Z',
    '2199-12-31T23:59:59-01:00',
    '+012026-01-01T00:00:00Z',
    '2026-01-01T00:00:00-23:59',
    '2026-01-01T00:00:00+14:01',
    `2026-01-01T00:00:00.${'1'.repeat(60)}Z`,
    '2026-01-01T00:00:00',
    'yesterday',
  ]
  for (const at of none) expect(takes(InstantInput, at), at).toBe(false)
})

test('a day must exist in the calendar', () => {
  for (const day of ['1970-01-01', '2028-02-29', '2199-12-31']) expect(takes(DayInput, day), day).toBe(true)
  for (const day of ['0000-01-01', '1969-12-31', '2200-01-01', '9999-12-31', '2026-02-30', '+012026-01-01', '26-01-01']) {
    expect(takes(DayInput, day), day).toBe(false)
  }
})

test('instants have one output format, whatever the database returned', () => {
  for (const given of ['2026-11-16T14:05:45.249123+00:00', '2026-11-16T15:05:45.249+01:00', '2026-11-16T14:05:45.249Z']) {
    expect(Instant.parse(given)).toBe('2026-11-16T14:05:45.249Z')
  }
  expect(Instant.parse('2026-11-16T14:05:45+00:00')).toBe('2026-11-16T14:05:45.000Z')
})
