import { gunzipSync } from 'node:zlib'
import { ENDPOINTS, ROOMS } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'

let t: TestPortal
beforeAll(async () => void (t = await startTestPortal()))
afterAll(() => t.close())
const get = (url: string, headers: Record<string, string> = {}) => t.app.http.inject({ url, headers })

test('the documents are for everyone, and name the version of the portal', async () => {
  const [calls, live] = await Promise.all([get('/api/openapi.json'), get('/api/asyncapi.json')])
  expect(calls.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Tenfour', version: '0.0.0-test' } })
  expect(live.json()).toMatchObject({ asyncapi: '3.0.0', info: { version: '0.0.0-test' } })
  const operations = Object.values(calls.json<{ paths: Record<string, object> }>().paths).flatMap((methods) => Object.keys(methods))
  expect(operations).toHaveLength(Object.keys(ENDPOINTS).length)
  for (const room of Object.keys(ROOMS)) expect(live.json()).toHaveProperty(['channels', room])
})

test('the page may run its own script, and nothing from elsewhere', async () => {
  const { statusCode, headers, body } = await get('/api/docs')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/script-src 'self' 'sha256-[^' ]+';/)
  expect(policy).toContain("connect-src 'self'; ")
  expect(`${policy} ${body}`.replace(/nui:\/\/game|https:\/\/cfx-nui-\S+|https:\/\/forum\.example/g, '')).not.toMatch(/\w+:\/\//)
})

test('the viewer is sent compressed where that is taken, and again only if it changed', async () => {
  const plain = await get('/api/docs/viewer.js')
  expect([plain.statusCode, plain.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(plain.body).toContain('createApiReference')
  const packed = await get('/api/docs/viewer.js', { 'accept-encoding': 'gzip, deflate' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding', etag: plain.headers.etag })
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  const again = await get('/api/docs/viewer.js', { 'if-none-match': String(plain.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})
