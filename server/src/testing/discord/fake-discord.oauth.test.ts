import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createFakeDiscord, type FakeDiscord } from './fake-discord.ts'
import type { User } from './types.ts'

const REDIRECT = 'http://portal.test/api/auth/discord/callback'
const verifier = randomBytes(32).toString('base64url')

const Body = z.looseObject({ access_token: z.string().default('') })

const AGENT = { 'user-agent': 'DiscordBot (https://example.com, 1.0)' }
let discord: FakeDiscord
let anna: User

beforeEach(async () => {
  discord = await createFakeDiscord()
  discord.redirects.add(REDIRECT)
  anna = discord.addUser({ username: 'anna', globalName: 'Anna <3', email: 'anna@example.org', verified: true })
})

afterEach(async () => {
  await discord.close()
  expect(discord.defects).toEqual([])
})

const address = (change: Readonly<Record<string, string>> = {}): string =>
  `${discord.url}/oauth2/authorize?${String(
    new URLSearchParams({
      client_id: discord.clientId,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'identify',
      state: 'state-1',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    }),
  )}`

const post = async (path: string, fields: Readonly<Record<string, string>>) => {
  const client = { client_id: discord.clientId, client_secret: discord.clientSecret }
  const answer = await fetch(`${discord.url}/api${path}`, {
    method: 'POST',
    headers: AGENT,
    body: new URLSearchParams({ ...client, ...fields }),
  })
  return { status: answer.status, body: Body.parse(await answer.json()) }
}
const codeOf = (redirect: string): string => new URL(redirect).searchParams.get('code') ?? ''
const redeem = (code: string, fields: Readonly<Record<string, string>> = {}) =>
  post('/oauth2/token', { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier, ...fields })
const me = async (token: string) => {
  const answer = await fetch(`${discord.url}/api/v10/users/@me`, { headers: { ...AGENT, authorization: `Bearer ${token}` } })
  return { status: answer.status, body: Body.parse(await answer.json()) }
}

test('the page names the application and the scopes, and sends people back with or without a code', async () => {
  const page = await (await fetch(address())).text()
  expect(page).toContain('Tenfour wants to access your account')
  expect(page).toContain('Anna &#60;3 (anna)')
  const choose = (choice: string) =>
    fetch(address(), { method: 'POST', redirect: 'manual', body: new URLSearchParams({ user: anna.id, choice }) })
  const agreed = new URL((await choose('authorize')).headers.get('location') ?? '')
  expect([agreed.origin + agreed.pathname, agreed.searchParams.get('state')]).toEqual([REDIRECT, 'state-1'])
  expect((await redeem(codeOf(agreed.href))).status).toBe(200)
  expect((await choose('cancel')).headers.get('location')).toContain('error=access_denied')
})

test('an address that is not registered, or another application, is refused on the page itself', async () => {
  const changes: Record<string, string>[] = [
    { redirect_uri: 'http://evil.test/' },
    { client_id: '1' },
    { response_type: 'token' },
    { code_challenge_method: 'plain' },
  ]
  for (const change of changes) expect((await fetch(address(change))).status).toBe(400)
})

test('a code gives a token once, with the right verifier', async () => {
  const code = codeOf(await discord.authorize(anna.id, address()))
  const { body } = await redeem(code)
  expect(body).toMatchObject({ token_type: 'Bearer', scope: 'identify', expires_in: 604_800 })
  expect((await me(body.access_token)).body).toMatchObject({ id: anna.id, username: 'anna', global_name: 'Anna <3' })
  expect((await me(body.access_token)).body).not.toHaveProperty('email')
  const invalid = { status: 400, body: { error: 'invalid_grant' } }
  expect(await redeem(code)).toMatchObject(invalid)
  const again = async () => codeOf(await discord.authorize(anna.id, address()))
  expect(await redeem(await again(), { code_verifier: 'guessed' })).toMatchObject(invalid)
  expect(await redeem(await again(), { redirect_uri: 'http://evil.test/' })).toMatchObject(invalid)
  expect(await redeem(await again(), { client_secret: 'wrong' })).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
})

test('a user token works within its scope, and not after it is revoked', async () => {
  const { body } = await redeem(codeOf(await discord.authorize(anna.id, address({ scope: 'identify email' }))))
  expect((await me(body.access_token)).body).toMatchObject({ email: 'anna@example.org', verified: true })
  await post('/oauth2/token/revoke', { token: body.access_token })
  expect((await me(body.access_token)).status).toBe(401)
  expect(discord.grants.size).toBe(0)
})

test('a user token with guilds.members.read says who someone is on a server, and nothing of servers they are not on', async () => {
  const home = discord.addGuild({ name: 'San Andreas' })
  const other = discord.addGuild({ name: 'Liberty City' })
  discord.addMember(home.id, anna.id, { pending: true })
  const read = async (token: string, guildId: string) => {
    const answer = await fetch(`${discord.url}/api/v10/users/@me/guilds/${guildId}/member`, {
      headers: { ...AGENT, authorization: `Bearer ${token}` },
    })
    return { status: answer.status, body: Body.parse(await answer.json()) }
  }
  const scope = 'identify guilds.members.read'
  const { body } = await redeem(codeOf(await discord.authorize(anna.id, address({ scope }))))
  expect(await read(body.access_token, home.id)).toMatchObject({ status: 200, body: { pending: true, flags: 0, user: { id: anna.id } } })
  discord.changeMember(home.id, anna.id, { pending: false })
  expect(await read(body.access_token, home.id)).toMatchObject({ status: 200, body: { pending: false } })
  expect(await read(body.access_token, other.id)).toMatchObject({ status: 404, body: { code: 10004, message: 'Unknown Guild' } })
  expect((await read('made up', home.id)).status).toBe(401)
  discord.limits.exhaust('ownMember', 60_000)
  expect(await read(body.access_token, home.id)).toMatchObject({ status: 429, body: { retry_after: expect.any(Number) } })
  discord.limits.clear()

  const narrow = await redeem(codeOf(await discord.authorize(anna.id, address({ scope }), ['guilds.members.read'])))
  expect(narrow.body).toMatchObject({ scope: 'identify' })
  expect(await read(narrow.body.access_token, home.id)).toMatchObject({ status: 403, body: { code: 50001 } })
})
