import { expect, test } from 'vitest'
import { z } from 'zod'
import { Snowflake } from './community/discord.ts'
import { BridgeAuth, EVENT_PAYLOADS, TO_BRIDGE, TO_PORTAL } from './game/bridge.ts'
import { DisplayAuth } from './game/display.ts'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { MapRequest, TrailRequest } from './game/positions.feed.ts'
import { JoinRequest } from './realtime.socket.ts'
import { ROOMS } from './realtime.ts'
import { INT_MAX, LongIdParam } from './values.ts'

/** Every input of the portal. */
const INPUTS: Readonly<Record<string, z.ZodType | undefined>> = Object.fromEntries([
  ...Object.entries<Endpoint>(ENDPOINTS).flatMap(([name, { params, query, body }]) => [
    [`${name} params`, params],
    [`${name} query`, query],
    [`${name} body`, body],
  ]),
  ...Object.entries(ROOMS).map(([name, { params }]) => [`room ${name}`, params]),
  ...Object.entries(TO_PORTAL).map(([name, { payload }]) => [`bridge ${name}`, payload]),
  ...Object.entries(EVENT_PAYLOADS).map(([name, payload]) => [`event ${name}`, payload]),
  ...Object.entries(TO_BRIDGE).map(([name, { answer }]) => [`answer to ${name}`, answer ?? undefined]),
  ['join', JoinRequest],
  ['map', MapRequest],
  ['trails', TrailRequest],
  ['bridge auth', BridgeAuth],
  ['display auth', DisplayAuth],
])

/** Parsed later by their consumer, or a file. */
const OPEN = ['join params.*', 'bridge event payload.*', 'saveServerMapImage body']
const LONGEST_TEXT = 10_000
const LONGEST_LIST = 5000

type Def = Omit<z.core.$ZodTypeDef, 'checks'> & {
  shape: Record<string, z.ZodType>
  element: z.ZodType
  items: z.ZodType[]
  innerType: z.ZodType
  options: z.ZodType[]
  keyType: z.ZodType
  valueType: z.ZodType
  checks?: { _zod: { def: { check: string; maximum?: number } } }[]
}

/** Problems of a schema, each with its path. Empty: whatever passes it can be stored. */
function faultsOf(schema: z.ZodType, at: string, count = () => {}): string[] {
  const def = schema.def as Def
  const inner = (part: z.ZodType, name = '') => faultsOf(part, `${at}${name}`, count)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => inner(part, ` ${name}`))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return inner(def.innerType)
    case 'union':
      return def.options.flatMap((part) => inner(part))
    case 'tuple':
      return def.items.flatMap((part, index) => inner(part, `.${index}`))
    case 'record':
      return [...inner(def.keyType, ' key'), ...inner(def.valueType, '.*')]
    case 'array': {
      const most = def.checks?.find((check) => check._zod.def.check === 'max_length')?._zod.def.maximum ?? Infinity
      return [...(most > LONGEST_LIST ? [`${at}: a list without an end`] : []), ...inner(def.element, '.*')]
    }
    default:
      if (OPEN.includes(at)) return []
      count()
      return POISON.flatMap((value) => (isKeepable(schema, value) ? [] : [`${at} takes ${JSON.stringify(value)?.slice(0, 60)}`]))
  }
}

const TEXTS = ['\0', 'a\0b', '\ud800', '\udc00a', `${'x'.repeat(79)}\ud83d\ude00`, 'x'.repeat(LONGEST_TEXT + 1)]
const DATES = [
  '0000-01-01',
  '9999-12-31',
  '+012026-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '2026-01-01T00:00:00-23:59',
  '2026-01-01T00:00:00+15:59',
  `2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
]
const NUMBERS = [INT_MAX + 1, -INT_MAX - 2, 2 ** 40, 2 ** 53, 1e308, -1e308, Number.NaN, Infinity, 0.5]
const POISON: readonly unknown[] = [...TEXTS, ...DATES, ...NUMBERS, ...NUMBERS.map(String), null, true, {}, []]

function isKeepable(schema: z.ZodType, value: unknown): boolean {
  const result = schema.safeParse(value)
  if (!result.success) return true
  const { data } = result
  if (typeof data === 'number') {
    if (!Number.isInteger(data)) return Math.abs(data) <= INT_MAX
    return Math.abs(data) <= (schema === LongIdParam ? Number.MAX_SAFE_INTEGER : INT_MAX)
  }
  if (typeof data !== 'string') return data !== null && typeof data !== 'object'
  if (data.length > LONGEST_TEXT || /\0|\p{Surrogate}/u.test(data)) return false
  const isText = ['word', 'any-long-word', 'w'.repeat(30)].some((word) => schema.safeParse(word).success)
  // Digits that are no date: an id of Discord's, kept as text.
  const isDate = !isText && schema !== Snowflake && /^[+\d]/.test(data)
  return !isDate || (/^(19[7-9]|20|21)/.test(data) && !/(1[5-9]|2\d):\d\d$/.test(data) && data.length < 100)
}

test('whatever the contract lets in can be kept: texts, numbers, dates and lists', () => {
  let leaves = 0
  const faults = Object.entries(INPUTS).flatMap(([name, schema]) => (schema ? faultsOf(schema, name, () => (leaves += 1)) : []))
  expect(faults).toEqual([])
  expect(leaves).toBeGreaterThan(250)
})

test.each([
  ['text', z.string()],
  ['text without limits on its characters', z.string().max(100)],
  ['a whole number', z.int()],
  ['a number', z.number()],
  ['a number in an address', z.coerce.number().pipe(z.int().positive())],
  ['an instant', z.iso.datetime({ offset: true }).max(40)],
  ['a day', z.iso.date()],
  ['a list', z.array(z.boolean())],
  ['a field', z.object({ name: z.string() }).optional()],
  ['anything', z.unknown()],
])('%s that is not one of our own values is noticed', (_what, schema) => {
  expect(faultsOf(schema, 'it')).not.toEqual([])
})
