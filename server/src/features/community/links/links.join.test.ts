import type { DiscordJoining } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { JOINED_BY_DISCORD } from '../../../platform/limits/limits.ts'
import { JOIN, JOINING, startJoiningPortal, type JoiningPortal } from '../../../testing/test-joining.ts'
import { ORIGIN } from '../../../testing/test-links.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import type { Guild } from '../../../testing/discord/types.ts'

let p: JoiningPortal
let t: TestPortal
let home: Guild
let second: Guild
let unmarked: Guild
const faults: { stop: () => void }[] = []

const DOOR = '/api/auth/discord/start'
const SCREENING = 'guilds.members.read'

let save: JoiningPortal['save']
let inDiscord: JoiningPortal['inDiscord']
let join: JoiningPortal['join']
let http: JoiningPortal['http']
const countAccounts = async () => Number((await sql<{ count: string }>`select count(*) from users`.execute(t.db)).rows[0]?.count)
const nameOf = async (discordId: string) =>
  (
    await sql<{
      name: string
    }>`select u.name from users u join discord_links l on l.user_id = u.id where l.discord_id = ${discordId}`.execute(t.db)
  ).rows[0]?.name

beforeAll(async () => {
  p = await startJoiningPortal()
  ;({ t, home, second, save, inDiscord, join, http } = p)
  unmarked = await p.known('Staff lounge')
})
afterAll(() => p.close())
beforeEach(async () => {
  expect((await save(await t.as('admin'), {})).statusCode).toBe(200)
})
afterEach(() => {
  faults.splice(0).forEach((fault) => fault.stop())
  p.discord.limits.clear()
})

describe('joining is off', () => {
  test('until someone who manages the connection to Discord switches it on', async () => {
    const fresh = await startTestPortal()
    expect((await (await fresh.as('admin')).get(JOINING)).json()).toMatchObject({ isOn: false, hasClient: false, guilds: [] })
    const refused = await (await fresh.as('admin')).put(JOINING, { isOn: true, guildIds: ['1'], version: 1 })
    expect([refused.statusCode, refused.json().field]).toEqual([409, 'isOn'])
    await fresh.close()
    for (const role of ['member', 'staff'] as const) expect((await save(await t.as(role), {})).statusCode).toBe(403)
  })

  test('without a server, with one that the bot is not in, or with an older version', async () => {
    const admin = await t.as('admin')
    expect((await save(admin, { guildIds: [] })).json()).toMatchObject({ code: 'invalid_input', field: 'guildIds' })
    expect((await save(admin, { guildIds: [home.id, '12345'] })).json()).toMatchObject({ code: 'invalid_input', field: 'guildIds.1' })
    expect((await save(admin, { guildIds: Array.from({ length: 11 }, (_, at) => String(at)) })).statusCode).toBe(400)
    expect((await save(admin, { version: 1 })).statusCode).toBe(409)
    const { version } = (await admin.get(JOINING)).json<DiscordJoining>()
    const both = await Promise.all([home, second].map(({ id }) => save(admin, { guildIds: [id], version })))
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('nobody joins, not even from Discord’s page, and existing members sign in as before', async () => {
    const user = inDiscord()
    const by = http()
    const given = await p.agreeToJoin(by, user.id)
    const before = await countAccounts()
    expect((await save(await t.as('admin'), { isOn: false, guildIds: [] })).json()).toMatchObject({ isOn: false })
    await expect.poll(async () => (await t.app.http.inject('/portal-config.json')).json().joinsByDiscord).toBe(false)
    expect((await by.post(JOIN, given)).json()).toMatchObject({ code: 'feature_off' })
    expect((await by.post('/api/auth/discord/exchange', await p.agree(by, DOOR, user.id))).json().message).toContain(
      'link it in your account settings',
    )
    expect(await countAccounts()).toBe(before)
  })

  test('for a server that the bot has left, even if its mark stays; forgetting the server takes the mark away', async () => {
    const left = await p.known('Left')
    const admin = await t.as('admin')
    await save(admin, { guildIds: [left.id] })
    const user = inDiscord({}, left)
    await sql`update discord_guilds set left_at = now() where id = ${left.id}`.execute(t.db)
    expect((await join(user.id)).json().code).toBe('feature_off')
    expect((await admin.get(JOINING)).json<DiscordJoining>().guilds).toContainEqual(
      expect.objectContaining({ guildId: left.id, letsJoin: true, hasLeft: true }),
    )
    await admin.post(`/api/discord/guilds/${left.id}/forget`, {})
    expect((await admin.get(JOINING)).json<DiscordJoining>().guilds).not.toContainEqual(expect.objectContaining({ guildId: left.id }))
  })
})

test('switching it on is audited, says who did, and the login page learns of it', async () => {
  const admin = await t.as('admin')
  await save(admin, { guildIds: [second.id] })
  const joining = (await admin.get(JOINING)).json<DiscordJoining>()
  expect(joining).toMatchObject({ isOn: true, hasClient: true, changedBy: { name: 'The admin' } })
  expect(joining.guilds.filter(({ letsJoin }) => letsJoin).map(({ name }) => name)).toEqual(['Los Santos'])
  const [entry] = await t.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'discord.joining-changed')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(entry).toMatchObject({
    before: { isOn: true, servers: ['San Andreas', 'Los Santos'] },
    after: { isOn: true, servers: ['Los Santos'] },
  })
  await expect.poll(async () => (await t.app.http.inject('/portal-config.json')).json().joinsByDiscord).toBe(true)
})

describe('a member of a marked server joins', () => {
  test('with an account of their own that can do nothing yet, is linked, and has no password', async () => {
    const user = inDiscord({ globalName: 'Vera Oakes' })
    const by = http()
    const response = await join(user.id, by)
    expect(response.statusCode).toBe(200)
    const token = response.headers['x-idp-token'] as string
    expect(response.json()).toMatchObject({
      name: 'Vera Oakes',
      emailAddress: user.email,
      userDepartments: [],
      roles: [],
      userPermissions: [],
      isWhitelisted: false,
      isWhitelistedDev: false,
      hasPassword: false,
    })
    const own = t.http(token)
    expect((await own.get('/api/discord/link')).json()).toMatchObject({
      link: { username: user.username },
      confirmedUntil: expect.any(String),
    })
    const { userId } = response.json<{ userId: number }>()
    const audited = await t.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'after'])
      .where('subject_id', '=', String(userId))
      .where('subject_type', '=', 'user')
      .orderBy('id')
      .execute()
    expect(audited).toMatchObject([
      { action: 'user.created', actor_id: null },
      { action: 'discord.joined', actor_id: userId, after: { discordId: user.id, username: user.username, server: 'San Andreas' } },
    ])
    expect((await own.get(`/api/user/notices/${userId}`)).json()).toMatchObject([{ title: 'Set a password' }])
    await expect.poll(() => p.discord.grants.size, { timeout: 10_000 }).toBe(0)
    const again = await by.post('/api/auth/discord/exchange', await p.agree(by, DOOR, user.id))
    expect(again.json()).toMatchObject({ userId })
  })

  test('whichever marked server they are on, and is asked for no more than that takes', async () => {
    const user = inDiscord({}, second)
    const start = (purpose?: string) => http().post(DOOR, { origin: ORIGIN, ...(purpose && { purpose }) })
    const scopeOf = (address: string) => new URL(address).searchParams.get('scope')
    expect(scopeOf((await start()).json().url)).toBe('identify')
    expect(scopeOf((await start('join')).json().url)).toBe(`identify email ${SCREENING}`)
    expect((await start('takeover')).statusCode).toBe(400)
    expect((await join(user.id)).statusCode).toBe(200)
  })

  test('is asked about first on the server where the bot has seen them', async () => {
    const user = inDiscord({}, second)
    await sql`insert into discord_members (guild_id, discord_id, username, display_name) values (${second.id}, ${user.id}, 'x', 'x')`.execute(
      t.db,
    )
    const before = p.discord.requests.length
    expect((await join(user.id)).statusCode).toBe(200)
    const asked = p.discord.requests.slice(before).filter(({ path }) => path.startsWith('/users/@me/guilds/'))
    expect(asked.map(({ path }) => path)).toEqual([`/users/@me/guilds/${second.id}/member`])
  })

  test('is told first that they have no account, with no address asked for, and offered to join', async () => {
    const user = inDiscord()
    const by = http()
    const response = await by.post('/api/auth/discord/exchange', await p.agree(by, DOOR, user.id))
    expect(response.json()).toMatchObject({ code: 'conflict', message: 'This Discord account is not linked to an account here yet.' })
  })

  test('once: answers from Discord at once make one account, and each signs in to it', async () => {
    const user = inDiscord()
    const callers = [http(), http(), http()]
    const given = await Promise.all(callers.map((by) => p.agreeToJoin(by, user.id)))
    const before = await countAccounts()
    const responses = await Promise.all(callers.map((by, at) => by.post(JOIN, given[at])))
    // Discord ends all that someone granted once the portal gives one token back, which therefore waits for the others.
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const userIds = new Set(responses.map((each) => each.json<{ userId: number }>().userId))
    expect(userIds.size).toBe(1)
    expect(await countAccounts()).toBe(before + 1)
    await expect.poll(() => p.discord.grants.size, { timeout: 10_000 }).toBe(0)
    expect(userIds).toContain((await join(user.id)).json<{ userId: number }>().userId)
  })

  test.each([
    ['as Discord shows it', 'Ms. Ünïcödé 🚓', 'Ms. Ünïcödé 🚓'],
    ['by the username without a display name', null, /^newcomer\d+$/],
    ['by the username if nothing of it shows', '\u3164\u200b\u202e', /^newcomer\d+$/],
    ['without what turns text around', 'Al\u202eice\n\t B', 'Alice B'],
    ['cut to what fits', '🚓'.repeat(60), '🚓'.repeat(40)],
  ])('with the name %s', async (_what, globalName, expected) => {
    const user = inDiscord({ globalName })
    expect((await join(user.id)).statusCode).toBe(200)
    expect(await nameOf(user.id)).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected)
  })

  test('with their username beside a name that someone has already', async () => {
    await t.as('admin')
    const user = inDiscord({ globalName: 'the ADMIN' })
    await join(user.id)
    expect(await nameOf(user.id)).toBe(`the ADMIN (${user.username})`)
    const long = 'x'.repeat(80)
    await t.addPerson({ name: long })
    const other = inDiscord({ globalName: long })
    expect((await join(other.id)).statusCode).toBe(200)
    expect((await nameOf(other.id))!.length).toBeLessThanOrEqual(80)
  })
})

describe('nobody joins', () => {
  const SERVER = /^You are not on the Discord server of /
  const refused = async (discordId: string, message: string | RegExp, status = 403, denied: readonly string[] = []) => {
    const before = await countAccounts()
    const response = await join(discordId, http(), denied)
    expect([response.statusCode, response.headers['x-idp-token']]).toEqual([status, undefined])
    expect(response.json().message).toEqual(expect.stringMatching(message))
    expect(await countAccounts()).toBe(before)
    await expect.poll(() => p.discord.grants.size, { timeout: 10_000 }).toBe(0)
  }

  test('from no server of the community, or from one that is not marked', async () => {
    await refused(inDiscord({}, null).id, SERVER)
    await refused(inDiscord({}, unmarked).id, SERVER)
    const user = inDiscord()
    p.discord.removeMember(home.id, user.id)
    await refused(user.id, SERVER)
  })

  test('as a guest of a voice channel', () => refused(inDiscord({}, home, { flags: 1 << 4 }).id, SERVER))

  test('before the screening is passed, unless it is passed on another marked server', async () => {
    const user = inDiscord({}, home, { pending: true })
    await refused(user.id, /^You have not finished the membership screening of San Andreas in Discord/)
    p.discord.addMember(second.id, user.id)
    expect((await join(user.id)).statusCode).toBe(200)
  })

  test('if Discord does not say that the screening is passed', async () => {
    const user = inDiscord()
    faults.push(p.discord.fail({ path: /guilds\/\d+\/member$/, status: 200, body: { flags: 0 } }))
    await refused(user.id, /screening/)
  })

  test('without a verified email address', async () => {
    await refused(inDiscord({ verified: false }).id, /^Discord has not verified your email address/)
    await refused(inDiscord({ email: null }).id, /has no email address/)
    await refused(inDiscord({ email: 'not an address' }).id, /can’t use the email address/)
  })

  test('without granting all that is asked for', async () => {
    await refused(inDiscord().id, /did not share/, 403, ['email'])
    await refused(inDiscord().id, /did not share/, 403, [SCREENING])
  })

  test('with the address of someone else: it is neither given nor linked to that account, in whatever case it is written', async () => {
    const person = await t.addPerson()
    const user = inDiscord({ email: person.emailAddress.toUpperCase() })
    await refused(user.id, /^There is an account with your email address already\. Sign in to it, then link your Discord/, 409)
    expect((await t.http(person.token).get('/api/discord/link')).json()).toMatchObject({ link: null })
    await sql`update users set disabled_at = now() where id = ${person.userId}`.execute(t.db)
    await refused(user.id, /^There is an account with your email address already/, 409)
  })

  test('whose linked account is disabled: the answer is that of a wrong password', async () => {
    const user = inDiscord()
    const { userId } = (await join(user.id)).json<{ userId: number }>()
    await sql`update users set disabled_at = now() where id = ${userId}`.execute(t.db)
    p.discord.changeUser(user.id, { email: 'another.address@example.org' })
    await refused(user.id, /did not match our records/, 401)
  })

  test('who may not return, by Discord account or email address', async () => {
    const admin = await t.as('admin')
    const user = inDiscord()
    const { userId, emailAddress } = (await join(user.id)).json<{ userId: number; emailAddress: string }>()
    const letGo = await admin.post(`/api/former-members/${userId}/let-go`, { reason: 'Cheated', mayNotReturn: true })
    expect(letGo.statusCode).toBe(200)
    await sql`update users set deleted_at = now(), email = 'gone@example.org' where id = ${userId}`.execute(t.db)
    p.discord.changeUser(user.id, { email: 'fresh.address@example.org' })
    await refused(user.id, /^You can't join here: ask the staff/)
    await refused(inDiscord({ email: emailAddress }).id, /^You can't join here: ask the staff/)
  })

  test('by a state that is unknown, used, of another purpose, or of another tab', async () => {
    const user = inDiscord()
    const by = http()
    const given = await p.agreeToJoin(by, user.id)
    const again = { code: 'bad_request', message: expect.stringContaining('Start again') }
    expect((await by.post(JOIN, { ...given, state: 'made up' })).json()).toMatchObject(again)
    expect((await by.post(JOIN, { ...given, tabSecret: 'of another tab' })).json()).toMatchObject(again)
    expect((await by.post('/api/auth/discord/exchange', given)).json()).toMatchObject(again)
    expect((await by.post(JOIN, await p.agree(by, DOOR, user.id))).json()).toMatchObject(again)
    expect((await by.post(JOIN, given)).statusCode).toBe(200)
    expect((await by.post(JOIN, given)).json()).toMatchObject(again)
  })

  const AWAY = /^Discord does not answer\. Try again in a few minutes\.$/
  test.each([
    ['is away for the code', { path: /oauth2\/token$/, status: 503 }, AWAY, 503],
    ['is away for who it is', { path: /users\/@me$/, status: 500 }, AWAY, 503],
    ['is away for the server', { path: /guilds\/\d+\/member$/, status: 500 }, AWAY, 503],
    ['closes the connection', { path: /guilds\/\d+\/member$/, reset: true }, AWAY, 503],
    ['refuses to say', { path: /guilds\/\d+\/member$/, status: 403, code: 50001 }, AWAY, 503],
    ['talks nonsense', { path: /users\/@me$/, status: 200, body: '<html>hello</html>' }, AWAY, 503],
    ['no longer knows the token', { path: /guilds\/\d+\/member$/, status: 401 }, /^Discord no longer accepts this sign-in/, 400],
    [
      'limits the rate',
      { path: /guilds\/\d+\/member$/, status: 429, body: { message: 'You are being rate limited.', retry_after: 6.2, global: false } },
      /^Discord is busy\. Try again in 7 seconds\.$/,
      503,
    ],
  ])('while Discord %s', async (_what, fault, message, status) => {
    faults.push(p.discord.fail(fault))
    await refused(inDiscord().id, message, status)
  })

  test('beyond so many an hour from one network; what was refused does not count', async () => {
    const by = http()
    for (let count = 0; count < 3; count += 1) expect((await join(inDiscord({}, null).id, by)).statusCode).toBe(403)
    const taken = inDiscord({ email: (await t.addPerson()).emailAddress })
    expect((await join(taken.id, by)).statusCode).toBe(409)
    for (let count = 0; count < JOINED_BY_DISCORD.network; count += 1) expect((await join(inDiscord().id, by)).statusCode).toBe(200)
    const last = inDiscord()
    const over = await join(last.id, by)
    expect([over.statusCode, over.json().message]).toEqual([429, 'Many people have joined with Discord in the last hour. Try again later.'])
    expect((await join(last.id)).statusCode).toBe(200)
  })
})

test('nothing of Discord’s tokens or of the codes is stored or logged', async () => {
  const user = inDiscord()
  const by = http()
  const given = await p.agreeToJoin(by, user.id)
  const token = (await by.post(JOIN, given)).headers['x-idp-token'] as string
  const stored = JSON.stringify([
    await t.db.selectFrom('discord_sign_ins').selectAll().execute(),
    await t.db.selectFrom('audit').selectAll().execute(),
  ])
  for (const secret of [given.code, given.state, given.tabSecret, token]) {
    expect(stored).not.toContain(secret)
    expect(p.lines.join('')).not.toContain(secret)
  }
  expect(p.lines.join('')).not.toContain(user.email)
})
