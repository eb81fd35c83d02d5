import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, startLinkPortal, type LinkPortal } from '../../../testing/test-links.ts'
import { PASSWORD, startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { ANSWER_MS, createDiscordOAuth } from './links.oauth.ts'

let p: LinkPortal
let t: TestPortal
const faults: { stop: () => void }[] = []
beforeAll(async () => {
  p = await startLinkPortal()
  t = p.t
})
afterAll(() => p.close())
afterEach(() => faults.splice(0).forEach((fault) => fault.stop()))

const START = '/api/auth/discord/start'
const EXCHANGE = '/api/auth/discord/exchange'
const agree = (discordId: string) => p.agree(t.http(), START, discordId)
const from = { address: '10.7.0.1', headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } }
const exchange = (given: object) => t.http(undefined, undefined, from).post(EXCHANGE, given)
const linked = async (): Promise<Person & { discordId: string }> => {
  const person = await t.addPerson()
  const { id: discordId } = p.addDiscordUser()
  await p.link(person, discordId)
  return { ...person, discordId }
}
const signInsOf = (userId: number) => t.db.selectFrom('sign_ins').selectAll().where('user_id', '=', userId).orderBy('id').execute()

test('a linked account signs in like a password, and the sign-in is recorded as one by Discord', async () => {
  const person = await linked()
  const device = 'a browser that is remembered'
  const response = await exchange({ ...(await agree(person.discordId)), device })
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  const token = response.headers['x-idp-token'] as string
  expect(response.body).not.toContain(token)
  expect((await t.http(token).get('/api/auth/me')).json()).toEqual(response.json())
  expect(response.json().userId).toBe(person.userId)
  expect((await t.http(token).get(`/api/user/sessions/${person.userId}`)).json()).toContainEqual(
    expect.objectContaining({ kind: 'discord', isThis: true, address: from.address }),
  )
  expect(await signInsOf(person.userId)).toMatchObject([{ kind: 'discord', succeeded: true, address: from.address }])
  expect(await t.db.selectFrom('known_devices').select('user_id').where('user_id', '=', person.userId).execute()).toHaveLength(1)
})

test('a name that changed in Discord is updated at the next sign-in', async () => {
  const person = await linked()
  await sql`update discord_links set username = 'before' where user_id = ${person.userId}`.execute(t.db)
  await exchange(await agree(person.discordId))
  expect((await t.http(person.token).get('/api/discord/link')).json().link.username).not.toBe('before')
})

describe('nobody is signed in', () => {
  test('by a Discord account that is not linked', async () => {
    const response = await exchange(await agree(p.addDiscordUser().id))
    expect([response.statusCode, response.headers['x-idp-token']]).toEqual([409, undefined])
    expect(response.json().message).toBe(
      'This Discord account is not linked to an account here. Sign in with your password and link it in your account settings.',
    )
  })

  test('once the account was unlinked, even while the member was on Discord’s page', async () => {
    const person = await linked()
    const given = await agree(person.discordId)
    await t.http(person.token).delete('/api/discord/link')
    expect((await exchange(given)).statusCode).toBe(409)
  })

  test('whose account is disabled: the message is that of a wrong password, and the attempt is recorded', async () => {
    const person = await linked()
    await sql`update users set disabled_at = now() where id = ${person.userId}`.execute(t.db)
    const byPassword = await t.http().post('/api/auth/login', { emailAddress: person.emailAddress, password: PASSWORD })
    const byDiscord = await exchange(await agree(person.discordId))
    const told = ({ statusCode, json }: typeof byDiscord) => [statusCode, json().code, json().message]
    expect(told(byDiscord)).toEqual(told(byPassword))
    await expect
      .poll(async () => (await signInsOf(person.userId)).map(({ kind, succeeded }) => [kind, succeeded]))
      .toContainEqual(['discord', false])
  })

  test('whose account is deleted', async () => {
    const person = await linked()
    await sql`update users set deleted_at = now() where id = ${person.userId}`.execute(t.db)
    expect((await exchange(await agree(person.discordId))).statusCode).toBe(409)
  })

  test('with a state that is unknown, used, expired, or of another tab', async () => {
    const person = await linked()
    const refused = { code: 'bad_request', message: expect.stringContaining('Start again') }
    const given = await agree(person.discordId)
    expect((await exchange({ ...given, state: 'made up' })).json()).toMatchObject(refused)
    expect((await exchange({ ...given, tabSecret: 'of another tab' })).json()).toMatchObject(refused)
    const both = await Promise.all([exchange(given), exchange(given)])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    const late = await agree(person.discordId)
    await sql`update discord_sign_ins set expires_at = now()`.execute(t.db)
    expect((await exchange(late)).json()).toMatchObject(refused)
  })

  test('with a code that Discord does not know', async () => {
    const given = await agree((await linked()).discordId)
    expect((await exchange({ ...given, code: 'made up' })).json()).toMatchObject({
      code: 'bad_request',
      message: 'Discord no longer accepts this sign-in. Start again.',
    })
  })
})

describe('while Discord is away', () => {
  const AWAY = { code: 'unavailable', message: 'Discord does not answer. Sign in with your password.' }
  const REFUSED = { code: 'unavailable', message: expect.stringContaining('Discord does not accept this portal. Tell an admin.') }

  test.each([
    ['500 for the code', { path: /oauth2\/token$/, status: 500 }, AWAY],
    ['502 in HTML for the code', { path: /oauth2\/token$/, status: 502, body: '<html>Bad gateway</html>' }, AWAY],
    ['429 for the code', { path: /oauth2\/token$/, status: 429 }, AWAY],
    ['a closed connection', { path: /oauth2\/token$/, reset: true }, AWAY],
    ['401 for the client', { path: /oauth2\/token$/, status: 401, body: { error: 'invalid_client' } }, REFUSED],
    ['500 for who it is', { path: /users\/@me$/, status: 500 }, AWAY],
    ['401 for who it is', { path: /users\/@me$/, status: 401 }, AWAY],
    ['something else than JSON for who it is', { path: /users\/@me$/, status: 200, body: 'hello' }, AWAY],
  ])('%s: the message says so, and the password signs in at once', async (_, fault, words) => {
    const person = await linked()
    const given = await agree(person.discordId)
    faults.push(p.discord.fail(fault))
    const response = await exchange(given)
    expect([response.statusCode, response.headers['x-idp-token']]).toEqual([503, undefined])
    expect(response.json()).toMatchObject(words)
    const byPassword = await t
      .http(undefined, undefined, from)
      .post('/api/auth/login', { emailAddress: person.emailAddress, password: PASSWORD })
    expect(byPassword.statusCode).toBe(200)
  })

  test('and hangs, the member is told in time', async () => {
    expect(ANSWER_MS).toBeLessThan(8000)
    const { clientId, clientSecret, url } = p.discord
    const client = {
      clientId,
      clientSecret,
      apiUrl: `${url}/api`,
      authorizeUrl: `${url}/oauth2/authorize`,
      agent: 'DiscordBot (http://localhost, 1.0)',
    }
    const oauth = createDiscordOAuth({ log: t.app.http.log, answerMs: 100 })
    faults.push(p.discord.fail({ path: /oauth2\/token$/, hang: true }))
    const asked = oauth.identify(client, { code: 'x', tabSecret: 'x', returnUrl: ORIGIN }, 'Sign in with your password.')
    await expect(asked).rejects.toMatchObject(AWAY)
    await oauth.close()
  })

  test('any number of tries never delays the password', async () => {
    const person = await linked()
    faults.push(p.discord.fail({ path: /oauth2\/token$/, status: 500 }))
    for (let round = 0; round < 25; round += 1)
      await exchange(round % 2 ? await agree(person.discordId) : { code: 'x', state: 'x', tabSecret: 'x' })
    const byPassword = await t
      .http(undefined, undefined, from)
      .post('/api/auth/login', { emailAddress: person.emailAddress, password: PASSWORD })
    expect(byPassword.statusCode).toBe(200)
  })

  test('a revocation that fails changes nothing', async () => {
    const person = await linked()
    faults.push(p.discord.fail({ path: /token\/revoke$/, status: 500 }))
    expect((await exchange(await agree(person.discordId))).statusCode).toBe(200)
  })
})

test('starting is limited by address', async () => {
  const http = (address: string) => t.http(undefined, undefined, { address })
  const start = (address: string) => http(address).post(START, { origin: ORIGIN })
  const statuses = new Set<number>()
  for (let count = 0; count <= 300; count += 1) statuses.add((await start('10.7.7.7')).statusCode)
  expect([...statuses]).toEqual([200, 429])
  expect((await start('10.7.7.8')).statusCode).toBe(200)
})

test('without an OAuth client, signing in with Discord is not offered, and its endpoints say so', async () => {
  const plain = await startTestPortal()
  try {
    expect((await plain.app.http.inject('/portal-config.json')).json()).toMatchObject({ hasDiscord: false })
    expect((await t.app.http.inject('/portal-config.json')).json()).toMatchObject({ hasDiscord: true })
    const start = await plain.http().post(START, { origin: ORIGIN })
    expect([start.statusCode, start.json()]).toMatchObject([
      404,
      { code: 'feature_off', message: expect.stringContaining('not set up here') },
    ])
    expect((await (await plain.as('member')).get('/api/discord/link')).json()).toEqual({ isAvailable: false, link: null })
  } finally {
    await plain.close()
  }
})

test('only hashes are stored, and no secret is logged or sent', async () => {
  const person = await linked()
  const given = await agree(person.discordId)
  const response = await exchange(given)
  const token = response.headers['x-idp-token'] as string
  const stored = JSON.stringify([
    await t.db.selectFrom('discord_sign_ins').selectAll().execute(),
    await t.db.selectFrom('audit').selectAll().execute(),
  ])
  await exchange({ ...given, code: 'another' })
  for (const secret of [given.code, given.state, given.tabSecret, token, p.discord.clientSecret]) {
    expect(secret.length).toBeGreaterThan(8)
    expect(stored).not.toContain(secret)
    expect(p.lines.join('')).not.toContain(secret)
    expect(response.body).not.toContain(secret)
  }
  expect(p.discord.requests.map(({ path }) => path).join(' ')).not.toContain(given.code)
})
