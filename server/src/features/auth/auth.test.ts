import { MESSAGES } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestPortal, type TestPortal } from '../../testing/test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
})
afterAll(() => t.close())

test('a call without an API key gets 401 and a body that says which header is missing', async () => {
  const response = await t.http(undefined, '').get('/api/auth/me')
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ code: 'api_key_missing', message: 'This call needs an API key in the X-API-Key header' })
})

test('signing in returns the user and the token in its header, and the token works', async () => {
  const { emailAddress } = await t.person('officer')
  const response = await t.http().post('/api/auth/login', { emailAddress: emailAddress.toUpperCase(), password: PASSWORD })
  expect(response.statusCode).toBe(200)
  const token = response.headers['x-idp-token'] as string
  expect(response.body).not.toContain(token)
  const me = await t.http(token).get('/api/auth/me')
  expect(me.json()).toEqual(response.json())
  expect(me.json().userDepartments[0]).toMatchObject({
    departmentId: 2,
    isPrimary: true,
    rankName: 'Officer II',
    department: { type: 'Leo', isCadEnabled: true },
  })
})

test('a wrong password is refused in the words of the specification', async () => {
  const { emailAddress } = await t.person('officer')
  const response = await t.http().post('/api/auth/login', { emailAddress, password: 'not this one' })
  expect(response.statusCode).toBe(401)
  expect(response.json().message).toBe(MESSAGES.credentials)
})
