import { expect, test } from 'vitest'
import { z } from 'zod'
import { Snowflake } from './community/discord.ts'
import { EVENT_PAYLOADS } from './game/bridge.events.ts'
import { BridgeAuth, TO_BRIDGE, TO_PORTAL } from './game/bridge.ts'
import { DisplayAuth } from './game/display.ts'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { MapRequest, TrailRequest } from './game/positions.feed.ts'
import { JoinRequest } from './realtime.socket.ts'
import { ROOMS } from './realtime.ts'
import { mostBytes } from './size.ts'
import { BackupBytes } from './portal/setup.restore.ts'
import { INT_MAX, LongIdParam, mostOf } from './values.ts'

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
  in: z.ZodType
  out: z.ZodType
  valueType: z.ZodType
}

/** Problems of a schema, each with its path. Empty: whatever passes it can be stored. */
function faultsOf(schema: z.ZodType, at: string, count = () => {}): string[] {
  const def = schema.def as Def
  const inner = (part: z.ZodType, name = '') => faultsOf(part, `${at}${name}`, count)
  const entriesOf = (entries: z.ZodType) => {
    const { element, keyType, valueType } = entries.def as Def
    return entries.def.type === 'array' ? inner(element, '.*') : [...inner(keyType, ' key'), ...inner(valueType, '.*')]
  }
  const leaf = () => {
    if (OPEN.includes(at)) return []
    count()
    return POISON.flatMap((value) => (isKeepable(schema, value) ? [] : [`${at} takes ${JSON.stringify(value)?.slice(0, 60)}`]))
  }
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
    case 'pipe': {
      const most = mostOf(schema)
      if (most === undefined) return leaf()
      return [...(most > LONGEST_LIST ? [`${at}: a list without an end`] : []), ...entriesOf(def.out)]
    }
    case 'record':
    case 'array':
      return [`${at}: not counted before it is looked at`, ...entriesOf(schema)]
    default:
      return leaf()
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
    return Math.abs(data) <= (schema === LongIdParam || schema === BackupBytes ? Number.MAX_SAFE_INTEGER : INT_MAX)
  }
  if (typeof data !== 'string') return data !== null && typeof data !== 'object'
  if (data.length > LONGEST_TEXT || /\0|\p{Surrogate}/u.test(data)) return false
  const isText = ['word', 'any-long-word', 'w'.repeat(30)].some((word) => schema.safeParse(word).success)
  // Digits that are no date: an id of Discord's, kept as text.
  const isDate = !isText && schema !== Snowflake && /^[+\d]/.test(data)
  return !isDate || (/^(19[7-9]|20|21)/.test(data) && !/(1[5-9]|2\d):\d\d$/.test(data) && data.length < 100)
}

test('everything that the contract accepts can be stored: texts, numbers, dates and lists', () => {
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

/** Longer than anything a body can hold. */
const FAR_TOO_MANY = 50_000

/** The most expensive inputs to check: every list and map far too long, and nothing in them valid. */
function worstOf(schema: z.ZodType): unknown {
  const def = schema.def as Def
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, worstOf(part)]))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return worstOf(def.innerType)
    case 'union':
      return def.options.map(worstOf).find((worst) => typeof worst === 'object') ?? null
    case 'tuple':
      return def.items.map(worstOf)
    case 'pipe': {
      const { type, element, valueType } = def.out.def as Def
      if (type === 'array') return Array.from({ length: FAR_TOO_MANY }).fill(worstOf(element))
      if (type !== 'record') return worstOf(def.in)
      return Object.fromEntries(Array.from({ length: FAR_TOO_MANY }, (_, index) => [String(index), worstOf(valueType)]))
    }
    default:
      return null
  }
}

/** Counts every entry that is read. */
function watched(value: unknown, read: () => void): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get: (target, name) => {
      read()
      return watched(Reflect.get(target, name), read)
    },
  })
}

/** The lists of these are meant to be long, and few may send them. */
const LONG: Readonly<Record<string, number>> = { 'savePostals body': 40_000, 'bridge hello': 60_000 }
const USUAL = 6000

test('for any input a limited number of entries is read and of problems is reported', () => {
  const costs = Object.entries(INPUTS).flatMap(([name, schema]) => {
    if (!schema) return []
    let reads = 0
    const { error } = schema.safeParse(watched(worstOf(schema), () => (reads += 1)))
    return [{ name, reads, issues: error?.issues.length ?? 0 }]
  })
  expect(costs.filter(({ name, reads, issues }) => Math.max(reads, issues) > (LONG[name] ?? USUAL))).toEqual([])
  expect(costs.filter(({ reads }) => reads > 100).length).toBeGreaterThan(10)
})

test('every body has a size limit from its schema', () => {
  const endpoints = Object.entries<Endpoint>(ENDPOINTS).filter(([, { body, takes }]) => body && !takes)
  expect(endpoints.filter(([, { body }]) => !Number.isFinite(body && mostBytes(body))).map(([name]) => name)).toEqual([])
})
