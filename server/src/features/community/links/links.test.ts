import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeIn, ORIGIN, startLinkPortal, type LinkPortal } from '../../../testing/test-links.ts'
import { PASSWORD, type Person, type TestPortal } from '../../../testing/test-portal.ts'

let p: LinkPortal
let t: TestPortal
beforeAll(async () => {
  p = await startLinkPortal()
  t = p.t
})
afterAll(() => p.close())

const START = '/api/discord/link/start'
const FINISH = '/api/discord/link/finish'
const OWN = '/api/discord/link'
const finish = async (person: Person, given: object) => t.http(person.token).post(FINISH, given)
const start = (person: Person, given: object = {}) =>
  t.http(person.token).post(START, { origin: ORIGIN, currentPassword: PASSWORD, ...given })
const agree = (person: Person, discordId: string) => p.agree(t.http(person.token), START, discordId)
const ownLink = async (person: Person) => (await t.http(person.token).get(OWN)).json()
const auditOf = (userId: number) =>
  t.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('subject_type', '=', 'user')
    .where('subject_id', '=', String(userId))
    .where('action', 'like', 'discord.%')
    .orderBy('id')
    .execute()

describe('a member links their Discord account', () => {
  test('on Discord’s page, with state and PKCE, and only the identity requested', async () => {
    const { url } = (await start(await t.addPerson())).json<{ url: string }>()
    const page = new URL(url)
    expect(`${page.origin}${page.pathname}`).toBe(`${p.discord.url}/oauth2/authorize`)
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: p.discord.clientId,
      scope: 'identify',
      redirect_uri: `${ORIGIN}/login/discord`,
      code_challenge_method: 'S256',
    })
    expect(page.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(page.searchParams.get('state')!.length).toBeGreaterThan(40)
  })

  test('and sees it in their settings, in a notice and in their data; it is audited, and Discord’s token is revoked', async () => {
    const person = await t.addPerson()
    const { id, username } = p.addDiscordUser()
    expect(await ownLink(person)).toEqual({ isAvailable: true, link: null })
    const response = await finish(person, await agree(person, id))
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ username, how: 'page' })
    expect(await ownLink(person)).toEqual({ isAvailable: true, link: response.json() })
    expect(await auditOf(person.userId)).toMatchObject([
      { action: 'discord.linked', actor_id: person.userId, after: { discordId: id, username, how: 'page' } },
    ])
    const http = t.http(person.token)
    expect((await http.get(`/api/user/notices/${person.userId}`)).json()).toMatchObject([{ title: 'Discord account linked' }])
    expect((await http.get(`/api/user/export/${person.userId}`)).json()).toMatchObject({ discord: { discordId: id, username } })
    await expect.poll(() => p.discord.grants.size, { timeout: 10_000 }).toBe(0)
  })

  test('without asking for the email address', async () => {
    const person = await t.addPerson()
    const { id } = p.discord.addUser({ username: 'same-address', email: person.emailAddress, verified: true })
    expect((await ownLink(person)).link).toBeNull()
    const anyone = t.http()
    const given = await p.agree(anyone, '/api/auth/discord/start', id)
    expect((await anyone.post('/api/auth/discord/exchange', given)).statusCode).toBe(409)
    expect((await ownLink(person)).link).toBeNull()
  })

  test('a second time without effect, and another account only after unlinking', async () => {
    const person = await t.addPerson()
    const { id } = p.addDiscordUser()
    await p.link(person, id)
    await p.link(person, id)
    expect(await auditOf(person.userId)).toHaveLength(1)
    const other = p.addDiscordUser()
    const refused = await finish(person, await agree(person, other.id))
    expect(refused.json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('Unlink that one first') })
    await t.http(person.token).delete(OWN)
    await p.link(person, other.id)
    expect((await ownLink(person)).link).toMatchObject({ username: other.username })
  })
})

describe('linking needs the current password', () => {
  const startedBy = ({ userId }: Person) => t.db.selectFrom('discord_sign_ins').select('user_id').where('user_id', '=', userId).execute()

  test.each([
    ['missing', undefined, 'currentPassword is missing'],
    ['empty', '', 'Enter your current password'],
    ['wrong', 'not the password', 'This is not your current password'],
  ])('if the password is %s, linking is refused, naming the field, and not started', async (_what, currentPassword, message) => {
    const person = await t.addPerson()
    const response = await start(person, { currentPassword })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_input', field: 'currentPassword', message })
    expect(await startedBy(person)).toEqual([])
    expect((await start(person)).statusCode).toBe(200)
    expect(await startedBy(person)).toHaveLength(1)
  })

  test('also in a session that Discord opened', async () => {
    const person = await t.addPerson()
    const { id } = p.addDiscordUser()
    await p.link(person, id)
    const anyone = t.http()
    const signedIn = await anyone.post('/api/auth/discord/exchange', await p.agree(anyone, '/api/auth/discord/start', id))
    const session = { ...person, token: signedIn.headers['x-idp-token'] as string }
    await t.http(session.token).delete(OWN)
    expect((await start(session, { currentPassword: 'not the password' })).json()).toMatchObject({ field: 'currentPassword' })
    await p.link(session, p.addDiscordUser().id)
  })

  test('and guesses are counted together with those at the password change', async () => {
    const person = await t.addPerson()
    const me = (await t.http(person.token).get('/api/auth/me')).json()
    const user = { name: me.name, emailAddress: me.emailAddress, avatarColor: me.avatarColor, steamId: '', version: me.version }
    const guess = async (count: number) => {
      const currentPassword = `guess ${count}`
      if (count % 2) return start(person, { currentPassword })
      return t.http(person.token).put(`/api/user/self/${person.userId}`, { user, password: 'another long password', currentPassword })
    }
    const answers = []
    // On a slow machine, the first waits may be over already, because they are short.
    while (answers.length < 12 && answers.at(-1)?.statusCode !== 429) answers.push(await guess(answers.length))
    expect(answers.slice(0, 5).map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400])
    expect(answers.at(-1)!.json()).toMatchObject({
      code: 'too_many_attempts',
      field: 'currentPassword',
      message: expect.stringMatching(/^Too many wrong passwords: try again in \d+ s$/),
    })
    expect(await startedBy(person)).toEqual([])
    expect((await start(await t.addPerson())).statusCode, 'others are not held up').toBe(200)
  })

  test('which is neither stored nor logged, whether right or wrong', async () => {
    const person = await t.addPerson()
    const wrong = 'a wrong password that must not be logged'
    await start(person, { currentPassword: wrong })
    await start(person)
    const kept = JSON.stringify([
      await t.db.selectFrom('discord_sign_ins').selectAll().execute(),
      await t.db.selectFrom('audit').selectAll().execute(),
    ])
    for (const password of [wrong, PASSWORD]) {
      expect(kept).not.toContain(password)
      expect(p.lines.join('')).not.toContain(password)
    }
  })
})

describe('a Discord account belongs to one member', () => {
  test('a second member is refused, without being told who has the account', async () => {
    const first = await t.addPerson({ name: 'Whoever It Is' })
    const second = await t.addPerson()
    const { id } = p.addDiscordUser()
    await p.link(first, id)
    const refused = await finish(second, await agree(second, id))
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe('This Discord account is linked to another member. It can be linked to one only.')
    expect(refused.body).not.toContain('Whoever')
  })

  test('of two members who link it at the same moment, one gets it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = [await t.addPerson(), await t.addPerson()]
      const { id } = p.addDiscordUser()
      const given = await Promise.all(people.map((person) => agree(person, id)))
      const statuses = (await Promise.all(people.map((person, index) => finish(person, given[index]!)))).map(({ statusCode }) => statusCode)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(await t.db.selectFrom('discord_links').select('user_id').where('discord_id', '=', id).execute()).toHaveLength(1)
    }
  })

  test('nobody links that of someone who may not return, and nobody is told whose it is', async () => {
    const [gone, other] = [await t.addPerson({ name: 'Nuisance' }), await t.addPerson()]
    const { id } = p.addDiscordUser()
    await p.link(gone, id)
    const given = await agree(other, id)
    const letGo = await (await t.as('admin')).post(`/api/former-members/${gone.userId}/let-go`, { reason: 'Cheated', mayNotReturn: true })
    expect(letGo.statusCode).toBe(200)
    await sql`update users set deleted_at = now() where id = ${gone.userId}`.execute(t.db)
    const refused = await finish(other, given)
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      expect.stringMatching(/^This Discord account can't be linked here: ask/),
    ])
    expect(refused.body).not.toMatch(/Nuisance|Cheated/)
    expect(await ownLink(other)).toMatchObject({ link: null })
  })

  test('a deleted account loses its link, and a disabled one keeps it', async () => {
    const person = await t.addPerson()
    await p.link(person, p.addDiscordUser().id)
    const links = () => t.db.selectFrom('discord_links').select('user_id').where('user_id', '=', person.userId).execute()
    await sql`update users set disabled_at = now() where id = ${person.userId}`.execute(t.db)
    expect(await links()).toHaveLength(1)
    await sql`update users set deleted_at = now() where id = ${person.userId}`.execute(t.db)
    expect(await links()).toHaveLength(0)
  })
})

describe('a return from Discord is refused', () => {
  const REFUSED = { code: 'bad_request', message: expect.stringContaining('Start again') }

  test('with a state that is unknown or another tab’s secret, and the right one still works', async () => {
    const person = await t.addPerson()
    const given = await agree(person, p.addDiscordUser().id)
    expect((await finish(person, { ...given, state: 'made up' })).json()).toMatchObject(REFUSED)
    expect((await finish(person, { ...given, tabSecret: 'of another tab' })).json()).toMatchObject(REFUSED)
    expect((await finish(person, given)).statusCode).toBe(200)
  })

  test('from another member than the one who started', async () => {
    const given = await agree(await t.addPerson(), p.addDiscordUser().id)
    const other = await t.addPerson()
    expect((await finish(other, given)).json()).toMatchObject(REFUSED)
    expect((await ownLink(other)).link).toBeNull()
  })

  test('if it is finished as a sign-in, or a sign-in is finished as a link', async () => {
    const person = await t.addPerson()
    const { id } = p.addDiscordUser()
    const toSignIn = await p.agree(t.http(), '/api/auth/discord/start', id)
    expect((await finish(person, toSignIn)).json()).toMatchObject(REFUSED)
    const toLink = await agree(person, id)
    expect((await t.http().post('/api/auth/discord/exchange', toLink)).json()).toMatchObject(REFUSED)
  })

  test('if it is used a second time, or after ten minutes', async () => {
    const person = await t.addPerson()
    const given = await agree(person, p.addDiscordUser().id)
    expect((await finish(person, given)).statusCode).toBe(200)
    expect((await finish(person, given)).json()).toMatchObject(REFUSED)
    const late = await agree(await t.addPerson(), p.addDiscordUser().id)
    await sql`update discord_sign_ins set expires_at = now()`.execute(t.db)
    expect((await finish(person, late)).json()).toMatchObject(REFUSED)
  })

  test('if the code was given for another challenge', async () => {
    const person = await t.addPerson()
    const mine = (await start(person)).json<{ url: string; tabSecret: string }>()
    const { state } = codeIn(mine.url.replace('response_type=code', 'code=none'))
    const theirs = await agree(await t.addPerson(), p.addDiscordUser().id)
    const refused = await finish(person, { code: theirs.code, state, tabSecret: mine.tabSecret })
    expect(refused.json()).toMatchObject(REFUSED)
  })

  test.each([
    ['code', { code: '' }],
    ['state', { state: 'x'.repeat(101) }],
    ['tabSecret', { tabSecret: undefined }],
  ])('with malformed input, naming %s', async (field, wrong) => {
    const given = { code: 'x', state: 'x', tabSecret: 'x', ...wrong }
    expect((await finish(await t.addPerson(), given)).json()).toMatchObject({ code: 'invalid_input', field })
  })

  test.each([['https://portal.example.com/path'], ['javascript:alert(1)'], ['portal.example.com'], ['']])(
    'as %j is as the origin of the page',
    async (origin) => {
      expect((await start(await t.addPerson(), { origin })).json()).toMatchObject({ code: 'invalid_input', field: 'origin' })
    },
  )

  test('where the page is at another address than the portal says it has', async () => {
    const response = await start(await t.addPerson(), { origin: 'https://elsewhere.example' })
    expect(response.json()).toMatchObject({ code: 'bad_request', message: `Open the portal at ${ORIGIN} to use Discord` })
  })
})

describe('unlinking', () => {
  test('frees the account, is audited, and ends other sessions that Discord opened', async () => {
    const person = await t.addPerson()
    const { id } = p.addDiscordUser()
    await p.link(person, id)
    const anyone = t.http()
    const signIn = async () =>
      (await anyone.post('/api/auth/discord/exchange', await p.agree(anyone, '/api/auth/discord/start', id))).headers[
        'x-idp-token'
      ] as string
    const [own, other] = [await signIn(), await signIn()]
    expect((await t.http(own).delete(OWN)).statusCode).toBe(200)
    expect((await t.http(own).delete(OWN)).statusCode, 'twice does no harm').toBe(200)
    const statuses = await Promise.all([own, other, person.token].map(async (token) => (await t.http(token).get(OWN)).statusCode))
    expect(statuses).toEqual([200, 401, 200])
    expect((await auditOf(person.userId)).map(({ action }) => action)).toEqual(['discord.linked', 'discord.unlinked'])
    await p.link(await t.addPerson(), id)
  })
})

describe('staff', () => {
  const path = (person: Person) => `/api/discord/links/${person.userId}`

  test('see whose Discord account a member’s is, unless the member is above them', async () => {
    const person = await t.addPerson()
    const { id, username } = p.addDiscordUser()
    const staff = await t.as('staff')
    expect((await staff.get(path(person))).json()).toBeNull()
    await p.link(person, id)
    expect((await staff.get(path(person))).json()).toMatchObject({ discordId: id, username })
    expect((await staff.get(path(await t.person('admin')))).statusCode).toBe(403)
    expect((await (await t.as('member')).get(path(person))).statusCode).toBe(403)
  })

  test('unlink a member with MANAGE_DISCORD, unless the member is above them', async () => {
    const person = await t.addPerson()
    await p.link(person, p.addDiscordUser().id)
    const manager = await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD'] })
    const http = t.http(manager.token)
    expect((await (await t.as('staff')).delete(path(person))).statusCode).toBe(403)
    const above = path(await t.person('admin'))
    expect((await http.delete(above)).statusCode).toBe(403)
    expect((await http.get(above)).json(), 'nor do they see it').toMatchObject({ code: 'forbidden' })
    expect((await http.delete(path(person))).statusCode).toBe(200)
    expect((await http.delete('/api/discord/links/999999')).statusCode).toBe(404)
    expect((await auditOf(person.userId)).at(-1)).toMatchObject({ action: 'discord.unlinked', actor_id: manager.userId })
    expect((await ownLink(person)).link).toBeNull()
  })
})
