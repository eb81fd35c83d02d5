import { finished, Readable } from 'node:stream'
import {
  HEADERS,
  isAllowed,
  MESSAGES,
  mostBytes,
  mostValues,
  needsSignIn,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@tenfour/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler, RouteOptions } from 'fastify'
import { z } from 'zod'
import { isActor, type Actor, type Authenticator, type Caller, type Origin } from '../auth/actor.ts'
import { AppError } from '../errors.ts'
import { inputProblem } from './input-problem.ts'
import { EXTRA_BODY_BYTES, EXTRA_BODY_VALUES, LEAST_BODY_BYTES, MAX_CREDENTIAL_LENGTH } from '../limits/limits.ts'
import type { Switches } from '../settings/switches.ts'
import { credentialsOf } from './caller-limits.ts'
import { callerAddress } from './client-address.ts'

export type Input<E> = { readonly params: ParamsOf<E>; readonly query: QueryOf<E>; readonly body: BodyOf<E> }
type Handle<E> = (actor: Actor, input: Input<E>) => Promise<ResponseOf<E>>
export type WithToken<T> = { readonly token: string; readonly result: T }

declare module 'fastify' {
  interface FastifyInstance {
    authenticator: Authenticator
    switches: Switches
    routed: Set<Endpoint>
  }
  interface FastifyRequest {
    /** The caller and the path parameters, determined before the body is read. */
    admitted: { readonly caller: Caller | Actor; readonly params: unknown; readonly at: number } | undefined
  }
}

/** Serves an endpoint that requires sign-in. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: Handle<E>,
  count?: (userId: number) => Promise<void>,
): void {
  if (!needsSignIn(endpoint.access)) throw new Error(`${endpoint.path} needs no sign-in: serve it with publicRoute`)
  if (endpoint.access.kind === 'applicant') throw new Error(`${endpoint.path} is for applicants: serve it with applicantRoute`)
  const admit = async (request: FastifyRequest, params: () => ParamsOf<E>) => {
    const actor = await identify(app, endpoint, request)
    if (!isActor(actor)) throw new AppError('session_invalid', 'Your session is not valid: sign in')
    const parsed = params()
    if (!isAllowed(endpoint.access, actor.subject, parsed)) throw new AppError('forbidden', MESSAGES.forbidden)
    return { caller: actor, params: parsed }
  }
  serve(app, endpoint, {
    admit,
    count: (actor) => count?.(actor.userId),
    answer: (actor, input) => handle(actor, input),
  })
}

/** Serves endpoints that require sign-in. Each call is counted before its body is read, so refused input counts too. */
export const limitedRoute =
  (app: FastifyInstance, count: (userId: number) => Promise<void>) =>
  <E extends Endpoint>(endpoint: E, handle: Handle<E>): void =>
    route(app, endpoint, handle, count)

/** Serves an endpoint that needs no sign-in. */
export function publicRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (caller: Caller, input: Input<E>, reply: FastifyReply) => Promise<ResponseOf<E>>,
): void {
  if (needsSignIn(endpoint.access)) throw new Error(`${endpoint.path} needs sign-in: serve it with route`)
  const admit = async (request: FastifyRequest, params: () => ParamsOf<E>) => {
    const caller =
      endpoint.access.kind === 'open'
        ? { keyId: null, serverId: null, keyScopes: [], ...originOf(request) }
        : await identify(app, endpoint, request)
    return { caller, params: params() }
  }
  serve(app, endpoint, { admit, answer: handle })
}

/** Someone without an account, known by the token of their application. */
export type Applicant = Caller & { readonly registrationId: number }
/** The application that a token opens. */
export type FindApplicant = (token: string) => Promise<number | undefined>

/** Serves an endpoint for applicants. Nobody who is signed in passes it, and no other endpoint knows the token of an application. */
export function applicantRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  find: FindApplicant,
  handle: (applicant: Applicant, input: Input<E>) => Promise<ResponseOf<E>>,
): void {
  if (endpoint.access.kind !== 'applicant') throw new Error(`${endpoint.path} is not for applicants`)
  const admit = async (request: FastifyRequest, params: () => ParamsOf<E>) => {
    const caller = await identify(app, endpoint, request)
    if (isActor(caller)) throw new AppError('forbidden', MESSAGES.forbidden)
    const { token } = credentialsOf(request)
    const registrationId = token === undefined || token.length > MAX_CREDENTIAL_LENGTH ? undefined : await find(token)
    if (registrationId === undefined) throw new AppError('session_invalid', 'Open your application with your email address and password')
    return { caller: { ...caller, registrationId }, params: params() }
  }
  serve(app, endpoint, { admit, answer: handle })
}

/** Serves an endpoint that signs someone in: the token is sent in a header, never in a body. */
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

/** If the body takes longer than this to arrive, the caller is authenticated again: their rights may have ended meanwhile. */
const ADMITTED_FOR_MS = 1000

type Served<E extends Endpoint, C extends Caller> = {
  /** Authenticates and authorizes before any of the body is read. */
  readonly admit: (request: FastifyRequest, params: () => ParamsOf<E>) => Promise<{ caller: C; params: ParamsOf<E> }>
  /** Refuses calls beyond the limit before any of the body is read. */
  readonly count?: (caller: C) => Promise<void> | undefined
  readonly answer: (caller: C, input: Input<E>, reply: FastifyReply) => Promise<unknown>
}

function serve<E extends Endpoint, C extends Caller>(app: FastifyInstance, endpoint: E, { admit, count, answer }: Served<E, C>): void {
  app.routed.add(endpoint)
  // Results that are returned repeatedly as the same frozen object (a cached user) are parsed and serialized once.
  const serialized = new WeakMap<object, string>()
  const admitIfOn = async (request: FastifyRequest) => {
    const admitted = await admit(request, () => parse(endpoint.params, request.params) as ParamsOf<E>)
    // Only callers who may use the endpoint learn that it is switched off.
    app.switches.assertOn(endpoint.featureSwitch)
    return admitted
  }
  const admitNow = async (request: FastifyRequest) => ({
    ...(await admitIfOn(request)),
    at: performance.now(),
  })
  const places = uploadPlaces(endpoint)
  const admitWithPlace = async (request: FastifyRequest, reply: FastifyReply) => {
    const admitted = await admitNow(request)
    await count?.(admitted.caller)
    places.take(reply)
    return admitted
  }
  const options: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyLimitOf(endpoint),
    config: { mostBodyValues: EXTRA_BODY_VALUES + (endpoint.body ? mostValues(endpoint.body) : 0) },
    onRequest: (request, reply, done) => {
      admitWithPlace(request, reply).then((admitted) => {
        request.admitted = admitted
        app.callerLimits.identified(request, reply, admitted.caller, done)
      }, done)
    },
    ...(endpoint.method !== 'GET' && { preParsing: askForBody }),
    handler: async (request, reply) => {
      const admitted = request.admitted as Awaited<ReturnType<typeof admitNow>>
      const { caller, params } = performance.now() - admitted.at < ADMITTED_FOR_MS ? admitted : await admitNow(request)
      const query = parse(endpoint.query, request.query) as QueryOf<E>
      const body = parse(endpoint.body, request.body) as BodyOf<E>
      const result = await answer(caller, { params, query, body }, reply)
      if (endpoint.gives) {
        const download = Download.safeParse(result)
        return download.success ? sendDownload(reply, download.data) : sendFile(request, reply, File.parse(result))
      }
      reply.header('cache-control', 'no-store')
      reply.type('application/json; charset=utf-8')
      const known = isObject(result) ? serialized.get(result) : undefined
      if (known !== undefined) return known
      // Parsed on the way out too, so that fields missing from the contract are never sent.
      const text = JSON.stringify(endpoint.response.parse(result))
      if (isObject(result) && Object.isFrozen(result)) serialized.set(result, text)
      return text
    },
  }
  if (!endpoint.takes?.types.includes(JSON_TYPE)) return void app.route(options)
  // Registered in a scope of its own, so that a JSON file is received as a file.
  void app.register(async (scope) => {
    scope.removeContentTypeParser(JSON_TYPE)
    scope.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    scope.route(options)
  })
}

const JSON_TYPE = 'application/json'

/** Roughly the size of the largest input that the endpoint's schema accepts. */
function bodyLimitOf({ path, takes, body }: Endpoint): number {
  const bytes = takes?.bytes ?? Math.max(LEAST_BODY_BYTES, body ? mostBytes(body) + EXTRA_BODY_BYTES : 0)
  if (!Number.isFinite(bytes)) throw new Error(`${path}: its schema does not limit the size of its body`)
  return bytes
}

/** Counts the files that an endpoint holds in memory, from before the body is read until the response is sent. */
function uploadPlaces({ takes }: Endpoint) {
  let taken = 0
  return {
    take: (reply: FastifyReply): void => {
      if (takes?.atOnce === undefined) return
      if (taken >= takes.atOnce) throw new AppError('conflict', 'Another file is being uploaded: try again in a moment')
      taken += 1
      finished(reply.raw, () => (taken -= 1))
    },
  }
}

const File = z.object({
  type: z.string(),
  bytes: z.instanceof(Uint8Array),
  digest: z.string(),
  /** The address names the digest: what is there never changes. */
  isImmutable: z.boolean().default(false),
})
/** A file that is too large to be held in memory. */
const Download = z.object({ stream: z.instanceof(Readable), name: z.string().regex(/^[\w.-]+$/), size: z.int().optional() })

function sendDownload(reply: FastifyReply, { stream, name, size }: z.infer<typeof Download>): unknown {
  reply.header('cache-control', 'no-store').header('content-disposition', `attachment; filename="${name}"`)
  if (size !== undefined) reply.header('content-length', size)
  return reply.type('application/octet-stream').send(stream)
}

/** Cached by the browser but revalidated each time, unless it never changes; access is checked before this runs. */
function sendFile(request: FastifyRequest, reply: FastifyReply, { type, bytes, digest, isImmutable }: z.infer<typeof File>): unknown {
  const tag = `"${digest}"`
  reply
    .header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'private, no-cache')
    .header('etag', tag)
    .header('content-disposition', 'inline')
  if (request.headers['if-none-match'] === tag) return reply.status(304).send()
  return reply.type(type).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** Accepts file bodies as buffers; each endpoint declares its types and size limit. */
export function acceptFiles(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const types = [...new Set(endpoints.flatMap(({ takes }) => takes?.types ?? []))].filter((type) => type !== JSON_TYPE)
  if (types.length > 0) app.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** A client that sends `Expect: 100-continue` has not sent the body yet. */
const askForBody: preParsingHookHandler = (request, reply, _payload, done) => {
  if (request.headers.expect !== undefined) reply.raw.writeContinue()
  done()
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

async function identify(app: FastifyInstance, endpoint: Endpoint, request: FastifyRequest): Promise<Caller | Actor> {
  const caller = await app.authenticator.authenticate(credentialsOf(request), originOf(request))
  const scope = endpoint.scope ?? 'portal'
  if (!caller.keyScopes.includes(scope)) throw new AppError('forbidden', `This API key may not be used here: it lacks the scope ${scope}`)
  return caller
}

const originOf = (request: FastifyRequest): Origin => ({
  address: callerAddress(request),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  requestId: request.id,
})

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return {}
  const result = schema.safeParse(value, { error: inputProblem })
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new AppError('invalid_input', issue?.message ?? 'The input is not valid', issue?.path.join('.') || undefined)
}

/**
 * Fails startup if an endpoint of the contract has no handler, or if a served endpoint is not in the contract's table: it would be missing
 * from the access matrix and the documentation.
 */
export function assertEveryEndpointIsServed(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const namesOf = (some: readonly Endpoint[]) => some.map(({ method, path }) => `${method} ${path}`).join(', ')
  const missing = endpoints.filter((endpoint) => !app.routed.has(endpoint))
  if (missing.length > 0) throw new Error(`No handler for ${namesOf(missing)}`)
  const declared = new Set(endpoints)
  const undeclared = [...app.routed].filter((endpoint) => !declared.has(endpoint))
  if (undeclared.length > 0) throw new Error(`Not in the table of endpoints: ${namesOf(undeclared)}`)
}
