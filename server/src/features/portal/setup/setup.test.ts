import { communityNameSetting, shippedCapabilities } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'

let database: TestDatabase
let t: TestPortal
beforeEach(async () => {
  database = await createTestDatabase()
  t = await startTestPortal({ database })
})
afterEach(async () => {
  await t.close()
  await database.drop()
})

const answers = (code: string, more: object = {}) => ({
  code,
  communityName: 'Twin Falls RP',
  name: 'Jo',
  emailAddress: 'jo@example.com',
  password: 'long enough 1',
  ...more,
})
const users = () => t.db.selectFrom('users').selectAll().execute()
const communityName = async () =>
  (await t.db.selectFrom('settings').select('value').where('key', '=', communityNameSetting.key).executeTakeFirst())?.value
const roots = () =>
  t.db.selectFrom('user_roles').innerJoin('roles', 'roles.id', 'role_id').select('user_id').where('roles.name', '=', 'Root').execute()

test('the code is the same each time it is asked for, and on every portal of the database', async () => {
  const [code, again] = await Promise.all([t.app.setup.code(), t.app.setup.code()])
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}$/)
  expect(again).toBe(code)
  const second = await startTestPortal({ database })
  try {
    expect(await second.app.setup.code()).toBe(code)
  } finally {
    await second.close()
  }
})

test('with the code, the Root account is created and signed in, and the community named', async () => {
  expect((await t.http().get('/api/setup')).json()).toEqual({ needed: true })
  const code = await t.app.setup.code()
  const response = await t.http().post('/api/setup', answers(` ${code!.toLowerCase().replaceAll('-', ' ')} `))
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ name: 'Jo', emailAddress: 'jo@example.com', roles: [{ name: 'Root' }] })
  const me = await t.http(response.headers['x-idp-token'] as string).get('/api/auth/me')
  expect(me.json()).toEqual(response.json())
  expect(await communityName()).toBe('Twin Falls RP')
  expect((await t.http().get('/api/setup')).json()).toEqual({ needed: false })
  expect(await t.app.setup.code()).toBeUndefined()
  const audited = await t.db.selectFrom('audit').select('action').orderBy('id').execute()
  expect(audited.map(({ action }) => action)).toEqual(['user.created', 'portal.set-up'])

  const late = await t.http().post('/api/setup', answers(code!, { emailAddress: 'late@example.com' }))
  expect(late.statusCode).toBe(409)
  expect(late.json()).toMatchObject({ code: 'conflict', message: 'This portal has already been set up: sign in instead' })
  expect(await users()).toHaveLength(1)
})

test.each(['by hand', 'unattended'])(
  'ranks have capabilities when the portal is set up %s, and they are not offered again',
  async (how) => {
    if (how === 'by hand') await t.http().post('/api/setup', answers((await t.app.setup.code())!))
    else await t.app.setup.createRootIfNone({ email: 'jo@example.com', password: 'long enough 1' })
    const ranks = await t.db.selectFrom('ranks').select(['department_id', 'name', 'capabilities']).execute()
    const shipped = ranks.map(({ department_id, name }) => shippedCapabilities(department_id, name))
    expect(ranks.map(({ capabilities }) => capabilities)).toEqual(shipped)
    expect([ranks.length, shipped.filter(({ length }) => length > 0).length]).toEqual([44, 19])
    expect((await (await t.as('root')).get('/api/ranks/offer')).json()).toBeNull()
  },
)

test('a wrong code is refused at its field, and nothing is created', async () => {
  await t.app.setup.code()
  const response = await t.http().post('/api/setup', answers('AAAA-AAAA-AAAA'))
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_input', field: 'code', message: 'This is not the code printed in the console' })
  expect(response.headers['x-idp-token']).toBeUndefined()
  expect(await users()).toEqual([])
  expect(await communityName()).toBeUndefined()
})

test('guessing codes is slowed down', async () => {
  const code = await t.app.setup.code()
  const statuses: number[] = []
  for (let i = 0; i < 8; i += 1) statuses.push((await t.http().post('/api/setup', answers('AAAA-AAAA-AAAA'))).statusCode)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
  expect((await t.http().post('/api/setup', answers(code!))).statusCode, 'the right one too').toBe(429)
})

test('of two set-ups at once with the right code, one creates the Root account, and the other gets a conflict', async () => {
  const code = (await t.app.setup.code())!
  const both = await Promise.all(
    ['one', 'two'].map((name) => t.http().post('/api/setup', answers(code, { name, emailAddress: `${name}@example.com` }))),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await users()).toHaveLength(1)
  expect(await roots()).toHaveLength(1)
})

test('the unattended Root account is created once, however many portals start at once', async () => {
  const second = await startTestPortal({ database })
  try {
    const account = { email: 'root@example.com', password: 'long enough 1' }
    const made = await Promise.all([t, second, t, second].map((portal) => portal.app.setup.createRootIfNone(account)))
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await roots()).toHaveLength(1)
    expect(await t.app.setup.createRootIfNone({ email: 'other@example.com', password: 'long enough 1' })).toBe(false)
    expect(await t.app.setup.code()).toBeUndefined()
    const login = await t.http().post('/api/auth/login', { emailAddress: account.email, password: account.password })
    expect(login.statusCode).toBe(200)
  } finally {
    await second.close()
  }
})

test('after set-up by hand and unattended at the same moment, there is one Root account, and nobody gets an error', async () => {
  const code = (await t.app.setup.code())!
  const [byHand, unattended] = await Promise.all([
    t.http().post('/api/setup', answers(code)),
    t.app.setup.createRootIfNone({ email: 'root@example.com', password: 'long enough 1' }),
  ])
  expect([byHand.statusCode, unattended]).toEqual(unattended ? [409, true] : [200, false])
  expect(await users()).toHaveLength(1)
})

test.each([
  ['code', { code: ' ' }, 'Enter the code printed in the console'],
  ['communityName', { communityName: '  ' }, 'Enter a name for the community'],
  ['communityName', { communityName: 'x'.repeat(61) }, 'A community name has at most 60 characters'],
  ['name', { name: '' }, 'Enter a name'],
  ['name', { name: 'x'.repeat(81) }, 'A name has at most 80 characters'],
  ['emailAddress', { emailAddress: 'jo' }, 'This is not an email address'],
  ['password', { password: 'too short' }, 'A password has at least 10 characters'],
  ['password', { password: undefined }, undefined],
])('a bad %s is named with a readable message: %j', async (field, more, message) => {
  const code = (await t.app.setup.code())!
  const response = await t.http().post('/api/setup', answers(code, more))
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_input', field, ...(message ? { message } : {}) })
  expect(await users()).toEqual([])
})
