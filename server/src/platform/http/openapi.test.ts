import { ENDPOINTS, describeAccess, needsSignIn, type Endpoint } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'

type Operation = {
  operationId: string
  summary: string
  'x-access': string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content: Record<string, { schema: { $ref?: string } }>; headers?: object }>
}
let t: TestPortal
let text: string
let document: {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object }
}
beforeAll(async () => {
  t = await startTestPortal()
  const response = await t.app.http.inject('/api/openapi.json')
  text = response.body
  document = response.json()
})
afterAll(() => t.close())

const endpoints = Object.entries(ENDPOINTS) as [string, Endpoint][]

test('the document names its version and that of the portal', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.info.version).toBe('0.0.0-test')
})

test.each(endpoints)('%s is in it, with its rule, parameters, body and answers', (name, endpoint) => {
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
  const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
  expect(operation).toMatchObject({ operationId: name, summary: endpoint.summary, 'x-access': describeAccess(endpoint.access) })
  const { parameters, requestBody, responses, security } = operation!
  const inPath = parameters.filter((each) => each.in === 'path')
  expect(inPath.map((each) => each.name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter))
  expect(inPath.every(({ required }) => required)).toBe(true)
  expect(requestBody !== undefined).toBe(endpoint.body !== undefined)
  expect(responses['200']?.content[endpoint.gives?.[0] ?? 'application/json']?.schema).toBeTypeOf('object')
  const expected = endpoint.access.kind === 'open' ? [] : [needsSignIn(endpoint.access) ? { apiKey: [], token: [] } : { apiKey: [] }]
  expect(security).toEqual(expected)
  expect(responses['200']?.headers !== undefined).toBe(endpoint.issuesToken === true)
  expect('401' in responses).toBe(endpoint.access.kind !== 'open')
})

test('it has no endpoint that the contract lacks', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(operations).toHaveLength(endpoints.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(endpoints.length)
})

test('every reference in it exists', () => {
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!.split('/'))
  expect(references.length).toBeGreaterThan(0)
  for (const path of references) {
    const target = path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)
    expect(target, path.join('/')).toBeTypeOf('object')
  }
})

test('it names no internals', () => {
  for (const inside of [
    'password_hash',
    'token_hash',
    'key_hash',
    'access_version',
    'passwordHash',
    '$schema',
    'file://',
    'node_modules',
  ]) {
    expect(text, inside).not.toContain(inside)
  }
})
