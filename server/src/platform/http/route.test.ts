import { admin, countedList, ENDPOINTS, keyOnly, MESSAGES, open, signedIn, text, type Endpoint } from '@tenfour/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Actor } from '../auth/actor.ts'
import { AppError } from '../errors.ts'
import type { Switches } from '../settings/switches.ts'
import { createCallerLimits, limitCallers } from './caller-limits.ts'
import { handleErrors } from './error-handler.ts'
import { assertEveryEndpointIsServed, publicRoute, route, signInRoute } from './route.ts'

let app: FastifyInstance
const lines: string[] = []
beforeEach(() => {
  lines.length = 0
  app = Fastify({ logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } }, genReqId: () => 'the-request' })
  const subject = { userId: 1, roleGroups: [], permissions: [], hasCadDepartment: false, isCivilian: false, departmentIds: [] }
  const caller = { keyId: 1, serverId: null, keyScopes: ['portal'], address: '', userAgent: '', requestId: '' }
  const actor = { ...caller, userId: 1, sessionId: 1, subject } as unknown as Actor
  const authenticator = { authenticate: async () => actor, lastKnown: () => undefined }
  app.decorate('authenticator', authenticator)
  limitCallers(app, createCallerLimits({ authenticator, trustProxy: false }), false)
  app.decorate('routed', new Set<Endpoint>())
  app.decorate('switches', { assertOn: () => undefined } as unknown as Switches)
  handleErrors(app)
})
afterEach(() => app.close())

const endpoint = (more: Partial<Endpoint> = {}): Endpoint => ({
  method: 'GET',
  path: '/api/thing',
  summary: 'A thing',
  access: signedIn,
  response: z.object({ id: z.int(), inner: z.object({ name: z.string() }).optional() }),
  ...more,
})

test('fields that the contract does not name are not sent, at any depth', async () => {
  route(app, endpoint(), async () => ({ id: 1, passwordHash: 'secret', inner: { name: 'x', email: 'secret' } }))
  const response = await app.inject('/api/thing')
  expect(response.json()).toEqual({ id: 1, inner: { name: 'x' } })
  expect(response.headers['cache-control']).toBe('no-store')
})

test('an answer that does not match the contract is an internal error without details', async () => {
  route(app, endpoint(), async () => ({ id: 'secret text' }))
  const response = await app.inject('/api/thing')
  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({ code: 'internal', message: MESSAGES.default, requestId: 'the-request' })
})

test('an unexpected error is answered with the default message, and logged under the same id', async () => {
  route(app, endpoint(), () => Promise.reject(new Error('column "password_hash" of users')))
  const response = await app.inject('/api/thing')
  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({ code: 'internal', message: MESSAGES.default, requestId: 'the-request' })
  expect(response.body).not.toContain('password_hash')
  expect(lines.join('')).toContain('password_hash')
  expect(lines.join('')).toContain('the-request')
})

test.each([
  [new AppError('not_found', 'No such thing'), 404, { code: 'not_found', message: 'No such thing' }],
  [new AppError('conflict', 'Taken', 'name'), 409, { code: 'conflict', message: 'Taken', field: 'name' }],
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 503, { code: 'unavailable' }],
  [Object.assign(new Error('x'), { code: '57P01' }), 503, { code: 'unavailable' }],
  [Object.assign(new Error('x'), { code: '22021' }), 400, { code: 'bad_request' }],
])('%o answers %i', async (error, status, body) => {
  route(app, endpoint(), () => Promise.reject(error))
  const response = await app.inject('/api/thing')
  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ ...body, requestId: 'the-request' })
})

test('parameters, query and body are parsed before the handler runs, and the first invalid field is named', async () => {
  const parsed = endpoint({
    method: 'POST',
    path: '/api/thing/:id',
    params: z.object({ id: z.coerce.number().pipe(z.int()) }),
    query: z.object({ page: z.coerce.number().default(1) }),
    body: z.object({ list: countedList(z.array(z.object({ name: text(50).min(2, 'Too short') })).max(5)) }),
    response: z.unknown(),
  })
  route(app, parsed, async (_actor, input) => input)
  const send = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
  expect((await send('/api/thing/5', { list: [{ name: 'ab', extra: 1 }] })).json()).toEqual({
    params: { id: 5 },
    query: { page: 1 },
    body: { list: [{ name: 'ab' }] },
  })
  expect((await send('/api/thing/x', { list: [] })).json()).toMatchObject({ code: 'invalid_input', field: 'id' })
  expect((await send('/api/thing/5?page=x', { list: [] })).json()).toMatchObject({ code: 'invalid_input', field: 'page' })
  expect((await send('/api/thing/5', { list: [{ name: 'ab' }, { name: 'a' }] })).json()).toMatchObject({
    code: 'invalid_input',
    field: 'list.1.name',
    message: 'Too short',
  })
})

test('an endpoint whose body has no size limit is not served', () => {
  const unbounded = endpoint({ method: 'POST', access: admin, body: z.object({ name: z.string() }) })
  expect(() => route(app, unbounded, async () => ({ id: 1 }))).toThrow('its schema does not limit the size of its body')
})

test('a caller without access is refused before the body is read', async () => {
  route(app, endpoint({ method: 'POST', access: admin, body: z.object({ name: text(50) }) }), async () => ({ id: 1 }))
  expect((await app.inject({ method: 'POST', url: '/api/thing', payload: {} })).statusCode).toBe(403)
})

test('an endpoint must be served by the function that fits its rule', () => {
  const handler = async () => ({ id: 1 })
  expect(() => route(app, endpoint({ access: keyOnly }), handler)).toThrow('serve it with publicRoute')
  expect(() => route(app, endpoint({ access: open }), handler)).toThrow('serve it with publicRoute')
  expect(() => publicRoute(app, endpoint({ access: signedIn }), handler)).toThrow('serve it with route')
  expect(() => publicRoute(app, endpoint({ access: admin }), handler)).toThrow('serve it with route')
  expect(() => signInRoute(app, endpoint({ access: keyOnly }), async () => ({ token: 't', result: { id: 1 } }))).toThrow(
    'not declared to issue a token',
  )
})

test('the server does not start while it serves an endpoint that the table leaves out', () => {
  const { me } = ENDPOINTS
  route(app, me, () => Promise.reject(new Error('not called')))
  expect(() => assertEveryEndpointIsServed(app, [me])).not.toThrow()
  route(app, endpoint(), async () => ({ id: 1 }))
  expect(() => assertEveryEndpointIsServed(app, [me])).toThrow('Not in the table of endpoints: GET /api/thing')
})

test('the server does not start while an endpoint has no handler', () => {
  route(app, endpoint(), async () => ({ id: 1 }))
  const { me, saveServer } = ENDPOINTS
  expect(() => assertEveryEndpointIsServed(app, [me, saveServer])).toThrow('No handler for GET /api/auth/me, POST /api/patrol/server')
})
