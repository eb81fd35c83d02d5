import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describeAccess, needsSignIn } from '../access.ts'
import * as contract from '../index.ts'
import type { Endpoint } from '../endpoint.ts'
import { ROOMS, type RoomName } from '../realtime.ts'
import { asyncApiDocument } from './asyncapi.ts'
import { openApiDocument } from './openapi.ts'
import { createDescriber } from './schemas.ts'

type Content = Record<string, { schema: object }>
type Operation = {
  operationId: string
  description: string
  'x-access': string
  security?: object[]
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content; headers?: object }>
}
type OpenApi = { security: object[]; paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, object> } }
type AsyncApi = {
  channels: Record<string, { address: string; description: string; messages: Record<string, { payload: object }> }>
  operations: Record<string, { action: string; messages: object[]; reply?: object }>
}

const endpoints = Object.entries(contract.ENDPOINTS) as [string, Endpoint][]
const document = openApiDocument(contract.ENDPOINTS, contract) as OpenApi
const about = Object.fromEntries(Object.keys(ROOMS).map((room) => [room, `About ${room}`])) as Record<RoomName, string>
const live = asyncApiDocument(contract, about) as AsyncApi

describe('calls', () => {
  test.each(endpoints)('%s is described with its rule, parameters, body and responses', (name, endpoint) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
    const access = describeAccess(endpoint.access)
    expect(operation).toMatchObject({ operationId: name, summary: endpoint.summary, description: `For ${access}.`, 'x-access': access })
    const { parameters = [], requestBody, responses, security = document.security } = operation!
    const inPath = parameters.filter((each) => each.in === 'path')
    expect(inPath.map((each) => each.name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter))
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(parameters.some((each) => each.in === 'query')).toBe(endpoint.query !== undefined)
    expect(requestBody !== undefined).toBe(endpoint.body !== undefined)
    expect(responses['200']?.content[endpoint.gives?.[0] ?? 'application/json']?.schema).toBeTypeOf('object')
    const expected = endpoint.access.kind === 'open' ? [] : [needsSignIn(endpoint.access) ? { apiKey: [], token: [] } : { apiKey: [] }]
    expect(security).toEqual(expected)
    expect(responses['200']?.headers !== undefined).toBe(endpoint.issuesToken === true)
    expect('401' in responses).toBe(endpoint.access.kind !== 'open')
  })

  test('nothing else is described, and no name is used twice', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(operations).toHaveLength(endpoints.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(endpoints.length)
  })
})

describe('live data', () => {
  test.each(Object.values(ROOMS))('$name is described with its parameters, snapshot and events', (room) => {
    const channel = live.channels[room.name]!
    expect(channel.address).toBe(
      contract.roomKey(room.name, Object.fromEntries(Object.keys(room.params.shape).map((key) => [key, `{${key}}`]))),
    )
    expect(channel.description).toBe(`About ${room.name}\n\nFor ${describeAccess(room.access)}.`)
    expect(Object.keys(channel.messages)).toEqual(['snapshot', ...Object.keys(room.events)])
    expect(live.operations[room.name]).toMatchObject({ action: 'send' })
  })

  test('messages of game servers are described in both directions, with their answers', () => {
    const answered = Object.entries(contract.TO_BRIDGE).filter(([, { answer }]) => answer)
    const names = [...Object.keys(contract.TO_BRIDGE), ...answered.map(([name]) => `${name}.answer`)]
    expect(new Set(Object.keys(live.channels['bridge.send']!.messages))).toEqual(new Set(names))
    expect(live.operations['bridge.send.whitelist']).toMatchObject({ action: 'send', reply: { messages: [{}] } })
    expect(live.operations['bridge.receive.hello']).toMatchObject({ action: 'receive', reply: { messages: [{}] } })
  })
})

describe.each(Object.entries({ 'openapi.json': document, 'asyncapi.json': live }))('%s', (_name, json) => {
  const text = JSON.stringify(json)

  test('every reference leads somewhere', () => {
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path.split('/'))
    expect(references.length).toBeGreaterThan(0)
    for (const path of references) {
      const target = path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], json)
      expect(target, path.join('/')).toBeTypeOf('object')
    }
  })

  test('it names nothing of the inside', () => {
    for (const inside of ['password_hash', 'token_hash', 'key_hash', 'access_version', 'passwordHash', '$schema', '$defs', 'file://']) {
      expect(text, inside).not.toContain(inside)
    }
  })
})

describe('schemas', () => {
  const Place = z.object({ name: z.string(), floor: z.int().default(0) })
  const Person = z.object({ id: z.coerce.number().pipe(z.int().positive()), home: Place.nullable() })

  test('a named schema is described once, and apart where callers may send something else', () => {
    const describer = createDescriber({ Place, Person, unrelated: 12 })
    expect(describer.describe(z.array(Person), 'output')).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Person' } })
    expect(describer.describe(Person, 'input')).toEqual({ $ref: '#/components/schemas/PersonInput' })
    expect(Object.keys(describer.components())).toEqual(['Person', 'PersonInput', 'Place', 'PlaceInput'])
    expect(describer.components()).toMatchObject({ Place: { required: ['name', 'floor'] }, PlaceInput: { required: ['name'] } })
  })

  test('a number in an address is described by its own limits', () => {
    expect(createDescriber({}).describeFields(Person).properties['id']).toMatchObject({ type: 'integer', minimum: 1 })
  })

  test('an input must not have the name of another schema', () => {
    const describer = createDescriber({ Place, PlaceInput: z.object({}) })
    expect(() => describer.describe(Place, 'input')).toThrow('PlaceInput')
  })

  test('responses may get further fields, so they are not declared to be complete', () => {
    expect(createDescriber({}).describe(Place, 'output')).not.toHaveProperty('additionalProperties')
    expect(createDescriber({}).describe(z.strictObject({}), 'input')).toHaveProperty('additionalProperties', false)
  })
})
