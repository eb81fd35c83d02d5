import { setImmediate as nextTurn } from 'node:timers/promises'
import { describeAccess, ErrorBody, HEADERS, needsSignIn, type Endpoint } from '@tenfour/contract'
import { z } from 'zod'

type Json = Record<string, unknown>

/** Lets other work run after each endpoint: all of them together take several hundred milliseconds. */
export async function openApiDocument(endpoints: Readonly<Record<string, Endpoint>>, version: string): Promise<Json> {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
    await nextTurn()
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tenfour', version, description: 'Every call needs an API key; most need a bearer token from auth/login as well.' },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values(endpoints).map(tagOf))].map((tag) => ({ name: tag })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        token: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
  }
}

const tagOf = ({ path }: Endpoint): string => path.split('/')[2] ?? 'portal'

function operation(operationId: string, endpoint: Endpoint): Json {
  const { access, featureSwitch, params, query, body, response, issuesToken, takes, gives } = endpoint
  return {
    operationId,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    'x-access': describeAccess(access),
    ...(featureSwitch ? { 'x-feature': featureSwitch.key } : {}),
    security: access.kind === 'open' ? [] : [needsSignIn(access) ? { apiKey: [], token: [] } : { apiKey: [] }],
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
    ...(body ? { requestBody: { required: true, content: takes ? fileContent(takes.types) : jsonContent(schemaOf(body, 'input')) } } : {}),
    responses: {
      200: {
        description: 'Done',
        ...(issuesToken ? { headers: { [HEADERS.token]: { description: 'The new session token', schema: { type: 'string' } } } } : {}),
        content: gives ? fileContent(gives) : jsonContent(schemaOf(response, 'output')),
      },
      ...failures(endpoint),
    },
  }
}

function failures({ access, featureSwitch, params, query, body }: Endpoint): Json {
  const failure = (description: string) => ({ description, content: jsonContent({ $ref: '#/components/schemas/Error' }) })
  return {
    ...(params || query || body ? { 400: failure('The input is not valid; `field` names it') } : {}),
    ...(access.kind === 'open' ? {} : { 401: failure('The API key or the token is missing or not valid') }),
    ...(needsSignIn(access) ? { 403: failure('The user may not do this') } : {}),
    ...(featureSwitch ? { 404: failure('`feature_off`: an admin has switched this off') } : {}),
  }
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
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

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}
