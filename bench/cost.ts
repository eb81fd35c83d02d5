import type { z } from 'zod'
import { ENDPOINTS, mostBytes, type Endpoint } from '../contract/src/index.ts'
import { number, print } from './lib/report.ts'

// Measures how long it takes to check the worst body that each endpoint accepts, compared with parsing the same text as JSON.

const BYTES = 100_000
const ROUNDS = 15
const SHOWN = 8
/** Times a plain parse. 5,000 postals are meant to be taken, so as many wrong ones are looked at. */
const GOALS: Readonly<Record<string, number>> = { savePostals: 15 }
const GOAL = 5

type Def = { type: string; shape: Record<string, z.ZodType>; innerType: z.ZodType; options: z.ZodType[]; in: z.ZodType; out: z.ZodType }
type Inner = { type: string; element: z.ZodType; valueType: z.ZodType }

/** Keys that nobody knows, short as they may be. */
const strange = (bytes: number, from = 0) =>
  Object.fromEntries(Array.from({ length: Math.floor(bytes / 9) }, (_, index) => [String(index + from), 0]))

/** Of about so many bytes: keys nobody knows at every level, and lists and maps far too long. */
function worstOf(schema: z.ZodType, bytes: number): unknown {
  const def = schema.def as unknown as Def
  switch (def.type) {
    case 'object': {
      const parts = Object.entries(def.shape)
      const share = bytes / (parts.filter(([, part]) => worstOf(part, 100) !== null).length + 1)
      return { ...strange(share, 1_000_000), ...Object.fromEntries(parts.map(([name, part]) => [name, worstOf(part, share)])) }
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return worstOf(def.innerType, bytes)
    case 'union':
      return def.options.map((option) => worstOf(option, bytes)).find((worst) => typeof worst === 'object') ?? null
    case 'pipe': {
      const { type, element, valueType } = def.out.def as unknown as Inner
      if (type === 'record') return { ...strange(bytes), nested: worstOf(valueType, 100) }
      if (type !== 'array') return worstOf(def.in, bytes)
      const entry = worstOf(element, 60)
      return Array.from({ length: Math.floor(bytes / (JSON.stringify(entry).length + 1)) }).fill(entry)
    }
    default:
      return null
  }
}

/** The shortest of several, since other work only adds to it. */
function shortest(work: () => void): number {
  let best = Infinity
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    work()
    best = Math.min(best, performance.now() - started)
  }
  return best
}

const measured = Object.entries<Endpoint>(ENDPOINTS).flatMap(([name, { body, takes }]) => {
  if (!body || takes) return []
  const text = JSON.stringify(worstOf(body, Math.min(BYTES, mostBytes(body))))
  if (text.length < 2000) return []
  const plain = shortest(() => void JSON.parse(text))
  const whole = shortest(() => void body.safeParse(JSON.parse(text)))
  return [{ name, ratio: whole / plain, msPer100kB: (whole / text.length) * 100_000, bytes: text.length }]
})
const worst = measured.toSorted((a, b) => b.ratio - a.ratio).slice(0, SHOWN)
print(
  worst.map(({ name, ratio, msPer100kB, bytes }) => ({
    what: `${name}, ${number(bytes / 1000, 1)} kB`,
    measured: `${number(ratio, 2)} × a plain parse, ${number(msPer100kB, 2)} ms per 100 kB`,
    goal: `${GOALS[name] ?? GOAL} ×`,
    isMet: ratio <= (GOALS[name] ?? GOAL),
  })),
)
