import * as fc from 'fast-check'
import { mostOf } from '@tenfour/contract'
import type { z } from 'zod'

type Def = Omit<z.core.$ZodTypeDef, 'checks'> & {
  shape: Record<string, z.ZodType>
  element: z.ZodType
  items: z.ZodType[]
  innerType: z.ZodType
  options: z.ZodType[]
  values: unknown[]
  entries: Record<string, unknown>
  in: z.ZodType
  out: z.ZodType
  checks?: { _zod: { def: { check: string; minimum?: number } } }[]
}

/** Plausible values; each field uses those its schema accepts. */
const HONEST: readonly unknown[] = [
  'Europe/Berlin',
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  10,
  23,
  50,
  100,
  256,
  1001,
  1002,
  0,
  0.5,
  -5.25,
  1500,
  '1',
  '2',
  '3',
  '7',
  '25',
  '1001',
  'true',
  'false',
  '',
  'x',
  'two words',
  '4L12',
  '5042',
  'TAC 1',
  'PANIC',
  'user',
  'tenfour',
  'person1@example.com',
  'a long enough password',
  'device 0123456789 abcdefghij',
  '11000010000000a',
  '#L##',
  'Ünïcødé 😀',
  '2026-05-01',
  '2026-11-30',
  '2026-05-01T12:00:00Z',
  '2026-05-01T12:10:00Z',
  '2026-05-02T00:00:00+02:00',
  '2026-05-03T23:59:59.999-05:00',
  '0198a1de-7a4b-7c3e-9f27-8a4f3c9d1e00',
  // A seal.
  'ab'.repeat(32),
  'https://tiles.example.org/{z}/{x}/{y}.png',
  'https://portal.example.com',
  Buffer.from('89504e470d0a1a0a', 'hex'),
  Buffer.from('name,bornOn,plate,model,code\ntwo words,1990-01-31,46EEK572,Sultan,1.1\n'),
  Buffer.from('[{"name": "two words", "bornOn": "1990-01-31"}, {"name": 1, "model": null}, []]'),
]

const TEXTS: readonly unknown[] = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  `${'x'.repeat(79)}😀`,
  '\u202e',
  'x'.repeat(5000),
  '__proto__',
  "' or 1=1 --",
  '%00',
  '%',
  '\\',
  '2147483648',
  '9007199254740993',
  '1e400',
  '-0',
  '0x10',
  ' 1 ',
  'NaN',
]
const DATES: readonly unknown[] = [
  '0000-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '2026-05-01T00:00:00-23:59',
  '+012026-01-01T00:00:00Z',
  `2026-05-01T00:00:00.${'1'.repeat(200)}Z`,
]
const NUMBERS: readonly unknown[] = [2 ** 31, 2 ** 40, 2 ** 53, 2 ** 63, -1, -(2 ** 31) - 1, 1e308, -1e308, 0.1, 1e-320]
const SHAPES: readonly unknown[] = [null, true, {}, [], [null], { toString: 1, valueOf: 1 }, { $ne: 1 }]

/** Malicious or malformed values. */
export const POISON: readonly unknown[] = [...TEXTS, ...DATES, ...NUMBERS, ...SHAPES]

/** The most similar values get the farthest. */
function poisonFor(value: unknown, nth: number): unknown {
  const alike = typeof value === 'number' ? NUMBERS : typeof value !== 'string' ? POISON : /^\d{4}-\d\d-/.test(value) ? DATES : TEXTS
  const pool = nth % 4 === 0 ? POISON : alike
  return pool[Math.floor(nth / 4) % pool.length]
}

const HAS_PARTS: ReadonlySet<string> = new Set(['object', 'union', 'optional', 'default', 'nullable'])

/** Generates values a schema accepts, as far as each field can tell on its own. */
export function honest(schema: z.ZodType): fc.Arbitrary<unknown> {
  const def = schema.def as Def
  switch (def.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, honest(part)])))
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.option(honest(def.innerType), { nil: undefined, freq: 2 })
    case 'nullable':
      return fc.option(honest(def.innerType), { nil: null, freq: 2 })
    case 'union':
      return fc.oneof(...def.options.map(honest))
    case 'tuple':
      return fc.tuple(...def.items.map(honest))
    case 'array': {
      const minLength = def.checks?.find((check) => check._zod.def.check === 'min_length')?._zod.def.minimum ?? 0
      return fc.array(honest(def.element), { minLength, maxLength: minLength + 2 })
    }
    case 'record':
      return fc.constant({})
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'boolean':
      return fc.boolean()
    case 'pipe':
      if (mostOf(schema) !== undefined) return honest(def.out)
      return HAS_PARTS.has((def.in.def as Def).type) ? honest(def.in) : accepted(schema)
    default:
      return accepted(schema)
  }
}

/** The plausible values that the schema takes. */
function accepted(schema: z.ZodType): fc.Arbitrary<unknown> {
  const taken = HONEST.filter((value) => schema.safeParse(value).success)
  return taken.length > 0 ? fc.constantFrom(...taken) : fc.constant(undefined)
}

type Path = readonly (string | number)[]
const isParent = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array)

/** All positions in a value where something can be replaced, including itself. */
function placesIn(value: unknown, path: Path = []): Path[] {
  return [path, ...(isParent(value) ? Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name])) : [])]
}

const at = (value: unknown, path: Path): unknown => path.reduce<unknown>((part, name) => (isParent(part) ? part[name] : undefined), value)

function replaced(value: unknown, [name, ...rest]: Path, by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value)) return value.map((part: unknown, index) => (String(index) === String(name) ? replaced(part, rest, by) : part))
  return isParent(value) ? { ...value, [name]: replaced(value[name], rest, by) } : by
}

/** A valid value, or one with a single invalid part. */
export const mostlyHonest = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 2, arbitrary: value },
    {
      weight: 3,
      arbitrary: fc.tuple(value, fc.nat(), fc.nat()).map(([made, where, nth]) => {
        const places = placesIn(made)
        // Prefer nested positions to replacing the whole value.
        const inner = places.length > 1 ? places.slice(1) : places
        const place = inner[where % inner.length] ?? []
        return replaced(made, place, poisonFor(at(made, place), nth))
      }),
    },
  )
