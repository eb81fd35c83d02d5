import {
  HEADERS,
  isAllowed,
  MESSAGES,
  needsSignIn,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@tenfour/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isActor, type Actor, type Authenticator, type Caller, type Origin } from '../auth/actor.ts'
import { AppError } from '../errors.ts'

export type Input<E> = { readonly params: ParamsOf<E>; readonly query: QueryOf<E>; readonly body: BodyOf<E> }
export type WithToken<T> = { readonly token: string; readonly result: T }

declare module 'fastify' {
  interface FastifyInstance {
    authenticator: Authenticator
    routed: Set<Endpoint>
  }
}

/** Serves a call that needs someone signed in. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (actor: Actor, input: Input<E>) => Promise<ResponseOf<E>>,
): void {
  if (!needsSignIn(endpoint.access)) throw new Error(`${endpoint.path} lets anyone in: serve it with publicRoute`)
  serve(app, endpoint, async (request, reply, read) => {
    const actor = await identify(app, endpoint, request)
    if (!isActor(actor)) throw new AppError('session_invalid', 'Your session is not valid: sign in')
    const params = read.params()
    if (!isAllowed(endpoint.access, actor.subject, params)) throw new AppError('forbidden', MESSAGES.forbidden)
    return handle(actor, { params, ...read.rest() })
  })
}

/** Serves a call that is made before anyone is signed in. */
export function publicRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (caller: Caller, input: Input<E>, reply: FastifyReply) => Promise<ResponseOf<E>>,
): void {
  if (needsSignIn(endpoint.access)) throw new Error(`${endpoint.path} needs someone signed in: serve it with route`)
  serve(app, endpoint, async (request, reply, read) => {
    const caller =
      endpoint.access.kind === 'open'
        ? { keyId: null, serverId: null, keyScopes: [], ...originOf(request) }
        : await identify(app, endpoint, request)
    return handle(caller, { params: read.params(), ...read.rest() }, reply)
  })
}

/** Serves a call that signs someone in: the token leaves in its header, never in a body. */
export function signInRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (caller: Caller, input: Input<E>) => Promise<WithToken<ResponseOf<E>>>,
): void {
  if (!endpoint.issuesToken) throw new Error(`${endpoint.path} is not declared to issue a token`)
  publicRoute(app, endpoint, async (caller, input, reply) => {
    const { token, result } = await handle(caller, input)
    reply.header(HEADERS.token, token)
    return result
  })
}

type Read<E> = { readonly params: () => ParamsOf<E>; readonly rest: () => { query: QueryOf<E>; body: BodyOf<E> } }

function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  answer: (request: FastifyRequest, reply: FastifyReply, read: Read<E>) => Promise<unknown>,
): void {
  app.routed.add(endpoint)
  // What a handler answers again and again as the same object (a user out of the cache) is parsed and written out once.
  const written = new WeakMap<object, string>()
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.takes && { bodyLimit: endpoint.takes.bytes }),
    handler: async (request, reply) => {
      const read: Read<E> = {
        params: () => parse(endpoint.params, request.params) as ParamsOf<E>,
        rest: () => ({ query: parse(endpoint.query, request.query) as QueryOf<E>, body: parse(endpoint.body, request.body) as BodyOf<E> }),
      }
      const result = await answer(request, reply, read)
      if (endpoint.gives) return sendFile(request, reply, File.parse(result))
      reply.header('cache-control', 'no-store')
      reply.type('application/json; charset=utf-8')
      const known = isObject(result) ? written.get(result) : undefined
      if (known !== undefined) return known
      // Parsed on the way out too: what the contract does not name does not leave.
      const text = JSON.stringify(endpoint.response.parse(result))
      if (isObject(result) && Object.isFrozen(result)) written.set(result, text)
      return text
    },
  })
}

const File = z.object({ type: z.string(), bytes: z.instanceof(Uint8Array), digest: z.string() })

/** Kept by the browser, and asked about each time: who may no longer see it is refused before it comes to this. */
function sendFile(request: FastifyRequest, reply: FastifyReply, { type, bytes, digest }: z.infer<typeof File>): unknown {
  const tag = `"${digest}"`
  reply.header('cache-control', 'private, no-cache').header('etag', tag).header('content-disposition', 'inline')
  if (request.headers['if-none-match'] === tag) return reply.status(304).send()
  return reply.type(type).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** Reads files as they are; which endpoint takes which, and how large, the endpoint says. */
export function acceptFiles(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const types = [...new Set(endpoints.flatMap(({ takes }) => takes?.types ?? []))]
  if (types.length > 0) app.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

async function identify(app: FastifyInstance, endpoint: Endpoint, request: FastifyRequest): Promise<Caller | Actor> {
  const key = request.headers[HEADERS.apiKey]
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const caller = await app.authenticator.authenticate({ apiKey: typeof key === 'string' ? key : undefined, token }, originOf(request))
  const scope = endpoint.scope ?? 'portal'
  if (!caller.keyScopes.includes(scope)) throw new AppError('forbidden', `This API key may not be used here: it lacks the scope ${scope}`)
  return caller
}

const originOf = (request: FastifyRequest): Origin => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  requestId: request.id,
})

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return {}
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') || undefined
  const problem = issue?.message ?? 'not valid'
  throw new AppError('invalid_input', field && problem.startsWith('Invalid') ? `${field}: ${problem}` : problem, field)
}

/**
 * The server does not start while a call of the contract has no handler, nor while it serves one that the contract's table leaves out: that
 * would be in no access matrix and in no documentation.
 */
export function assertEveryEndpointIsServed(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const namesOf = (some: readonly Endpoint[]) => some.map(({ method, path }) => `${method} ${path}`).join(', ')
  const missing = endpoints.filter((endpoint) => !app.routed.has(endpoint))
  if (missing.length > 0) throw new Error(`No handler for ${namesOf(missing)}`)
  const declared = new Set(endpoints)
  const undeclared = [...app.routed].filter((endpoint) => !declared.has(endpoint))
  if (undeclared.length > 0) throw new Error(`Not in the table of endpoints: ${namesOf(undeclared)}`)
}
