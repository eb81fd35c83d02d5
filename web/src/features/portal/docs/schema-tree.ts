import type { JsonSchema } from './openapi.ts'

export type SchemaNode = {
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** Constraints beyond the type: '1–60 characters', 'default prod'. */
  readonly rules: readonly string[]
  readonly description: string
  readonly children: readonly SchemaNode[]
}

export type Schemas = Readonly<Record<string, JsonSchema>>
type Scope = { readonly schemas: Schemas; readonly root: JsonSchema; readonly seen: readonly JsonSchema[] }

/** A schema as a tree for display; recursive references are named instead of expanded. */
export const schemaTree = (schema: JsonSchema, schemas: Schemas): SchemaNode => node('', schema, true, { schemas, root: schema, seen: [] })

/** The type in a few words, where there is no room for a tree. */
export const typeText = (schema: JsonSchema, schemas: Schemas): string => schemaTree(schema, schemas).type

/** Follows references to the document's components and to the schema's own definitions. */
export function resolve(schema: JsonSchema, schemas: Schemas, root: JsonSchema = schema): JsonSchema {
  let at = schema
  for (let hops = 0; at.$ref !== undefined && hops < 20; hops += 1) {
    const [, place, name] = /^#\/(components\/schemas|\$defs)\/(.+)$/.exec(at.$ref) ?? []
    const target = name === undefined ? undefined : (place === '$defs' ? root.$defs : schemas)?.[decodeURIComponent(name)]
    if (!target) return { type: at.$ref.split('/').at(-1) ?? at.$ref }
    at = target
  }
  return at
}

function node(name: string, given: JsonSchema, required: boolean, scope: Scope): SchemaNode {
  const schema = resolve(given, scope.schemas, scope.root)
  const base = { name, required, rules: rulesOf(schema), description: schema.description ?? given.description ?? '' }
  const label = given.$ref?.split('/').at(-1)
  if (scope.seen.includes(schema)) return { ...base, type: `${label ?? 'object'} (as above)`, children: [] }
  const inner = { ...scope, seen: [...scope.seen, schema] }

  const { choices, nullable } = alternatives(schema)
  if (choices) {
    const nodes = choices.map((choice) => node('', choice, true, inner))
    const types = [...new Set(nodes.map(({ type }) => type)), ...(nullable ? ['null'] : [])]
    const [only] = nodes
    // A nullable single option is shown as that option; several are listed.
    return nodes.length === 1 && only
      ? { ...base, type: types.join(' or '), rules: [...base.rules, ...only.rules], children: only.children }
      : { ...base, type: types.join(' or '), children: nodes.filter(({ children }) => children.length > 0) }
  }
  if (schema.allOf) {
    const nodes = schema.allOf.map((part) => node('', part, true, inner))
    return { ...base, type: nodes[0]?.type ?? 'any', children: nodes.flatMap(({ children }) => children) }
  }
  if (schema.items) {
    const item = node('', schema.items, true, inner)
    return { ...base, type: `array of ${item.type}`, rules: [...base.rules, ...item.rules], children: item.children }
  }
  if (typeof schema.additionalProperties === 'object' && !schema.properties) {
    const value = node('', schema.additionalProperties, true, inner)
    return { ...base, type: `map of ${value.type}`, children: value.children }
  }
  const children = Object.entries(schema.properties ?? {}).map(([key, value]) =>
    node(key, value, schema.required?.includes(key) ?? false, inner),
  )
  return { ...base, type: plainType(schema), children }
}

function alternatives(schema: JsonSchema): { choices: JsonSchema[] | null; nullable: boolean } {
  const all = schema.anyOf ?? schema.oneOf
  if (!all) return { choices: null, nullable: false }
  const choices = all.filter(({ type }) => type !== 'null')
  return { choices, nullable: choices.length < all.length }
}

function plainType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const types = Array.isArray(schema.type) ? schema.type : schema.type ? [schema.type] : schema.properties ? ['object'] : ['any']
  return types.join(' or ') + (schema.format ? ` (${schema.format})` : '')
}

/** Hides the default integer bounds, which nobody wrote. */
const isExplicitBound = (bound: number | undefined): bound is number => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER

function rulesOf(schema: JsonSchema): string[] {
  const least = isExplicitBound(schema.exclusiveMinimum)
    ? `more than ${schema.exclusiveMinimum}`
    : isExplicitBound(schema.minimum)
      ? `at least ${schema.minimum}`
      : ''
  return [
    range(schema.minLength, schema.maxLength, 'character'),
    least,
    isExplicitBound(schema.maximum) ? `at most ${schema.maximum}` : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean)
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `${least}–${most} ${unit}s`
  const bound = least ?? most
  if (bound === undefined) return ''
  return `${least === undefined ? 'at most' : 'at least'} ${bound} ${unit}${bound === 1 ? '' : 's'}`
}
