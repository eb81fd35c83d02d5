// @vitest-environment happy-dom
import { me } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { setPortalConfig } from '../config/config.ts'
import { isTransient } from '../query/query-client.ts'
import { call, callForFile, callUrl } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

test('parameters are filled in and encoded', () => {
  expect(callUrl('/api/user/GetDepartmentRanksAsync/:deptId/:includeReserves', { deptId: 2, includeReserves: false })).toBe(
    '/api/user/GetDepartmentRanksAsync/2/false',
  )
  expect(callUrl('/api/thing/:name', { name: '../a b?c' })).toBe('/api/thing/..%2Fa%20b%3Fc')
})

test('a missing parameter is a programming error, not a call to the wrong address', () => {
  expect(() => callUrl('/api/cad/call/:callId', {})).toThrow('/api/cad/call/:callId needs the parameter callId')
})

test('the query leaves out what is not given and repeats lists', () => {
  expect(callUrl('/api/things', {}, { page: 2, sort: undefined, type: ['a', 'b'] })).toBe('/api/things?page=2&type=a&type=b')
  expect(callUrl('/api/things', {}, {})).toBe('/api/things')
})

test('an answer that breaks off halfway is no answer, so that it is asked for again', async () => {
  setPortalConfig({ apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] })
  const broken = () =>
    new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('{"userId":'))
        stream.error(new TypeError('network error'))
      },
    })
  vi.stubGlobal('fetch', async () => new Response(broken()))
  for (const ask of [call, callForFile]) {
    const error: unknown = await ask(me).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'ApiError', status: 0 })
    expect(isTransient(error)).toBe(true)
  }
})
