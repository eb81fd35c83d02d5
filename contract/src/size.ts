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

/** How many bytes of JSON a schema lets in at most. Infinity where it does not say. */
export function mostBytes(schema: z.ZodType): number {
  const def = schema.def as Def
  switch (def.type) {
    case 'object':
      return sum(Object.entries(def.shape).map(([name, part]) => CHARACTER_BYTES * name.length + FIELD_BYTES + mostBytes(part)))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return mostBytes(def.innerType)
    case 'union':
      return Math.max(...def.options.map(mostBytes))
    case 'tuple':
      return sum(def.items.map((part) => FIELD_BYTES + mostBytes(part)))
    case 'pipe': {
      const most = mostOf(schema)
      if (most === undefined) return mostBytes(def.in.def.type === 'transform' ? def.out : def.in)
      const { element, keyType, valueType } = def.out.def as Def
      if (def.out.def.type === 'array') return most * (FIELD_BYTES + mostBytes(element))
      const mostText = mostTextOf(schema)
      const value = mostText === undefined ? mostBytes(valueType) : LONGEST_VALUE
      return most * (FIELD_BYTES + mostBytes(keyType) + value) + CHARACTER_BYTES * (mostText ?? 0)
    }
    case 'string':
      return CHARACTER_BYTES * longestText(def)
    case 'enum':
      return CHARACTER_BYTES * Math.max(...Object.values(def.entries).map((each) => String(each).length))
    case 'number':
    case 'int':
    case 'boolean':
    case 'null':
    case 'literal':
      return LONGEST_VALUE
    default:
      return Infinity
  }
}

function longestText(def: Def): number {
  const most = def.checks?.map(({ _zod }) => _zod.def.maximum).find((maximum) => maximum !== undefined)
  return most ?? ('format' in def ? LONGEST_VALUE : Infinity)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)
