import type { ApiOperation, JsonSchema } from './openapi.ts'
import { resolve, type Schemas } from './schema-tree.ts'

/** A curl command, with $KEY and $TOKEN to be set in the shell. */
export function curlExample(operation: ApiOperation, origin: string, schemas: Schemas): string {
  const { method, parameters, body, needsKey, needsToken } = operation
  const path = parameters
    .filter((each) => each.in === 'path')
    .reduce((text, { name, schema }) => text.replace(`{${name}}`, encodeURIComponent(parameterText(name, schema, schemas))), operation.path)
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map(({ name, schema }) => `${encodeURIComponent(name)}=${encodeURIComponent(parameterText(name, schema, schemas))}`)
    .join('&')
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(`${origin}${path}${query && `?${query}`}`)}`,
    needsKey && '-H "X-API-Key: $KEY"',
    needsToken && '-H "Authorization: Bearer $TOKEN"',
    body && `-H ${quote('Content-Type: application/json')}`,
    body && `-d ${quote(bodyText(exampleOf(body, schemas)))}`,
  ]
  return parts.filter((part) => typeof part === 'string').join(' \\\n  ')
}

/** A minimal example value: required fields only, with the simplest valid values. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, root: JsonSchema = schema, depth = 0): unknown {
  const at = resolve(schema, schemas, root)
  if (at.default !== undefined) return at.default
  if (at.const !== undefined) return at.const
  if (at.enum) return at.enum[0]
  const choice = (at.anyOf ?? at.oneOf ?? at.allOf)?.find(({ type }) => type !== 'null')
  if (depth > 6) return null
  if (choice) return exampleOf(choice, schemas, root, depth + 1)
  switch (Array.isArray(at.type) ? at.type[0] : (at.type ?? (at.properties ? 'object' : undefined))) {
    case 'object':
      return Object.fromEntries(
        Object.entries(at.properties ?? {})
          .filter(([key]) => at.required?.includes(key))
          .map(([key, value]) => [key, exampleOf(value, schemas, root, depth + 1)]),
      )
    case 'array':
      return at.items ? [exampleOf(at.items, schemas, root, depth + 1)] : []
    case 'integer':
    case 'number':
      return Math.max(1, at.minimum ?? 1)
    case 'boolean':
      return true
    case 'string':
      return stringExample(at)
    default:
      return null
  }
}

function stringExample({ format, minLength = 0 }: JsonSchema): string {
  if (format === 'email') return 'name@example.org'
  if (format === 'date-time') return '2026-01-31T20:00:00Z'
  if (format === 'date') return '2026-01-31'
  return 'text'.padEnd(minLength, 'x')
}

/** A path parameter always needs a value; if its type gives none, its name in capitals is used. */
function parameterText(name: string, schema: JsonSchema, schemas: Schemas): string {
  const at = resolve(schema, schemas)
  if (at.type === 'string' && !at.format && !at.enum) return name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
  const example = exampleOf(at, schemas)
  return typeof example === 'string' ? example : JSON.stringify(example)
}

const LINE = 60

/** On one line if it fits. */
function bodyText(body: unknown): string {
  const text = JSON.stringify(body)
  return text.length <= LINE ? text : JSON.stringify(body, null, 2)
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
