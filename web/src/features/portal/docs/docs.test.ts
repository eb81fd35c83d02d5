import { expect, test } from 'vitest'
import { curlExample, exampleOf } from './curl.ts'
import { filterGroups, groupOperations, OpenApiDocument, type JsonSchema } from './openapi.ts'
import { schemaTree, typeText, type SchemaNode } from './schema-tree.ts'

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
const DOCUMENT = OpenApiDocument.parse({
  openapi: '3.1.0',
  info: { title: 'Tenfour', version: '0.1.0' },
  paths: {
    '/api/auth/login': {
      post: {
        operationId: 'login',
        tags: ['auth'],
        summary: 'Sign in',
        'x-access': 'anyone with an API key',
        security: [{ apiKey: [] }],
        requestBody: {
          content: json({
            type: 'object',
            properties: { emailAddress: { type: 'string' }, password: { type: 'string', minLength: 1, maxLength: 200 } },
            required: ['emailAddress', 'password'],
          }),
        },
        responses: {
          200: { description: 'Done', headers: { 'x-idp-token': { description: 'The token' } }, content: json({ type: 'object' }) },
          401: { description: 'Refused', content: json({ $ref: '#/components/schemas/Error' }) },
        },
      },
    },
    '/api/user/{userId}/{deep}': {
      get: {
        operationId: 'getUser',
        tags: ['user'],
        security: [{ apiKey: [], token: [] }],
        parameters: [
          { name: 'userId', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'deep', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'from', in: 'query', required: true, schema: { type: 'string', format: 'date-time' } },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
        ],
      },
      delete: { tags: ['user'] },
    },
    '/api/health': { get: { operationId: 'getHealth', tags: ['health'], security: [] } },
  },
  components: { schemas: { Error: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] } } },
})
const groups = groupOperations(DOCUMENT)
const operation = (id: string) => groups.flatMap(({ operations }) => operations).find((each) => each.id === id)!
const schemas = DOCUMENT.components?.schemas ?? {}

test('operations are grouped by tag in the order of the document', () => {
  expect(groups.map(({ tag, operations }) => [tag, operations.map(({ method, id }) => `${method} ${id}`)])).toEqual([
    ['auth', ['POST login']],
    ['user', ['GET getUser', 'DELETE delete--api-user-userId-deep-']],
    ['health', ['GET getHealth']],
  ])
})

test('answers are told from failures, and headers are kept', () => {
  const login = operation('login')
  expect(login.answers.map(({ status, headers }) => [status, headers])).toEqual([
    ['200', [{ name: 'x-idp-token', description: 'The token' }]],
  ])
  expect(login.failures.map(({ status, description }) => [status, description])).toEqual([['401', 'Refused']])
  expect([login.needsKey, login.needsToken]).toEqual([true, false])
})

test.each([
  ['', ['login', 'getUser', 'delete--api-user-userId-deep-', 'getHealth']],
  ['user get', ['getUser']],
  ['SIGN in', ['login']],
  ['api key', ['login']],
  ['nothing of the kind', []],
])('the filter %j leaves %j', (query, ids) => {
  expect(filterGroups(groups, query).flatMap(({ operations }) => operations.map(({ id }) => id))).toEqual(ids)
})

test('something that is no API document is refused', () => {
  expect(OpenApiDocument.safeParse({ paths: [] }).success).toBe(false)
  expect(OpenApiDocument.safeParse('<!doctype html>').success).toBe(false)
})

test('a call with a body is one to paste, quotes and all', () => {
  expect(curlExample(operation('login'), "https://portal.example/it's", schemas)).toBe(
    [
      `curl -X POST 'https://portal.example/it'\\''s/api/auth/login'`,
      `-H "X-API-Key: $KEY"`,
      `-H 'Content-Type: application/json'`,
      `-d '{"emailAddress":"text","password":"text"}'`,
    ].join(' \\\n  '),
  )
})

test('parameters are filled in, optional ones left out, and the token sent where it is needed', () => {
  expect(curlExample(operation('getUser'), 'https://portal.example', schemas)).toBe(
    [
      `curl 'https://portal.example/api/user/1/DEEP?from=2026-01-31T20%3A00%3A00Z'`,
      `-H "X-API-Key: $KEY"`,
      `-H "Authorization: Bearer $TOKEN"`,
    ].join(' \\\n  '),
  )
  expect(curlExample(operation('getHealth'), 'https://portal.example', schemas)).toBe(`curl 'https://portal.example/api/health'`)
})

const outline = ({ name, type, children }: SchemaNode): unknown => (children.length ? [name, type, children.map(outline)] : [name, type])

test('references, lists, maps, choices and nothing are told in words', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      error: { $ref: '#/components/schemas/Error' },
      names: { type: 'array', items: { type: 'string' } },
      seqs: { type: 'object', additionalProperties: { type: 'integer' } },
      rank: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      kind: { enum: ['prod', 'dev'] },
      live: { const: true },
      lost: { $ref: '#/components/schemas/Missing' },
      local: { $ref: '#/$defs/Own' },
      when: { type: 'string', format: 'date-time' },
      whatever: {},
    },
    $defs: { Own: { type: 'boolean' } },
  }
  expect(outline(schemaTree(schema, schemas))).toEqual([
    '',
    'object',
    [
      ['error', 'object', [['message', 'string']]],
      ['names', 'array of string'],
      ['seqs', 'map of integer'],
      ['rank', 'integer or null'],
      ['kind', '"prod" or "dev"'],
      ['live', 'true'],
      ['lost', 'Missing'],
      ['local', 'boolean'],
      ['when', 'string (date-time)'],
      ['whatever', 'any'],
    ],
  ])
})

test('a list of objects shows their fields once, and required ones are marked', () => {
  const tree = schemaTree({ type: 'array', items: { $ref: '#/components/schemas/Error' } }, schemas)
  expect(tree.type).toBe('array of object')
  expect(tree.children.map(({ name, required }) => [name, required])).toEqual([['message', true]])
})

test('a schema that contains itself ends', () => {
  const tree: Record<string, JsonSchema> = {
    Tree: { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } }, required: ['kids'] },
  }
  expect(outline(schemaTree({ $ref: '#/components/schemas/Tree' }, tree))).toEqual(['', 'object', [['kids', 'array of Tree (as above)']]])
  expect(() => JSON.stringify(exampleOf({ $ref: '#/components/schemas/Tree' }, tree))).not.toThrow()
  expect(typeText({ $ref: '#/components/schemas/Loop' }, { Loop: { $ref: '#/components/schemas/Loop' } })).toBe('any')
})

test('rules are told, and bounds nobody wrote are not', () => {
  const rules = (schema: JsonSchema) => schemaTree(schema, {}).rules
  expect(rules({ type: 'string', minLength: 1, maxLength: 60 })).toEqual(['1–60 characters'])
  expect(rules({ type: 'string', maxLength: 60 })).toEqual(['at most 60 characters'])
  expect(rules({ type: 'string', minLength: 1 })).toEqual(['at least 1 character'])
  expect(rules({ type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toEqual(['more than 0'])
  expect(rules({ type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: 9 })).toEqual(['at most 9'])
  expect(rules({ enum: ['prod'], default: 'prod' })).toEqual(['default "prod"'])
})
