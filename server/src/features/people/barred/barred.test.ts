import { HEADERS, type CheckedUserFile, type FormerMember, type PageOf, type UserRecord, type WelcomedUser } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBridge, gamePlayer, linkPlayer } from '../../../testing/test-bridge.ts'
import { join as joinBy, makeInvitation } from '../../../testing/test-invitations.ts'
import { startTestPortal, WEB_KEY, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { insertLink } from '../../community/links/links.repo.ts'
import { setDisabled } from '../users/users.service.ts'
import { authorizedWithoutAsking, insertAccount } from '../users/users.port.ts'

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  admin = await t.as('admin')
})
afterAll(() => t.close())

const STEAM = '11000010badbad0'
const LICENSE = 'ABCDEF'
const DISCORD = { discordId: '812345678901234567', username: 'gone', displayName: 'Gone' }

const recordOf = async (userId: number) => (await admin.get(`/api/user/getUser/${userId}`)).json<UserRecord>()
/** Let go and barred; the account is deleted then, so that no identifier is refused because an account has it. */
async function barred(): Promise<Person> {
  const person = await t.addPerson({ name: 'Nuisance' })
  await t.db.updateTable('users').set({ steam_id: STEAM }).where('id', '=', person.userId).execute()
  await t.db.transaction().execute((tx) => insertLink(tx, person.userId, DISCORD, 'page'))
  await t.db.insertInto('player_licenses').values({ user_id: person.userId, license: LICENSE.toLowerCase() }).execute()
  const body = { reason: 'Cheated', mayNotReturn: true }
  expect((await admin.post(`/api/former-members/${person.userId}/let-go`, body)).statusCode).toBe(200)
  await admin.put(`/api/user/state/${person.userId}`, { action: 'delete' })
  await t.db.updateTable('users').set({ email: 'moved@example.com', steam_id: null }).where('id', '=', person.userId).execute()
  return person
}
const barOf = async (by: Http, { userId }: Person) => {
  const { items } = (await by.get('/api/former-members?show=barred&pageSize=100')).json<PageOf<FormerMember>>()
  return items.find((each) => each.userId === userId)!.bar!
}
const liftOf = async (by: Http, person: Person) =>
  by.post(`/api/former-members/${person.userId}/lift-bar`, { barId: (await barOf(by, person)).barId })
const sendFile = async (url: string, payload: string) =>
  t.app.http.inject({
    method: 'POST',
    url,
    headers: { [HEADERS.apiKey]: WEB_KEY, authorization: `Bearer ${(await t.person('admin')).token}`, 'content-type': 'text/csv' },
    payload,
  })
const NEUTRAL = /^This .*can't be .* here: ask the staff of /
const FOR_STAFF = 'Nuisance may not return (The admin: Cheated). Lift that in Former members'

test('someone who may not return is refused at every door, and told nothing but to ask; staff learn who decided it and why', async () => {
  const person = await barred()
  const account = { name: 'New', passwordHash: '', memberships: [], roleIds: [], permissions: [] }
  const join = (over: object) =>
    t.db
      .transaction()
      .execute((tx) => insertAccount(authorizedWithoutAsking(tx), {}, { ...account, emailAddress: 'new@example.com', ...over }))
  await expect(join({ emailAddress: person.emailAddress.toUpperCase() })).rejects.toThrow(NEUTRAL)
  await expect(join({ steamId: STEAM })).rejects.toThrow(NEUTRAL)

  const add = (over: object) =>
    admin.post('/api/user/CreateUserAsync', {
      user: { name: 'New', emailAddress: 'new@example.com', steamId: '', ...over },
      password: 'long enough 1',
    })
  expect((await add({ emailAddress: person.emailAddress })).json()).toMatchObject({ message: FOR_STAFF, field: 'emailAddress' })
  expect((await add({ steamId: STEAM })).json()).toMatchObject({ message: FOR_STAFF, field: 'steamId' })

  const other = await t.addPerson()
  const { name, emailAddress, avatarColor, version } = await recordOf(other.userId)
  const own = { name, emailAddress, steamId: '', avatarColor, version }
  const update = (over: object) => t.http(other.token).put(`/api/user/self/${other.userId}`, { user: { ...own, ...over } })
  for (const over of [{ emailAddress: person.emailAddress }, { steamId: STEAM }]) {
    const refused = (await update(over)).json()
    expect(refused).toMatchObject({ code: 'forbidden', message: expect.stringMatching(NEUTRAL) })
    expect(refused).not.toHaveProperty('field')
    const change = { user: { ...own, userPermissions: [], ...over } }
    expect((await admin.put(`/api/user/UpdateUserAsync/${other.userId}/false`, change)).json()).toMatchObject({ message: FOR_STAFF })
  }

  for (const action of ['restore', 'enable']) {
    // The account was emptied, but its license is still known.
    expect((await admin.put(`/api/user/state/${person.userId}`, { action })).json()).toMatchObject({ message: FOR_STAFF })
  }
  expect((await admin.post(`/api/former-members/${person.userId}/take-back`, {})).json()).toMatchObject({ message: FOR_STAFF })
  await expect(setDisabled(t.db, {}, 'moved@example.com', false)).rejects.toThrow(FOR_STAFF)

  const invitation = await makeInvitation(admin, { places: 2 })
  for (const over of [{ emailAddress: person.emailAddress }, { steamId: STEAM }]) {
    const refused = (await joinBy(t, invitation.code, over)).json()
    expect(refused).toMatchObject({ code: 'forbidden', message: expect.stringMatching(NEUTRAL) })
    expect(refused).not.toHaveProperty('field')
  }
  const file = `name,email,steamHex\nA,${person.emailAddress},\nB,b@example.com,${STEAM}\nC,c@example.com,\n`
  const checked = (await sendFile('/api/user-files/check', file)).json<CheckedUserFile>()
  expect(checked.problems.map(({ row, message }) => [row, message])).toEqual(
    [2, 3].map((row) => [row, 'This person may not return. Lift that in Former members']),
  )
  const { users } = (await sendFile('/api/user-files?accounts=1', file)).json<{ users: WelcomedUser[] }>()
  const welcomed = await t
    .http()
    .post('/api/auth/password-link/use', { code: users[0]?.code, password: 'chosen by the member', steamId: STEAM })
  expect(welcomed.json()).toMatchObject({ code: 'forbidden', message: expect.stringMatching(/^This can't be set here: ask the staff/) })

  const [listed] = (await admin.get('/api/former-members?show=barred')).json<PageOf<FormerMember>>().items
  expect(listed).toMatchObject({
    userId: person.userId,
    bar: { reason: 'Cheated', by: { name: 'The admin' }, identifiers: ['discord', 'email', 'license', 'steam'] },
  })

  const lift = () => admin.post(`/api/former-members/${person.userId}/lift-bar`, { barId: listed!.bar!.barId })
  const answers = await Promise.all([lift(), lift()])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await t.db.selectFrom('bar_identifiers').selectAll().execute()).toEqual([])
  expect((await update({ emailAddress: person.emailAddress })).statusCode).toBe(200)
  expect((await admin.post(`/api/former-members/${person.userId}/take-back`, {})).json()).toEqual({ skipped: [] })
})

test('a former member can be barred afterwards, once, and nobody above or present can', async () => {
  const person = await t.addPerson()
  const bar = (by: Http, { userId }: Person, reason = 'Came back to shout') => by.post(`/api/former-members/${userId}/bar`, { reason })
  expect((await bar(admin, person)).statusCode).toBe(409)
  await admin.post(`/api/former-members/${person.userId}/let-go`, { reason: 'Gone' })
  expect((await bar(await t.as('officer'), person)).statusCode).toBe(403)
  expect((await bar(admin, person, '')).json()).toMatchObject({ field: 'reason' })
  const answers = await Promise.all([bar(admin, person), bar(await t.as('staff'), person)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await admin.post(`/api/former-members/${person.userId}/lift-bar`, { barId: 999_999 })).statusCode).toBe(409)

  const chief = await t.addPerson({ roles: ['Admin'] })
  const root = await t.as('root')
  await root.post(`/api/former-members/${chief.userId}/let-go`, {
    reason: 'Gone',
    mayNotReturn: true,
  })
  expect((await liftOf(root, chief)).statusCode).toBe(200)
  expect((await bar(await t.as('staff'), chief)).statusCode).toBe(403)
})

test('a bar is lifted by nobody below the member who decided it, and the list says so', async () => {
  const person = await t.addPerson()
  const [root, manager] = [await t.as('root'), t.http((await t.addPerson({ permissions: ['MANAGE_MEMBERS'] })).token)]
  await root.post(`/api/former-members/${person.userId}/let-go`, { reason: 'Cheated', mayNotReturn: true })
  for (const below of [manager, await t.as('staff'), admin]) {
    expect((await barOf(below, person)).mayLift).toBe(false)
    const refused = await liftOf(below, person)
    expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('The root, who is above you, decided')])
  }
  expect((await barOf(root, person)).mayLift).toBe(true)
  expect((await liftOf(root, person)).statusCode).toBe(200)

  expect((await (await t.as('staff')).post(`/api/former-members/${person.userId}/bar`, { reason: 'Again' })).statusCode).toBe(200)
  expect((await liftOf(manager, person)).statusCode, 'staff are above').toBe(403)
  expect((await liftOf(admin, person)).statusCode, 'an admin is above staff').toBe(200)
})

test('the license that a member plays with is remembered, and sends them away once they may not return, under another account too', async () => {
  const [person, second] = [await t.addPerson(), await t.addPerson()]
  await linkPlayer(t, person.userId, 41)
  await linkPlayer(t, second.userId, 42)
  const player = (source: number, license: string) => {
    const made = gamePlayer(source)
    return { ...made, identifiers: { ...made.identifiers, license } }
  }
  const bridge = await connectBridge(t)
  await bridge.hello({ players: [player(41, 'same-license')], knows: ['player.barred'] })
  expect((await t.http(person.token).get(`/api/user/export/${person.userId}`)).json()).toMatchObject({
    gameLicenses: [{ license: 'same-license' }],
  })
  await admin.post(`/api/former-members/${person.userId}/let-go`, { reason: 'Cheated', mayNotReturn: true })
  await bridge.say('player.joined', player(42, 'same-license'))
  expect(await bridge.receive('kick')).toMatchObject({ steam: gamePlayer(42).identifiers.steam })
  // Steam is not running.
  await bridge.say('player.joined', { source: 43, name: 'Nobody', identifiers: { license: 'same-license' } })
  expect(await bridge.receive('player.barred', ({ source }) => source === 43)).toMatchObject({ identifiers: { license: 'same-license' } })
})
