import { expect, test } from 'vitest'
import { callerAddress, ipAddress } from './address.ts'

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

test('what a proxy forwards and is no address gives way to that of the connection', () => {
  expect(callerAddress({ ip: '"><script>', socket: { remoteAddress: '10.0.0.1' } })).toBe('10.0.0.1')
  expect(callerAddress({ ip: '198.51.100.7', socket: { remoteAddress: '10.0.0.1' } })).toBe('198.51.100.7')
})
