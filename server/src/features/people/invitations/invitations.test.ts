import type { Invitation, InvitationOffer, PageOf } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statementsDuring } from '../../../testing/test-statements.ts'
import { age, inDays, join, makeInvitation, newcomer, rankId } from '../../../testing/test-invitations.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { FAILED_JOINS } from '../../../platform/limits/limits.ts'
import { TAKEN_AN_HOUR } from './invitations.tries.ts'

const LSPD = 2
const STEAM = '11000010000abcd'
const NOT_VALID = { code: 'not_found', field: 'code', message: expect.stringContaining('not valid') }

let t: TestPortal
let admin: Http
let officerRank: number
let sergeantRank: number
beforeAll(async () => {
  t = await startTestPortal({ portalUrl: 'https://portal.example.com' })
  admin = await t.as('admin')
  officerRank = await rankId(t, 'Officer II')
  sergeantRank = await rankId(t, 'Sergeant')
})
afterAll(() => t.close())

let address = 0
/** Callers of one address share their limit of wrong codes. */
const anyone = () => t.http(undefined, undefined, { address: `10.0.${(address += 1) >> 8}.${address & 255}` })
const look = (code: string, http = anyone()) => http.post('/api/invitations/look', { code })
const listed = async (invitationId: number, show = 'all') =>
  (await admin.get(`/api/invitations?show=${show}`)).json<PageOf<Invitation>>().items.find((each) => each.invitationId === invitationId)
const actions = async (subjectId: number) =>
  (
    await t.db
      .selectFrom('audit')
      .selectAll()
      .where('subject_type', '=', 'invitation')
      .where('subject_id', '=', String(subjectId))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)
const accept = (person: Person, code: string) => t.http(person.token).post('/api/invitations/accept', { code })
const meOf = async (person: Person) => (await t.http(person.token).get('/api/auth/me')).json()
const waitingOf = async () => (await t.db.selectFrom('streams').select('seq').where('key', '=', 'waiting:0').executeTakeFirst())?.seq ?? 0

test.each([
  [{ places: 0 }, 'places'],
  [{ places: 501 }, 'places'],
  [{ expiresAt: inDays(-1) }, 'expiresAt'],
  [{ expiresAt: inDays(91) }, 'expiresAt'],
  [{ rankId: 1 }, 'rankId'],
  [{ departmentId: 999_999 }, 'departmentId'],
  [{ departmentId: LSPD, rankId: 999_999 }, 'rankId'],
])('an invitation with %j is refused at its field', async (input, field) => {
  const response = await admin.post('/api/invitations', { expiresAt: inDays(7), ...input })
  expect([response.statusCode, response.json().field]).toEqual([400, field])
})

test('someone joins by a link: with department, rank and whitelist, signed in, and listed', async () => {
  const input = { departmentId: LSPD, rankId: officerRank, whitelists: ['prod' as const], places: 20, note: 'Recruiting' }
  const { invitation, code, link } = await makeInvitation(admin, input)
  expect(code).toMatch(/^([A-Z2-9]{4}-){6}[A-Z2-9]{4}$/)
  expect(link).toBe(`https://portal.example.com/login/join#${code}`)
  expect(invitation).toMatchObject({
    state: 'open',
    used: 0,
    places: 20,
    note: 'Recruiting',
    department: { name: 'LSPD' },
    rank: { rankName: 'Officer II' },
  })
  expect(JSON.stringify(await t.db.selectFrom('invitations').selectAll().execute()), 'only the hash is kept').not.toContain(code)

  const offer = (await look(code.toLowerCase().replaceAll('-', ' '))).json<InvitationOffer>()
  expect(offer).toMatchObject({
    communityName: 'My Community',
    department: { departmentId: LSPD },
    placesLeft: 20,
    steamHex: { isRequired: true, for: ['prod'] },
    conduct: null,
    member: null,
  })
  expect((await join(t, code)).json()).toMatchObject({ code: 'invalid_input', field: 'steamId' })
  const response = await join(t, code, { name: 'Nora New', steamId: STEAM.toUpperCase() })
  expect(response.json()).toMatchObject({
    name: 'Nora New',
    steamId: STEAM,
    isWhitelisted: true,
    isWhitelistedDev: false,
    roles: [],
    userPermissions: [],
    userDepartments: [{ departmentId: LSPD, isPrimary: true, rankName: 'Officer II' }],
  })
  const signedIn = t.http(response.headers['x-idp-token'] as string)
  const { userId } = (await signedIn.get('/api/auth/me')).json()
  expect(userId).toBe(response.json().userId)

  expect(await listed(invitation.invitationId)).toMatchObject({ used: 1, latestUses: [{ userId, name: 'Nora New', isNew: true }] })
  const uses = (await admin.get(`/api/invitations/${invitation.invitationId}/uses`)).json()
  expect(uses).toMatchObject({ total: 1, items: [{ userId, name: 'Nora New' }] })
  expect(await actions(invitation.invitationId)).toEqual(['invitation.created', 'invitation.used'])
  const audit = JSON.stringify(await t.db.selectFrom('audit').selectAll().execute())
  expect(audit).not.toContain(code)
  expect((await signedIn.get(`/api/user/export/${userId}`)).json().invitations).toMatchObject([{ madeBy: 'The admin', isNew: true }])
})

test('pages that list invitations are told of each that is made, used or ended', async () => {
  const room = await watchRoom(t, (await t.person('admin')).token, 'invitations', {})
  const told = async () => (await room.received()).length
  const { invitation, code } = await makeInvitation(admin, { places: 2 })
  expect(await room.received()).toEqual([{ event: 'invitations.changed', payload: {} }])
  expect((await join(t, code)).statusCode).toBe(200)
  expect(await told()).toBe(1)
  expect((await accept(await t.addPerson(), code)).statusCode, 'there is nothing to gain').toBe(403)
  expect([(await look(code)).statusCode, await told()], 'nothing was used').toEqual([200, 0])
  expect((await admin.post(`/api/invitations/${invitation.invitationId}/end`)).statusCode).toBe(200)
  expect(await told()).toBe(1)
})

test('where PORTAL_URL is not set, the code comes without a link', async () => {
  const bare = await startTestPortal()
  try {
    const { link, code } = await makeInvitation(await bare.as('admin'))
    expect(link).toBeNull()
    expect((await join(bare, code)).statusCode).toBe(200)
  } finally {
    await bare.close()
  }
})

test('looking uses nothing up, and codes that are unknown, ended, expired or used up get one answer', async () => {
  const [ended, expired, used] = [await makeInvitation(admin), await makeInvitation(admin), await makeInvitation(admin)]
  for (const { code } of [ended, expired, used]) expect((await look(code)).json()).toMatchObject({ placesLeft: 1 })
  expect((await look(used.code)).json()).toMatchObject({ placesLeft: 1 })
  expect((await admin.post(`/api/invitations/${ended.invitation.invitationId}/end`)).json()).toMatchObject({
    state: 'ended',
    ended: { by: { name: 'The admin' } },
  })
  await age(t, expired.code, 8)
  expect((await join(t, used.code)).statusCode).toBe(200)
  const codes = [ended.code, expired.code, used.code, 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA', 'x']
  const answers: Record<string, unknown>[] = []
  for (const code of codes) {
    const { result, statements } = await statementsDuring(/invitations/, () => look(code))
    expect(statements).toHaveLength(1)
    answers.push({ ...result.json(), statements })
  }
  expect(new Set(answers.map(({ requestId: _, ...answer }) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject(NOT_VALID)
  for (const { code } of [ended, expired, used]) expect((await join(t, code, {}, '10.1.0.1')).json()).toMatchObject(NOT_VALID)
  expect(await listed(expired.invitation.invitationId, 'over')).toMatchObject({ state: 'expired' })
  expect(await listed(used.invitation.invitationId, 'over')).toMatchObject({ state: 'used' })
  expect(await listed(used.invitation.invitationId, 'current')).toBeUndefined()
})

test('of two people at the last place at once, one joins, and the other gets the answer of a used link', async () => {
  const { invitation, code } = await makeInvitation(admin)
  const both = await Promise.all([join(t, code, {}, '10.2.0.1'), join(t, code, {}, '10.2.0.2')])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(both.find(({ statusCode }) => statusCode === 404)?.json()).toMatchObject(NOT_VALID)
  expect((await admin.get(`/api/invitations/${invitation.invitationId}/uses`)).json().total).toBe(1)
})

test('a link that is ended while the form is open lets nobody in', async () => {
  const { invitation, code } = await makeInvitation(admin, { places: 5 })
  expect((await look(code)).statusCode).toBe(200)
  await admin.post(`/api/invitations/${invitation.invitationId}/end`)
  const before = await t.db.selectFrom('users').select('id').execute()
  const response = await join(t, code, {}, '10.3.0.1')
  expect([response.statusCode, response.headers['x-idp-token']]).toEqual([404, undefined])
  expect(await t.db.selectFrom('users').select('id').execute()).toEqual(before)
})

test('guessing codes is slowed down for the guesser, and for nobody else', async () => {
  const guesser = t.http(undefined, undefined, { address: '10.4.0.1' })
  const statuses: number[] = []
  for (let i = 0; i < 8; i += 1) statuses.push((await look('wrong', guesser)).statusCode)
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 429])
  const { code } = await makeInvitation(admin, { places: 2 })
  expect((await guesser.post('/api/invitations/join', { code, ...newcomer() })).statusCode, 'the right code too').toBe(429)
  expect((await join(t, code, {}, '10.4.0.2')).statusCode).toBe(200)
})

test('the holder of a link can’t send wrong forms without end, each of which costs the hash of a password', async () => {
  const { code } = await makeInvitation(admin, { whitelists: ['prod'], places: 3 })
  const address = '10.4.1.1'
  expect((await join(t, code, { steamId: '110000100000001' }, address)).statusCode).toBe(200)
  const statuses = new Set<number>()
  for (let sent = 0; sent < FAILED_JOINS; sent += 1) statuses.add((await join(t, code, {}, address)).statusCode)
  expect([...statuses], 'the whitelist needs a Steam hex').toEqual([400])
  expect((await join(t, code, { steamId: '110000100000002' }, address)).statusCode).toBe(429)
  expect((await join(t, code, { steamId: '110000100000002' }, '10.4.1.2')).statusCode).toBe(200)
})

describe('an email address or Steam hex that another account has', () => {
  test('is said to holders of a valid link, and uses nothing up', async () => {
    const { code } = await makeInvitation(admin)
    const taken = await join(t, code, { emailAddress: (await t.person('member')).emailAddress.toUpperCase() }, '10.5.0.1')
    expect([taken.statusCode, taken.json().field]).toEqual([409, 'emailAddress'])
    expect((await join(t, code, {}, '10.5.0.1')).statusCode).toBe(200)
  })

  test('only a few times a network and link', async () => {
    const { code } = await makeInvitation(admin, { places: 5 })
    const { emailAddress } = await t.person('member')
    const statuses: number[] = []
    for (let i = 0; i < TAKEN_AN_HOUR.network + 2; i += 1) statuses.push((await join(t, code, { emailAddress }, '10.5.0.2')).statusCode)
    expect(statuses).toEqual([...Array<number>(TAKEN_AN_HOUR.network).fill(409), 429, 429])
    expect((await join(t, code, {}, '10.5.0.2')).statusCode, 'a free address too, which would otherwise stand out').toBe(429)
    expect((await join(t, code, {}, '10.5.0.3')).statusCode).toBe(200)
  })
})

describe('a signed-in member', () => {
  test('is offered the invitation as themselves, and gets department and rank by accepting it, once', async () => {
    const person = await t.addPerson()
    const { code } = await makeInvitation(admin, { departmentId: LSPD, rankId: officerRank, places: 5 })
    const offer = (await look(code, t.http(person.token))).json<InvitationOffer>()
    expect(offer.member).toMatchObject({ gains: ['LSPD', 'the rank Officer II in LSPD'], refusal: null })
    expect((await accept(person, code)).json()).toMatchObject({
      userDepartments: [{ departmentId: LSPD, rankName: 'Officer II', isPrimary: true }],
    })
    expect((await accept(person, code)).json()).toMatchObject({ code: 'forbidden', message: 'You have used this invitation already' })
    expect((await look(code)).json().placesLeft).toBe(4)
  })

  test('keeps a higher rank, and uses nothing up where there is nothing to gain', async () => {
    const sergeant = await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }] })
    const { code } = await makeInvitation(admin, { departmentId: LSPD, rankId: officerRank })
    const before = await meOf(sergeant)
    expect((await look(code, t.http(sergeant.token))).json().member).toMatchObject({
      gains: [],
      refusal: expect.stringContaining('already'),
    })
    expect((await accept(sergeant, code)).statusCode).toBe(403)
    expect(await meOf(sergeant)).toEqual(before)
    expect((await look(code)).json().placesLeft).toBe(1)
  })

  test('of a lower rank is raised, stays in other departments, and is put on the whitelist with a Steam hex', async () => {
    const departments = [
      { name: 'CIV', isPrimary: true },
      { name: 'LSPD', rank: 'Officer II', isPrimary: false },
    ]
    const person = await t.addPerson({ departments })
    const { code } = await makeInvitation(admin, { departmentId: LSPD, rankId: sergeantRank, whitelists: ['prod', 'dev'] })
    expect((await accept(person, code)).json().message).toContain('needs a Steam hex')
    await t.db.updateTable('users').set({ steam_id: '11000010000abce' }).where('id', '=', person.userId).execute()
    const me = (await accept(person, code)).json()
    expect(me).toMatchObject({ isWhitelisted: true, isWhitelistedDev: true })
    expect(me.userDepartments.map(({ department, rankName, isPrimary }: never) => [department['name'], rankName, isPrimary])).toEqual([
      ['CIV', null, true],
      ['LSPD', 'Sergeant', false],
    ])
    const authors = await t.db.selectFrom('rank_changes').select('author_id').where('user_id', '=', person.userId).execute()
    expect(authors).toEqual([{ author_id: (await t.person('admin')).userId }])
  })

  test('can’t use their own invitation, whatever their role', async () => {
    const root = await t.person('root')
    const { code } = await makeInvitation(t.http(root.token), { departmentId: LSPD })
    expect((await accept(root, code)).json()).toMatchObject({ code: 'forbidden', message: expect.stringContaining('your own invitation') })
  })

  test('whose account is above the maker’s gets nothing by it, and it stays open for others', async () => {
    const maker = await t.addPerson({ permissions: ['MANAGE_USERS'] })
    const { code } = await makeInvitation(t.http(maker.token), { departmentId: LSPD })
    expect((await accept(await t.person('staff'), code)).json().message).toContain('below yours')
    expect((await accept(await t.person('civilian'), code)).statusCode).toBe(200)
  })

  test('who accepts the last place twice at once gets it once', async () => {
    const person = await t.addPerson()
    const { code } = await makeInvitation(admin, { departmentId: LSPD, places: 2 })
    const both = await Promise.all([accept(person, code), accept(person, code)])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403])
    expect((await look(code)).json().placesLeft).toBe(1)
  })
})

describe('the maker’s rights are checked at making and at each use', () => {
  const sergeants = { departmentId: LSPD, places: 5 }
  beforeAll(async () => {
    await t.db
      .updateTable('ranks')
      .set({ capabilities: ['approveReports'] })
      .where('id', '=', sergeantRank)
      .execute()
  })

  test('who may not give a rank makes no invitation for it', async () => {
    const maker = await t.addPerson({ permissions: ['MANAGE_USERS'] })
    const response = await t.http(maker.token).post('/api/invitations', { ...sergeants, rankId: sergeantRank, expiresAt: inDays(7) })
    expect(response.json()).toMatchObject({ code: 'forbidden', field: 'rankId' })
    expect((await makeInvitation(t.http(maker.token), { ...sergeants, rankId: officerRank })).invitation.state).toBe('open')
  })

  const LOSSES = {
    'may no longer create accounts': (userId: number) => t.db.deleteFrom('user_permissions').where('user_id', '=', userId).execute(),
    'is disabled': (userId: number) => t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', userId).execute(),
    'is deleted': (userId: number) => t.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', userId).execute(),
    'has lost their own rank': (userId: number) =>
      t.db.updateTable('user_departments').set({ rank_id: null }).where('user_id', '=', userId).execute(),
  }
  test.each(Object.entries(LOSSES))(
    'an invitation is paused once its maker %s, admins are told, and one of them resumes it',
    async (_what, lose) => {
      const maker = await t.addPerson({ permissions: ['MANAGE_USERS'], departments: [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }] })
      const { invitation, code } = await makeInvitation(t.http(maker.token), { ...sergeants, rankId: sergeantRank })
      expect((await join(t, code)).statusCode).toBe(200)
      await lose(maker.userId)
      const told = await waitingOf()
      const refused = await join(t, code)
      expect(refused.json()).toMatchObject({ code: 'conflict', field: 'code', message: expect.stringContaining('paused') })
      expect((await look(code)).json()).toMatchObject({ code: 'conflict', field: 'code' })
      expect((await accept(await t.addPerson(), code)).statusCode).toBe(409)
      expect(await waitingOf()).toBeGreaterThan(told)
      expect(await listed(invitation.invitationId, 'current')).toMatchObject({
        state: 'paused',
        used: 1,
        pausedBecause: expect.any(String),
      })
      expect(await actions(invitation.invitationId)).toEqual(['invitation.created', 'invitation.used', 'invitation.paused'])

      const other = await t.addPerson({ permissions: ['MANAGE_USERS'] })
      const resume = (http: Http) => http.post(`/api/invitations/${invitation.invitationId}/resume`, {})
      expect((await resume(t.http(other.token))).json()).toMatchObject({ code: 'forbidden' })
      expect((await resume(admin)).json()).toMatchObject({
        state: 'open',
        madeBy: { userId: maker.userId },
        answeredForBy: { name: 'The admin' },
      })
      expect((await resume(admin)).statusCode).toBe(409)
      expect((await join(t, code)).statusCode).toBe(200)
    },
  )

  test('an invitation is paused once its rank has a capability that its maker could not give', async () => {
    const maker = await t.addPerson({ permissions: ['MANAGE_USERS'] })
    const { invitation, code } = await makeInvitation(t.http(maker.token), { ...sergeants, rankId: officerRank })
    const person = await t.addPerson()
    await t.db
      .updateTable('ranks')
      .set({ capabilities: ['seeLookups'] })
      .where('id', '=', officerRank)
      .execute()
    expect((await accept(person, code)).statusCode).toBe(409)
    await t.db.updateTable('ranks').set({ capabilities: [] }).where('id', '=', officerRank).execute()
    expect(await listed(invitation.invitationId)).toMatchObject({
      state: 'paused',
      used: 0,
      pausedBecause: expect.stringContaining('It lets them'),
    })
    expect((await meOf(person)).userDepartments).toEqual([])
  })

  test('an invitation is paused once its department is retired', async () => {
    const { id } = await t.db
      .insertInto('departments')
      .values({ name: 'GONE', full_name: 'Gone', type: 'Other', is_cad_enabled: false, sort_order: 99 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { invitation, code } = await makeInvitation(admin, { departmentId: id })
    await t.db.updateTable('departments').set({ retired_at: new Date() }).where('id', '=', id).execute()
    expect((await join(t, code)).statusCode).toBe(409)
    expect(await listed(invitation.invitationId)).toMatchObject({ pausedBecause: 'GONE is retired' })
  })
})

test('who joins accepts the code of conduct in its current version', async () => {
  const { code } = await makeInvitation(admin, { places: 2 })
  const publish = (text: string, version: number) => admin.post('/api/conduct', { text, version })
  expect((await publish('Be kind', 0)).statusCode).toBe(200)
  expect((await look(code)).json().conduct).toEqual({ number: 1, text: 'Be kind' })
  expect((await join(t, code)).json()).toMatchObject({ code: 'invalid_input', field: 'conduct' })
  await publish('Be kind, always', 1)
  expect((await join(t, code, { conduct: 1 })).json()).toMatchObject({ code: 'conflict', field: 'conduct' })
  const response = await join(t, code, { conduct: 2 })
  const { acceptedAt } = (await t.http(response.headers['x-idp-token'] as string).get('/api/conduct')).json()
  expect(acceptedAt).toEqual(expect.any(String))
  expect((await look(code)).json().placesLeft).toBe(1)
})
