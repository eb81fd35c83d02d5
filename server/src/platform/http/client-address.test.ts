import type { IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { callerAddress, createClientAddress, ipAddress, networkOf, type TrustProxy } from './client-address.ts'

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

test.each<[TrustProxy, string, string | undefined, string]>([
  [false, '127.0.0.1', '203.0.113.7', '127.0.0.1'],
  [true, '127.0.0.1', undefined, '127.0.0.1'],
  [true, '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  [true, '127.0.0.1', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
  [1, '127.0.0.1', '198.51.100.9, 203.0.113.7', '203.0.113.7'],
  [2, '127.0.0.1', '198.51.100.9, 203.0.113.7', '198.51.100.9'],
  ['loopback', '127.0.0.1', '198.51.100.9, 203.0.113.7', '203.0.113.7'],
  ['loopback', '198.51.100.1', '203.0.113.7', '198.51.100.1'],
  ['10.0.0.0/8, 127.0.0.1', '127.0.0.1', '198.51.100.9, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
])(
  'trusting %s, a request from %s with the forwarded address %s comes from %s, as Fastify finds it',
  async (trust, remoteAddress, forwarded, expected) => {
    expect(createClientAddress(trust)(from(remoteAddress, forwarded))).toBe(expected)
    const hops = typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust
    const app = Fastify({ trustProxy: hops })
    app.get('/', async ({ ip }) => ip)
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    expect((await app.inject({ url: '/', remoteAddress, headers })).body).toBe(expected)
  },
)

test('an invalid address is not accepted', () => {
  expect(createClientAddress(true)(from('127.0.0.1', '"><script>'))).toBe('127.0.0.1')
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:0db8::1', '2001:db8:0:0'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:40812', '198.51.100.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['::ffff:198.51.100.7', '::ffff:198.51.100.7'],
  ['"><script>alert(1)</script>', undefined],
  ['198.51.100.256', undefined],
  ['unknown', undefined],
  ['', undefined],
  [`fe80::1%${'x'.repeat(100)}`, undefined],
])('%s is the address %s', (text, address) => {
  expect(ipAddress(text)).toBe(address)
})

test("an invalid forwarded address is ignored in favour of the connection's", () => {
  expect(callerAddress({ ip: '"><script>', socket: { remoteAddress: '10.0.0.1' } })).toBe('10.0.0.1')
  expect(callerAddress({ ip: '198.51.100.7', socket: { remoteAddress: '10.0.0.1' } })).toBe('198.51.100.7')
})
