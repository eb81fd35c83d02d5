import { describeAccess, needsSignIn } from '../access.ts'
import { HEADERS, type Endpoint } from '../endpoint.ts'
import { ErrorBody, ERROR_STATUS } from '../errors.ts'
import type { z } from 'zod'
import { createDescriber, type Describer, type Json } from './schemas.ts'

/** The portal writes its own version here when it serves a document. */
export const ANY_VERSION = '0'

type Endpoints = Readonly<Record<string, Endpoint>>

/** The OpenAPI document of `endpoints`. Schemas among `named` are described once, under their names. */
export function openApiDocument(endpoints: Endpoints, named: Readonly<Record<string, unknown>>): Json {
  const describer = createDescriber({ ...named, Error: ErrorBody })
  const paths: Record<string, Json> = {}
  // By address: the order of a module's exports is not the same everywhere.
  const sorted = Object.entries(endpoints).toSorted(([, a], [, b]) => compareTexts(a.path, b.path) || compareTexts(a.method, b.method))
  for (const [name, endpoint] of sorted) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, describer) }
  }
  const responses = Object.fromEntries(Object.entries(FAILURES).map(([name, description]) => [name, failure(description, describer)]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tenfour',
      version: ANY_VERSION,
      description:
        'Every call needs an API key; most need a bearer token as well: the `X-IDP-Token` header with which `/api/auth/login` answers.',
    },
    servers: [{ url: '/' }],
    // Of most calls; the others name their own.
    security: [{ apiKey: [], token: [] }],
    tags: [...new Set(sorted.map(([, endpoint]) => tagOf(endpoint)))].map((tag) => ({ name: tag })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        token: { type: 'http', scheme: 'bearer' },
      },
      responses,
      schemas: describer.components(),
    },
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
const tagOf = ({ path }: Endpoint): string => path.split('/')[2] ?? 'portal'

function operation(operationId: string, endpoint: Endpoint, describer: Describer): Json {
  const { access, featureSwitch, params, query, body, response, issuesToken, takes, gives } = endpoint
  return {
    operationId,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: `For ${describeAccess(access)}.`,
    'x-access': describeAccess(access),
    ...(featureSwitch ? { 'x-feature': featureSwitch.key } : {}),
    ...(needsSignIn(access) ? {} : { security: access.kind === 'open' ? [] : [{ apiKey: [] }] }),
    ...(params || query ? { parameters: [...parametersOf(params, 'path', describer), ...parametersOf(query, 'query', describer)] } : {}),
    ...(body
      ? { requestBody: { required: true, content: takes ? fileContent(takes.types) : jsonContent(describer.describe(body, 'input')) } }
      : {}),
    responses: {
      200: {
        description: 'Done',
        ...(issuesToken ? { headers: { [HEADERS.token]: { description: 'The new session token', schema: { type: 'string' } } } } : {}),
        content: gives ? fileContent(gives) : jsonContent(describer.describe(response, 'output')),
      },
      ...failuresOf(endpoint),
    },
  }
}

const codesOf = (status: number): string =>
  Object.entries(ERROR_STATUS)
    .filter(([, each]) => each === status)
    .map(([code]) => `\`${code}\``)
    .join(', ')

const FAILURES = {
  InvalidInput: `The input is not valid; \`field\` names it. ${codesOf(400)}`,
  NotSignedIn: `The API key or the token is missing or not valid. ${codesOf(401)}`,
  NotAllowed: `The user may not do this. ${codesOf(403)}`,
  SwitchedOff: '`feature_off`: an admin has switched this off',
} as const
const failure = (description: string, describer: Describer): Json => ({
  description,
  content: jsonContent(describer.describe(ErrorBody, 'output')),
})

function failuresOf({ access, featureSwitch, params, query, body }: Endpoint): Json {
  const refer = (name: keyof typeof FAILURES) => ({ $ref: `#/components/responses/${name}` })
  return {
    ...(params || query || body ? { 400: refer('InvalidInput') } : {}),
    ...(access.kind === 'open' ? {} : { 401: refer('NotSignedIn') }),
    ...(needsSignIn(access) ? { 403: refer('NotAllowed') } : {}),
    ...(featureSwitch ? { 404: refer('SwitchedOff') } : {}),
  }
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query', describer: Describer): Json[] {
  if (!schema) return []
  const { properties, required } = describer.describeFields(schema)
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: each,
  }))
}

const fileContent = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
const jsonContent = (schema: Json) => ({ 'application/json': { schema } })
