import type { z } from 'zod'
import { mostOf, mostTextOf } from './values.ts'

/** A character of JSON takes at most six bytes: `\u00e9`. */
const CHARACTER_BYTES = 6
/** Longer than any number, day, instant, UUID or word of ours. */
const LONGEST_VALUE = 64
/** Quotes, colon and comma of a field, and the spaces of one who indents. */
const FIELD_BYTES = 24

type Def = Omit<z.core.$ZodTypeDef, 'checks'> & {
  readonly shape: Readonly<Record<string, z.ZodType>>
  readonly element: z.ZodType
  readonly items: readonly z.ZodType[]
  readonly innerType: z.ZodType
  readonly options: readonly z.ZodType[]
  readonly keyType: z.ZodType
  readonly valueType: z.ZodType
  readonly in: z.ZodType
  readonly out: z.ZodType
  readonly entries: Readonly<Record<string, string | number>>
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string; readonly maximum?: number } } }[]
}

/** The largest input that a schema accepts, as JSON. Infinity where it has no limit. */
type Size = {
  readonly bytes: number
  /** Lists, objects, and what stands in them. */
  readonly values: number
}

export const mostBytes = (schema: z.ZodType): number => sizeOf(schema).bytes
export const mostValues = (schema: z.ZodType): number => sizeOf(schema).values

function sizeOf(schema: z.ZodType): Size {
  const def = schema.def as Def
  switch (def.type) {
    case 'object':
      return filled(Object.entries(def.shape).map(([name, part]) => entry(sizeOf(part), CHARACTER_BYTES * name.length)))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return sizeOf(def.innerType)
    case 'union': {
      const sizes = def.options.map(sizeOf)
      return { bytes: Math.max(...sizes.map(({ bytes }) => bytes)), values: Math.max(...sizes.map(({ values }) => values)) }
    }
    case 'tuple':
      return filled(def.items.map((part) => entry(sizeOf(part))))
    case 'pipe': {
      const most = mostOf(schema)
      if (most === undefined) return sizeOf(def.in.def.type === 'transform' ? def.out : def.in)
      const { element, keyType, valueType } = def.out.def as Def
      if (def.out.def.type === 'array') return filled([entry(sizeOf(element))], most)
      const mostText = mostTextOf(schema)
      const value = mostText === undefined ? sizeOf(valueType) : scalar(LONGEST_VALUE)
      return filled([entry(value, sizeOf(keyType).bytes)], most, CHARACTER_BYTES * (mostText ?? 0))
    }
    case 'string':
      return scalar(CHARACTER_BYTES * longestText(def))
    case 'enum':
      return scalar(CHARACTER_BYTES * Math.max(...Object.values(def.entries).map((each) => String(each).length)))
    case 'number':
    case 'int':
    case 'boolean':
    case 'null':
    case 'literal':
      return scalar(LONGEST_VALUE)
    default:
      return { bytes: Infinity, values: Infinity }
  }
}

const scalar = (bytes: number): Size => ({ bytes, values: 0 })
const entry = ({ bytes, values }: Size, keyBytes = 0): Size => ({ bytes: FIELD_BYTES + keyBytes + bytes, values: 1 + values })

/** A list or an object with these entries, each so many times. */
const filled = (entries: readonly Size[], times = 1, extraBytes = 0): Size => ({
  bytes: times * sum(entries.map(({ bytes }) => bytes)) + extraBytes,
  values: 1 + times * sum(entries.map(({ values }) => values)),
})

function longestText(def: Def): number {
  const most = def.checks?.map(({ _zod }) => _zod.def.maximum).find((maximum) => maximum !== undefined)
  return most ?? ('format' in def ? LONGEST_VALUE : Infinity)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)
