import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareDocuments } from './lib/api/compare.mjs'
import { createComparer } from './lib/api/compare-schemas.mjs'
import { describeNow, DOCUMENTS, readRecorded, record } from './lib/api/documents.mjs'
import { layOut } from './lib/api/layout.mjs'

const text = { type: 'string' }
const count = { type: 'integer' }
const none = { type: 'null' }
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required })
const either = (...anyOf) => ({ anyOf })
const listed = (...values) => ({ type: 'string', enum: values })
const kind = (name, fields = {}) => object({ kind: { type: 'string', const: name }, ...fields })

const compare = (was, now, direction) => createComparer({}, {})(was, now, direction, 'it')
const both = ['input', 'output']

describe('breaks', () => {
  test.each([
    [both, 'a field that is taken away', object({ a: text, b: text }), object({ a: text }), 'it.b: is gone'],
    [both, 'a field that is renamed', object({ a: text }, []), object({ b: text }, []), 'it.a: is gone'],
    [
      both,
      'a field further inside',
      object({ a: { type: 'array', items: object({ b: text }) } }),
      object({ a: { type: 'array', items: object({}) } }),
      'it.a[].b: is gone',
    ],
    [
      both,
      'a field of the values of a map',
      { type: 'object', additionalProperties: object({ a: text }) },
      { type: 'object', additionalProperties: object({}) },
      'it.*.a: is gone',
    ],
    [both, 'a map that has no values any more', { type: 'object', additionalProperties: text }, object({}), 'it.*: is gone'],
    [both, 'another type', text, count, 'it: was a string and is an integer'],
    [both, 'one of several types', either(text, count), text, 'it: an integer is gone'],
    [both, 'a value that is taken away', listed('a', 'b'), listed('a'), 'it: the value b is gone'],
    [both, 'the only value', { type: 'string', const: 'a' }, { type: 'string', const: 'b' }, 'it: the value a is gone'],
    [both, 'a value beside null', either(listed('a', 'b'), none), either(listed('b'), none), 'it: the value a is gone'],
    [
      both,
      'a value among values one by one',
      either({ type: 'string', const: 'a' }, { type: 'string', const: 'b' }),
      listed('a'),
      'it: the value b is gone',
    ],
    [both, 'one of several objects', either(kind('a'), kind('b')), either(kind('a')), 'it: an object with kind b is gone'],
    [both, 'a field of one of several objects', either(kind('a', { x: text }), kind('b')), either(kind('a'), kind('b')), 'it.x: is gone'],
    [
      both,
      'a place of a list with fixed places',
      { type: 'array', prefixItems: [text, text] },
      { type: 'array', prefixItems: [text] },
      'it: had 2 fixed places and has 1',
    ],
    [
      both,
      'the type of a fixed place',
      { type: 'array', prefixItems: [text] },
      { type: 'array', prefixItems: [count] },
      'it[0]: was a string and is an integer',
    ],
    [both, 'another format', { ...text, format: 'date-time' }, { ...text, format: 'date' }, 'it: format is date now'],
    [['input'], 'a new field that is required', object({}), object({ a: text }), 'it.a: is required now'],
    [['input'], 'a field that was optional', object({ a: text }, []), object({ a: text }), 'it.a: is required now'],
    [['input'], 'null that is refused', either(text, none), text, 'it: null is gone'],
    [['input'], 'a text of which only some are taken', text, listed('a'), 'it: takes only a now'],
    [['input'], 'anything, of which only texts are taken', {}, text, 'it: was anything and is a string'],
    [['input'], 'whole numbers only', { type: 'number' }, count, 'it: was a number and is an integer'],
    [['input'], 'a shorter text', { ...text, maxLength: 20 }, { ...text, maxLength: 10 }, 'it: maxLength is 10 now'],
    [['input'], 'a longest length that was not there', text, { ...text, maxLength: 10 }, 'it: maxLength is 10 now'],
    [['input'], 'a text that may not be empty', text, { ...text, minLength: 1 }, 'it: minLength is 1 now'],
    [['input'], 'a smaller number', { ...count, maximum: 9 }, { ...count, maximum: 8 }, 'it: maximum is 8 now'],
    [['input'], 'a larger least number', { ...count, minimum: 0 }, { ...count, minimum: 1 }, 'it: minimum is 1 now'],
    [['input'], 'fewer entries', { type: 'array', items: text }, { type: 'array', items: text, maxItems: 5 }, 'it: maxItems is 5 now'],
    [['input'], 'a pattern', text, { ...text, pattern: '^a' }, 'it: pattern is ^a now'],
    [
      ['input'],
      'unknown fields that are refused',
      object({}),
      { ...object({}), additionalProperties: false },
      'it: refuses unknown fields now',
    ],
    [
      ['input'],
      'shorter keys of a map',
      { type: 'object', additionalProperties: {} },
      { type: 'object', propertyNames: { ...text, maxLength: 3 }, additionalProperties: {} },
      'it keys: was anything and is a string',
    ],
    [['output'], 'a field that may be missing', object({ a: text }), object({ a: text }, []), 'it.a: may be missing now'],
    [['output'], 'a text that may be null', text, either(text, none), 'it: may be null now'],
    [['output'], 'a text that may be null, as a list of types', text, { type: ['string', 'null'] }, 'it: may be null now'],
    [['output'], 'another type that is new', either(text, none), either(text, none, count), 'it: may be an integer now'],
    [['output'], 'numbers that are not whole', count, { type: 'number' }, 'it: was an integer and is a number'],
    [['output'], 'anything instead of a text', text, {}, 'it: was a string and is anything'],
    [['output'], 'values that are not listed any more', listed('a', 'b'), text, 'it: may be other than a, b now'],
    [['output'], 'a format that is dropped', { ...text, format: 'date' }, text, 'it: format is none now'],
    [
      ['output'],
      'another object without what every one had',
      kind('a', { x: text }),
      either(kind('a', { x: text }), kind('b')),
      'it.x: may be missing now',
    ],
  ])('%s: %s', (directions, _what, was, now, line) => {
    for (const direction of directions) expect(compare(was, now, direction)).toEqual([line])
  })
})

describe('changes that break nothing', () => {
  test.each([
    [both, 'the same', object({ a: either(text, none) }), object({ a: { type: ['string', 'null'] } })],
    [both, 'a new field', object({ a: text }), object({ a: text, b: text }, ['a'])],
    [both, 'a new value', listed('a'), listed('a', 'b')],
    [both, 'a new object beside others', either(kind('a'), kind('b')), either(kind('a'), kind('b'), kind('c'))],
    [both, 'another order', either(kind('a', { x: text }), kind('b')), either(kind('b'), kind('a', { x: text }))],
    [['input'], 'a field that is not required any more', object({ a: text }), object({ a: text }, [])],
    [['input'], 'wider limits', { ...text, minLength: 1, maxLength: 5 }, { ...text, maxLength: 9 }],
    [['input'], 'another type that is taken too', text, either(text, count, none)],
    [['input'], 'numbers that need not be whole', count, { type: 'number' }],
    [['input'], 'a pattern that is dropped', { ...text, pattern: '^a' }, text],
    [['output'], 'a field that is always there', object({ a: text }, []), object({ a: text })],
    [['output'], 'a new field that is always there', object({}), object({ a: text })],
    [['output'], 'a text that is never null any more', either(text, none), text],
    [['output'], 'narrower limits', { ...text, maxLength: 9 }, { ...text, maxLength: 5 }],
    [['output'], 'a type for what was anything', {}, object({ a: text })],
  ])('%s: %s', (directions, _what, was, now) => {
    for (const direction of directions) expect(compare(was, now, direction)).toEqual([])
  })

  test('a shared schema under another name', () => {
    const shared = (name, schema) => ({ components: { schemas: { [name]: schema } } })
    const comparer = createComparer(shared('A', object({ a: text })), shared('B', object({ a: text })))
    expect(comparer({ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }, 'output', 'it')).toEqual([])
  })

  test('a schema that contains itself', () => {
    const tree = { components: { schemas: { Tree: object({ inner: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } }) } } }
    const smaller = { components: { schemas: { Tree: object({}) } } }
    const reference = { $ref: '#/components/schemas/Tree' }
    expect(createComparer(tree, tree)(reference, reference, 'input', 'it')).toEqual([])
    expect(createComparer(tree, smaller)(reference, reference, 'input', 'it')).toEqual(['Tree (input).inner: is gone'])
  })
})

describe('the documents', () => {
  const now = describeNow()
  const changed = (change) => {
    const next = structuredClone(now)
    change(next['openapi.json'], next['asyncapi.json'], next['names.json'])
    return compareDocuments(now, next)
  }
  const login = ({ paths }) => paths['/api/auth/login'].post

  test('the same break nothing', () => expect(changed(() => undefined)).toEqual([]))

  test.each([
    ['a call', ({ paths }) => delete paths['/api/health'], 'GET /api/health: is gone'],
    ['the name of a call', (api) => (login(api).operationId = 'signIn'), 'POST /api/auth/login: was named login and is named signIn'],
    ['a token that a call needs', (api) => delete login(api).security, 'POST /api/auth/login: needs token now'],
    [
      'a header of an answer',
      (api) => delete login(api).responses['200'].headers,
      "POST /api/auth/login answer's header x-idp-token: is gone",
    ],
    ['a type of answer', (api) => (login(api).responses['200'].content = {}), 'POST /api/auth/login answer as application/json: is gone'],
    ['a type of body', (api) => (login(api).requestBody.content = {}), 'POST /api/auth/login body as application/json: is gone'],
    ['a body', ({ paths }) => (paths['/api/health'].get.requestBody = { content: {} }), 'GET /api/health body: is required now'],
    [
      'a field of a query',
      ({ paths }) => (paths['/api/imports'].get.parameters = paths['/api/imports'].get.parameters.filter(({ name }) => name !== 'page')),
      'GET /api/imports query.page: is gone',
    ],
    [
      'a field of a query that is required',
      ({ paths }) => paths['/api/imports'].get.parameters.push({ name: 'new', in: 'query', required: true, schema: text }),
      'GET /api/imports query.new: is required now',
    ],
    ['a field of a schema', ({ components }) => delete components.schemas.Weapon.properties.serial, 'Weapon (output).serial: is gone'],
    [
      'what is required of a schema that is sent',
      ({ components }) => components.schemas.LoginPayload.required.push('device'),
      'LoginPayload (input).device: is required now',
    ],
    [
      'an error code',
      ({ components }) => (components.schemas.ErrorCode.enum = components.schemas.ErrorCode.enum.filter((code) => code !== 'conflict')),
      'ErrorCode (output): the value conflict is gone',
    ],
    ['a room', (_api, { channels }) => delete channels.board, 'channel board: is gone'],
    [
      'the key of a room',
      (_api, { channels }) => (channels.board.address = 'board'),
      'channel board: was at board:{serverId} and is at board',
    ],
    ['an event', (_api, { channels }) => delete channels.board.messages['unit.left'], 'board unit.left: is gone'],
    [
      'a field of an event',
      (_api, { channels }) => delete channels.board.messages['unit.left'].payload.properties.userId,
      'board unit.left.userId: is gone',
    ],
    [
      'a field that displays send',
      (_api, { components }) => components.schemas.DisplayAuth.required.push('x'),
      'DisplayAuth (input).x: is required now',
    ],
    [
      'a field that an answer of the portal may lack',
      (_api, { channels }) => channels['bridge.receive'].messages['player.joined.answer'].payload.oneOf[0].required.pop(),
      'bridge.receive player.joined.answer.unit: may be missing now',
    ],
    [
      'where sockets connect',
      (_api, { servers }) => (servers.portal.pathname = '/live'),
      'server portal: was at /api/realtime and is at /live',
    ],
    ['a setting', (_api, _live, { inputs }) => delete inputs.settings.properties['tracks.days'], 'settings.tracks.days: is gone'],
    [
      'the range of a setting',
      (_api, _live, { inputs }) => (inputs.settings.properties['tracks.days'].maximum = 30),
      'settings.tracks.days: maximum is 30 now',
    ],
    [
      'a column of imported files',
      (_api, _live, { inputs }) => delete inputs['columns of imported people'].properties.dob,
      'columns of imported people.dob: is gone',
    ],
    [
      'an environment variable',
      (_api, _live, { names }) => (names['environment variables'] = names['environment variables'].filter((name) => name !== 'PORT')),
      'environment variables: PORT is gone',
    ],
    ['a kind of names', (_api, _live, { names }) => delete names.jobs, 'jobs: is gone'],
  ])('%s', (_what, change, line) => expect(changed(change)).toEqual([line]))

  test('a field or value taken away anywhere is found', () => {
    const places = ['openapi.json', 'asyncapi.json'].flatMap((name) => namedPlaces(now[name]).map((path) => ({ name, path })))
    expect(places.length).toBeGreaterThan(4000)
    // A few, and others with each change of the documents.
    const tried = places.filter((_place, index) => index % 499 === places.length % 499)
    const missed = tried.filter(({ name, path }) => {
      const next = { ...now, [name]: structuredClone(now[name]) }
      const parent = path.slice(0, -1).reduce((value, key) => value[key], next[name])
      if (Array.isArray(parent)) parent.splice(path.at(-1), 1)
      else delete parent[path.at(-1)]
      return compareDocuments(now, next).length === 0
    })
    expect(missed).toEqual([])
  })

  test('laid out, they say the same', () => {
    for (const json of Object.values(now)) expect(JSON.parse(layOut(json))).toEqual(json)
  })

  test('a break is recorded only if it is said to be one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'api-'))
    try {
      expect(record(now, { folder })).toEqual({ breaks: [], changed: DOCUMENTS })
      const smaller = structuredClone(now)
      delete smaller['openapi.json'].paths['/api/health']
      const breaks = ['GET /api/health: is gone']
      expect(record(smaller, { folder })).toEqual({ breaks, changed: [] })
      expect(readRecorded(folder)).toEqual(now)
      expect(record(smaller, { folder, isBreaking: true })).toEqual({ breaks, changed: ['openapi.json'] })
      expect(record(now, { folder })).toEqual({ breaks: [], changed: ['openapi.json'] })
      expect(record(now, { folder })).toEqual({ breaks: [], changed: [] })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** Paths of all fields and listed values within a document. */
function namedPlaces(json, path = []) {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([key, value]) => {
    const at = [...path, Array.isArray(json) ? Number(key) : key]
    const isNamed = path.at(-1) === 'properties' || (path.at(-1) === 'enum' && json.length > 1)
    return [...(isNamed ? [at] : []), ...(key === 'required' ? [] : namedPlaces(value, at))]
  })
}
