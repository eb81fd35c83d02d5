import { expect, test } from 'vitest'
import { describeDetail, redactText } from './redact.ts'

test.each([
  ['Authorization: Bearer abc.def-123', 'Authorization: [redacted]'],
  ['sent bearer abcdef123456 on', 'sent bearer [redacted] on'],
  ['X-API-Key: key_12345', 'X-API-Key: [redacted]'],
  ['x-idp-token=zzz999; next', 'x-idp-token=[redacted]; next'],
  ['{"password":"p\\"w d","name":"Rosa"}', '{"password":"[redacted]","name":"Rosa"}'],
  ['/login?token=abc123&tablet=true', '/login?token=[redacted]&tablet=true'],
  ['at /dui?screen=board&key=display_abc&serverId=1', 'at /dui?screen=board&key=[redacted]&serverId=1'],
  ["{ secret: 'two words' }", '{ secret: [redacted] }'],
])('%s loses its secret', (text, expected) => {
  expect(redactText(text)).toBe(expected)
})

test.each(['The bearer of this', 'token expired', 'wrong password', 'Server 1 is online', ''])('%j is left as it is', (text) => {
  expect(redactText(text)).toBe(text)
})

test('names of secrets are found at any depth of an object', () => {
  const detail = { user: { name: 'Rosa', newPassword: 'a b' }, list: [{ apiKey: 'k' }], sessionToken: 't' }
  expect(describeDetail(detail)).toBe(
    '{"user":{"name":"Rosa","newPassword":"[redacted]"},"list":[{"apiKey":"[redacted]"}],"sessionToken":"[redacted]"}',
  )
})

test('an error is told with its cause', () => {
  const text = describeDetail(new Error('outer', { cause: new TypeError('inner') }))
  expect(text).toMatch(/Error: outer/)
  expect(text).toMatch(/caused by TypeError: inner/)
})

test('a value that refers to itself, or repeats without doing so, is still readable', () => {
  const shared = { a: 1 }
  const loop: Record<string, unknown> = { first: shared, second: shared }
  loop['self'] = loop
  expect(describeDetail(loop)).toBe('{"first":{"a":1},"second":{"a":1},"self":"[circular]"}')
})

test.each([
  [undefined, ''],
  [null, ''],
  ['', ''],
  [0, '0'],
  [false, 'false'],
  [10n, '"10"'],
  [() => 1, 'function'],
])('%s is told as %j', (detail, expected) => {
  expect(describeDetail(detail)).toBe(expected)
})

test('an object that throws when read does not break the log', () => {
  const hostile = {
    get value() {
      throw new Error('no')
    },
  }
  expect(describeDetail(hostile)).toBe('[not readable: no]')
})
