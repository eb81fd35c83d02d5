import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FREE_TRIES } from '../../../platform/auth/attempts.ts'
import { connectBridge, gamePlayer, issueServerKey, linkPlayer, steamOf, type TestBridge } from '../../../testing/test-bridge.ts'
import { nextEvent, startTestPortal, WEB_KEY, type Person, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let bridge: TestBridge
const lines: string[] = []
beforeAll(async () => {
  t = await startTestPortal({ frameOrigins: ['https://cfx-nui-*'], logLevel: 'trace', logTo: { write: (line) => void lines.push(line) } })
  bridge = await connectBridge(t)
  await bridge.hello()
})
afterAll(() => t.close())

let lastSource = 0
const player = async (options: Parameters<typeof t.addPerson>[0] = {}, on = bridge): Promise<Person & { source: number }> => {
  const person = await t.addPerson(options)
  const source = (lastSource += 1)
  await linkPlayer(t, person.userId, source)
  await on.say('player.joined', gamePlayer(source))
  return { ...person, source }
}
const ask = async (source: number) => {
  const answer = await bridge.say('ticket', { identifiers: { steam: steamOf(source) } })
  if (!answer.ok) throw new Error(answer.message)
  return answer
}
const ticketFor = async (source: number) => (await ask(source)).ticket!
let address = ''
let lastAddress = 0
beforeEach(() => {
  address = `10.9.0.${(lastAddress += 1)}`
})
const exchange = (ticket: unknown, key?: string) =>
  t.http(undefined, key, { address, headers: { 'user-agent': 'CitizenFX/1.0' } }).post('/api/auth/ticket', { ticket })
const signInsOf = (userId: number) => t.db.selectFrom('sign_ins').selectAll().where('user_id', '=', userId).orderBy('id').execute()

test('a ticket signs its player in like a password, and is recorded as a ticket', async () => {
  const someone = await player()
  const { ticket, expiresAt, apiKey } = await ask(someone.source)
  expect(apiKey).toBe(WEB_KEY)
  expect(Date.parse(expiresAt!) - Date.now()).toBeGreaterThan(50_000)
  expect(Date.parse(expiresAt!) - Date.now()).toBeLessThan(61_000)
  const response = await exchange(ticket)
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  const token = response.headers['x-idp-token'] as string
  expect((await t.http(token).get('/api/auth/me')).json()).toEqual(response.json())
  expect(response.json().userId).toBe(someone.userId)
  expect((await t.http(token).get(`/api/user/sessions/${someone.userId}`)).json()).toContainEqual(
    expect.objectContaining({ kind: 'ticket', isThis: true, address, device: 'FiveM' }),
  )
  expect(await signInsOf(someone.userId)).toMatchObject([{ kind: 'ticket', succeeded: true, address }])
})

describe('a ticket is refused', () => {
  const refusal = { code: 'credentials_invalid', message: 'This ticket is no longer valid: ask for another' }

  test('the second time, and its account sees the attempt', async () => {
    const someone = await player()
    const ticket = await ticketFor(someone.source)
    expect((await exchange(ticket)).statusCode).toBe(200)
    const again = await exchange(ticket)
    expect([again.statusCode, again.headers['x-idp-token']]).toEqual([401, undefined])
    expect(again.json()).toMatchObject(refusal)
    expect(await signInsOf(someone.userId)).toMatchObject([{ succeeded: true }, { succeeded: false, kind: 'ticket' }])
  })

  test('to one of two at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ticket = await ticketFor((await player()).source)
      const statuses = (await Promise.all([exchange(ticket), exchange(ticket)])).map(({ statusCode }) => statusCode)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401])
    }
  })

  test('after a minute', async () => {
    const someone = await player()
    const ticket = await ticketFor(someone.source)
    await sql`update sign_in_tickets set expires_at = now() where user_id = ${someone.userId}`.execute(t.db)
    expect((await exchange(ticket)).json()).toMatchObject(refusal)
  })

  test('once a newer one was asked for', async () => {
    const { source } = await player()
    const older = await ticketFor(source)
    const newer = await ticketFor(source)
    expect((await exchange(older)).statusCode).toBe(401)
    expect((await exchange(newer)).statusCode).toBe(200)
  })

  test.each(['disabled_at', 'deleted_at'] as const)('if the account has changed meanwhile (%s)', async (column) => {
    const someone = await player()
    const ticket = await ticketFor(someone.source)
    await t.db
      .updateTable('users')
      .set({ [column]: new Date() })
      .where('id', '=', someone.userId)
      .execute()
    expect((await exchange(ticket)).json()).toMatchObject(refusal)
    await t.db
      .updateTable('users')
      .set({ [column]: null })
      .where('id', '=', someone.userId)
      .execute()
    expect((await exchange(ticket)).statusCode, 'nor when it is back').toBe(401)
    expect((await ask(someone.source)).ticket).not.toBeNull()
  })

  test('once the server that requested it is retired', async () => {
    const { id } = await t.db.insertInto('servers').values({ name: 'Leaves' }).returning('id').executeTakeFirstOrThrow()
    const leaving = await connectBridge(t, { serverId: id })
    await leaving.hello()
    const answer = await leaving.say('ticket', { identifiers: { steam: steamOf((await player({}, leaving)).source) } })
    await t.db.updateTable('servers').set({ retired_at: new Date() }).where('id', '=', id).execute()
    expect((await exchange(answer.ok && answer.ticket)).json()).toMatchObject(refusal)
  })

  test.each([['made up'], ['x'.repeat(43)]])('if it is unknown: %j', async (ticket) => {
    expect((await exchange(ticket)).json()).toMatchObject(refusal)
  })

  test.each([[undefined], [''], [7], ['\0'], ['x'.repeat(101)]])('as invalid input: %j', async (ticket) => {
    expect((await exchange(ticket)).json()).toMatchObject({ code: 'invalid_input', field: 'ticket' })
  })

  test('with the key of a game server, and stays valid', async () => {
    const ticket = await ticketFor((await player()).source)
    expect((await exchange(ticket, await issueServerKey(t))).statusCode).toBe(403)
    expect((await exchange(ticket, '')).statusCode).toBe(401)
    expect((await exchange(ticket)).statusCode).toBe(200)
  })

  test('without a lookup after too many attempts from one address', async () => {
    for (let tries = 0; tries < FREE_TRIES.account; tries += 1) expect((await exchange(`guess ${tries}`)).statusCode).toBe(401)
    const ticket = await ticketFor((await player()).source)
    const refused = await exchange(ticket)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    address = '10.9.9.9'
    expect((await exchange(ticket)).statusCode).toBe(200)
  })
})

describe('no ticket is given', () => {
  test('to a player without a linked account, or with a disabled one', async () => {
    expect(await ask(999_999)).toMatchObject({ ticket: null, expiresAt: null })
    expect(await bridge.say('ticket', { identifiers: {} })).toMatchObject({ ok: true, ticket: null })
    const someone = await player()
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', someone.userId).execute()
    expect((await ask(someone.source)).ticket).toBeNull()
  })

  test('to a player whom the game server has not reported, or who has left', async () => {
    const someone = await player()
    await bridge.say('player.left', { source: someone.source })
    expect((await ask(someone.source)).ticket).toBeNull()
  })

  test('to administrators, because a key of a game server must not give their access', async () => {
    for (const role of ['Admin', 'Root']) expect((await ask((await player({ roles: [role] })).source)).ticket, role).toBeNull()
    expect((await ask((await player({ roles: ['Staff'] })).source)).ticket).not.toBeNull()
  })
})

describe('a key from a holder of MANAGE_SERVERS', () => {
  let keysPath = ''
  beforeAll(async () => {
    const { id } = await t.db.insertInto('servers').values({ name: 'Managed' }).returning('id').executeTakeFirstOrThrow()
    keysPath = `/api/servers/${id}/keys`
  })
  const ticketThrough = async (key: string, options?: Parameters<typeof player>[0]) => {
    const other = await connectBridge(t, { key })
    await other.hello()
    const answer = await other.say('ticket', { identifiers: { steam: steamOf((await player(options, other)).source) } })
    other.socket.disconnect()
    if (!answer.ok) throw new Error(answer.message)
    return answer.ticket
  }
  const issueAs = async (token: string) =>
    (await t.http(token).post(keysPath, { kind: 'server', name: 'Issued' })).json<{ key: string }>().key

  test('signs in members, and nobody with a role, a permission or a capability', async () => {
    const key = await issueAs((await t.addPerson({ permissions: ['MANAGE_SERVERS'] })).token)
    expect(await ticketThrough(key)).not.toBeNull()
    expect(await ticketThrough(key, { roles: ['Staff'] })).toBeNull()
    expect(await ticketThrough(key, { permissions: ['MANAGE_USERS'] })).toBeNull()
    await sql`update ranks set capabilities = '{seeLookups}' where department_id = 2 and name = 'Sergeant'`.execute(t.db)
    expect(await ticketThrough(key, { departments: [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }] })).toBeNull()
    const byAdmin = await issueAs((await t.person('admin')).token)
    expect(await ticketThrough(byAdmin, { roles: ['Staff'] })).not.toBeNull()
  })

  test('stays limited when its holder rotates an administrator’s key, and becomes unlimited when an administrator rotates it', async () => {
    const holder = t.http((await t.addPerson({ permissions: ['MANAGE_SERVERS'] })).token)
    const admin = await t.as('admin')
    await admin.post(keysPath, { kind: 'server', name: 'To rotate' })
    const rotate = async (as: typeof admin) => {
      const keys = (await admin.get(keysPath)).json<{ keyId: number; name: string; expiresAt: string | null }[]>()
      const { keyId } = keys.find(({ name, expiresAt }) => name === 'To rotate' && expiresAt === null)!
      return (await as.post(`${keysPath}/${keyId}/rotate`, { overlapMinutes: 60 })).json<{ key: string }>().key
    }
    expect(await ticketThrough(await rotate(holder), { roles: ['Staff'] })).toBeNull()
    expect(await ticketThrough(await rotate(admin), { roles: ['Staff'] })).not.toBeNull()
  })
})

test('a member who is on no whitelist can sign in, as with a password', async () => {
  expect((await exchange(await ticketFor((await player()).source))).json()).toMatchObject({ isWhitelisted: false })
})

describe('from the page in the game', () => {
  const from = (origin: string) => t.http(undefined, undefined, { address, headers: { origin } })
  const preflight = async (origin: string) =>
    (await t.app.http.inject({ method: 'OPTIONS', url: '/api/auth/ticket', headers: { origin, 'access-control-request-method': 'POST' } }))
      .headers

  test('the ticket is exchanged across origins that may frame the portal, and the token can be read there', async () => {
    const origin = 'https://cfx-nui-tenfour'
    expect(await preflight(origin)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'content-type, x-api-key',
    })
    const response = await from(origin).post('/api/auth/ticket', { ticket: await ticketFor((await player()).source) })
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': origin, 'access-control-expose-headers': 'x-idp-token' })
  })

  test('no other origin may exchange it, nor make any other call', async () => {
    expect(await preflight('https://elsewhere.example')).not.toHaveProperty('access-control-allow-origin')
    const login = await from('https://cfx-nui-tenfour').post('/api/auth/login', { emailAddress: 'x', password: 'x' })
    expect(login.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('an administrator has no session that a game server opened', () => {
  const roleId = async (name: string) => (await t.db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const signedIn = async (options?: Parameters<typeof player>[0]) => {
    const someone = await player(options)
    return { ...someone, ticketToken: (await exchange(await ticketFor(someone.source))).headers['x-idp-token'] as string }
  }
  const statusOf = async (token: string) => (await t.http(token).get('/api/auth/me')).statusCode

  test('the session by ticket ends with the promotion, with its socket; the session by password stays', async () => {
    const someone = await signedIn({ roles: ['Staff'] })
    const ended = nextEvent(await t.connect(someone.ticketToken), 'ended')
    expect((await (await t.as('root')).get(`/api/user/role/${await roleId('Admin')}/${someone.userId}`)).statusCode).toBe(200)
    await ended
    expect([await statusOf(someone.ticketToken), await statusOf(someone.token)]).toEqual([401, 200])
  })

  test("the session ends when a role of the member becomes an administrator's, also by hand in SQL", async () => {
    const { id } = await t.db
      .insertInto('roles')
      .values({ name: 'Rising', level: 20, role_group_id: 3 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const someone = await signedIn({ roles: ['Rising'] })
    await t.db.updateTable('roles').set({ name: 'Risen' }).where('id', '=', id).execute()
    expect(await statusOf(someone.ticketToken)).toBe(200)
    await t.db.updateTable('roles').set({ role_group_id: 2 }).where('id', '=', id).execute()
    expect(await statusOf(someone.ticketToken)).toBe(401)
  })

  test('a ticket from before the promotion can not be exchanged after it', async () => {
    const someone = await player()
    const ticket = await ticketFor(someone.source)
    await t.db
      .insertInto('user_roles')
      .values({ user_id: someone.userId, role_id: await roleId('Admin') })
      .execute()
    expect((await exchange(ticket)).statusCode).toBe(401)
    expect(
      await t.db.selectFrom('sessions').select('id').where('user_id', '=', someone.userId).where('kind', '=', 'ticket').execute(),
    ).toEqual([])
  })

  test('a promotion and an exchange at the same moment never leave such a session', async () => {
    const adminRole = await roleId('Admin')
    for (let round = 0; round < 10; round += 1) {
      const someone = await player()
      const ticket = await ticketFor(someone.source)
      address = `10.8.0.${round}`
      const [{ headers }] = await Promise.all([
        exchange(ticket),
        t.db.insertInto('user_roles').values({ user_id: someone.userId, role_id: adminRole }).execute(),
      ])
      const token = headers['x-idp-token']
      if (typeof token === 'string') expect(await statusOf(token)).toBe(401)
    }
  })
})

test('only hashes are kept, and neither tickets nor keys are logged', async () => {
  const key = await issueServerKey(t)
  const other = await connectBridge(t, { key })
  await other.hello()
  const someone = await player({}, other)
  const answer = await other.say('ticket', { identifiers: { steam: steamOf(someone.source) } })
  const ticket = answer.ok ? answer.ticket! : ''
  const token = (await exchange(ticket)).headers['x-idp-token'] as string
  const stored = JSON.stringify([
    await t.db.selectFrom('sign_in_tickets').selectAll().execute(),
    await t.db.selectFrom('api_keys').selectAll().execute(),
    await t.db.selectFrom('audit').selectAll().execute(),
  ])
  for (const secret of [ticket, token, key]) {
    expect(secret.length).toBeGreaterThan(20)
    expect(stored).not.toContain(secret)
    expect(lines.join('')).not.toContain(secret)
  }
})
