import { z } from 'zod'

type Json = {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Json[]
  readonly items?: Json
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

/** A small value that fits the schema: lists of one, the first choice, nothing that may be left out. */
export const sampleOf = (schema: z.ZodType): unknown =>
  schema.parse(sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json))

function sample(schema: Json): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  // Null rather than a value: it is what a page has to cope with.
  if (schema.anyOf) return schema.anyOf.some(({ type }) => type === 'null') ? null : sample(schema.anyOf[0] ?? {})
  switch (schema.type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]))
    case 'array':
      return schema.items ? [sample(schema.items)] : []
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1)
    case 'boolean':
      return true
    case 'string':
      return schema.format === 'date-time' ? '2026-01-31T20:00:00.000Z' : 'sample'
    default:
      return null
  }
}
