import { z } from 'zod'

export type Json = { readonly [key: string]: unknown }
/** Input is what callers send, output what they receive. */
export type Direction = 'input' | 'output'

const Fields = z.object({ properties: z.record(z.string(), z.unknown()).default({}), required: z.array(z.string()).default([]) })
type Fields = z.infer<typeof Fields>

const IN_ZOD = '#/$defs/'
const IN_DOCUMENT = '#/components/schemas/'

/** Types worth a name of their own. Numbers and plain texts fit on one line wherever they are used. */
const NAMED_TYPES = new Set(['object', 'union', 'enum', 'tuple', 'record'])
/** Formats that say all that the regular expression beside them says. */
const CLEAR_FORMATS = new Set<unknown>(['date', 'date-time', 'email', 'uuid'])

/**
 * Describes schemas as JSON Schema. Schemas among `named` are described once, under their names, and referred to from everywhere else. If callers
 * may send something else than they receive, such as an object without its defaults, the name of what they send ends in `Input`.
 */
export function createDescriber(named: Readonly<Record<string, unknown>>) {
  const registry = z.registry<{ id: string }>()
  const names = new Set<string>()
  for (const [id, schema] of Object.entries(named).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!(schema instanceof z.ZodType) || !NAMED_TYPES.has(schema.def.type) || registry.has(schema)) continue
    registry.add(schema, { id })
    names.add(id)
  }

  const options = (io: Direction) => ({ io, unrepresentable: 'any', override: unwrapCoerced }) as const
  const toJson = (schema: z.ZodType, io: Direction): Json => {
    const { $defs: _named, ...json } = z.toJSONSchema(schema, { ...options(io), metadata: registry })
    return tidy(json, io)
  }
  const described = (io: Direction): ReadonlyMap<string, Json> => {
    const { schemas } = z.toJSONSchema(registry, { ...options(io), uri: (id) => IN_ZOD + id })
    return new Map(Object.entries(schemas).map(([name, { $id: _id, ...json }]) => [name, tidy(json, io)]))
  }
  const given = described('input')
  const taken = described('output')
  const differing = findDiffering(given, taken)

  const used = new Map<string, Json>()
  const nameFor = (name: string, io: Direction): string => (io === 'input' && differing.has(name) ? `${name}Input` : name)
  const refer = (name: string, io: Direction): string => {
    const known = nameFor(name, io)
    const json = (io === 'input' ? given : taken).get(name)
    if (json === undefined) throw new Error(`A schema refers to ${name}, which has no description`)
    if (known !== name && names.has(known)) throw new Error(`${known} is what callers send for ${name}, and an export as well`)
    if (!used.has(known)) {
      // Before its own references, since it may refer to itself.
      used.set(known, {})
      used.set(known, referAll(json, io))
    }
    return IN_DOCUMENT + known
  }
  const referAll = (json: Json, io: Direction): Json =>
    mapObjects(json, ({ $ref, ...rest }) => ($ref === undefined ? rest : { $ref: refer(nameIn($ref), io), ...rest }))

  return {
    /** The fields of what callers send, one by one: in an address the whole has no name. */
    describeFields: (schema: z.ZodType): Fields => {
      const name = registry.get(schema)?.id
      return Fields.parse(referAll((name === undefined ? undefined : given.get(name)) ?? toJson(schema, 'input'), 'input'))
    },
    describe: (schema: z.ZodType, io: Direction): Json => {
      const name = registry.get(schema)?.id
      return name === undefined ? referAll(toJson(schema, io), io) : { $ref: refer(name, io) }
    },
    /** Everything that was referred to, by name. */
    components: (): Json => Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}
export type Describer = ReturnType<typeof createDescriber>

/** Names whose descriptions differ between the two directions, or refer to one that does. */
function findDiffering(given: ReadonlyMap<string, Json>, taken: ReadonlyMap<string, Json>): ReadonlySet<string> {
  const differing = new Set(
    [...given].filter(([name, json]) => JSON.stringify(json) !== JSON.stringify(taken.get(name))).map(([name]) => name),
  )
  for (let before = -1; before !== differing.size;) {
    before = differing.size
    for (const [name, json] of given) if (referencesIn(json).some((each) => differing.has(each))) differing.add(name)
  }
  return differing
}

const referencesIn = (json: Json): string[] => [...JSON.stringify(json).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name = '']) => name)
const nameIn = (reference: unknown): string => String(reference).slice(IN_ZOD.length)

/** A number in an address is a text that is read as a number: described by the number. */
function unwrapCoerced({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { def } = zodSchema._zod
  if (def.type !== 'pipe' || !('coerce' in def.in._zod.def) || !(def.out instanceof z.ZodType)) return
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
  Object.assign(jsonSchema, z.toJSONSchema(def.out, { io: 'input' }))
}

/** Leaves out what says nothing. */
function tidy(json: Json, io: Direction): Json {
  return mapObjects(json, ({ $schema: _dialect, ...rest }) => {
    const { pattern, exclusiveMinimum, minimum, maximum, additionalProperties, ...kept } = rest
    const least = rest['type'] === 'integer' && typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : minimum
    return {
      ...kept,
      ...(pattern === undefined || CLEAR_FORMATS.has(rest['format']) ? {} : { pattern }),
      ...(least === undefined || least === Number.MIN_SAFE_INTEGER ? {} : { minimum: least }),
      ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
      // Responses may get further fields, so none of them is declared to be complete.
      ...(additionalProperties === undefined || (io === 'output' && additionalProperties === false) ? {} : { additionalProperties }),
    }
  })
}

/** Changes every object in `json`, the innermost first. */
function mapObjects<T>(json: T, change: (object: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>): T
function mapObjects(json: unknown, change: (object: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(json)) return json.map((each: unknown) => mapObjects(each, change))
  if (typeof json !== 'object' || json === null) return json
  return change(Object.fromEntries(Object.entries(json).map(([key, value]) => [key, mapObjects(value as unknown, change)])))
}
