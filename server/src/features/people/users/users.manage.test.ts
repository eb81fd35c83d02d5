import { setTimeout as sleep } from 'node:timers/promises'
import type { UserRecord } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextEvent, startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'

const PASSWORD = 'a long enough password'
const ROLE = { root: 1, admin: 2, staff: 5, legal: 7 } as const

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  admin = await t.as('admin')
})
afterAll(() => t.close())

const holding = async (...permissions: 'MANAGE_USERS'[]) => t.http((await t.addPerson({ permissions })).token)
const recordOf = async (userId: number): Promise<UserRecord> => (await (await t.as('root')).get(`/api/user/getUser/${userId}`)).json()
const audits = async (userId: number, action: string) =>
  t.db
    .selectFrom('audit')
    .selectAll()
    .where('subject_type', '=', 'user')
    .where('subject_id', '=', String(userId))
    .where('action', '=', action)
    .execute()
const countUsers = async () => (await t.db.selectFrom('users').select('id').execute()).length
const rankId = async (departmentId: number, name: string) =>
  (await t.db.selectFrom('ranks').select('id').where('department_id', '=', departmentId).where('name', '=', name).executeTakeFirstOrThrow())
    .id

const statusesOf = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)

/** A body that changes nothing of an account except what is given. */
const changeOf = (record: UserRecord, change: Record<string, unknown> = {}) => ({
  user: {
    name: record.name,
    emailAddress: record.emailAddress,
    steamId: record.steamId ?? '',
    userDepartments: record.userDepartments.map(({ departmentId, rankId: rank, isPrimary }) => ({ departmentId, rankId: rank, isPrimary })),
    userPermissions: record.userPermissions,
    version: record.version,
    ...change,
  },
})
const update = async (http: Http, person: Pick<Person, 'userId'>, change: Record<string, unknown> = {}, withDepartments = false) =>
  http.put(`/api/user/UpdateUserAsync/${person.userId}/${withDepartments}`, changeOf(await recordOf(person.userId), change))

test.each([
  ['left out', {}],
  ['empty', { password: '' }],
  ['null', { password: null }],
])(
  'an account can be sent back as it was answered, its departments too, with the password %s: nothing changes',
  async (_what, password) => {
    const person = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
    const record = await recordOf(person.userId)
    expect(record.steamId).toBeNull()
    const response = await admin.put(`/api/user/UpdateUserAsync/${person.userId}/true`, { user: record, ...password })
    expect(response.statusCode).toBe(200)
    const { userDepartments, steamId } = response.json<UserRecord>()
    expect({ userDepartments, steamId }).toEqual({ userDepartments: record.userDepartments, steamId: null })
    expect(await audits(person.userId, 'user.password-reset')).toEqual([])
    const own = await t
      .http(person.token)
      .put(`/api/user/self/${person.userId}`, { user: response.json(), ...password, currentPassword: null })
    expect(own.statusCode).toBe(200)
  },
)

test.each([
  ['short', 'A password has at least 10 characters'],
  ['x'.repeat(201), 'A password has at most 200 characters'],
  [7, 'A password is a text'],
])('an invalid password is refused with its reason', async (password, message) => {
  const person = await t.addPerson({})
  const response = await admin.put(`/api/user/UpdateUserAsync/${person.userId}/false`, { user: await recordOf(person.userId), password })
  expect(response.json()).toMatchObject({ code: 'invalid_input', field: 'password', message })
})

test('a rank that is changed with the account is in the history of ranks, with the actor’s name', async () => {
  const person = await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Officer I', isPrimary: true }] })
  const promoted = [{ departmentId: 2, rankId: await rankId(2, 'Sergeant'), isPrimary: true }]
  expect((await update(admin, person, { userDepartments: promoted }, true)).statusCode).toBe(200)
  const history = await t.db.selectFrom('rank_changes').select(['author_id', 'kind']).where('user_id', '=', person.userId).execute()
  expect(history).toEqual([{ author_id: (await t.person('admin')).userId, kind: 'promotion' }])
})

describe('creating an account', () => {
  const body = (user: Record<string, unknown> = {}) => ({
    user: { name: 'Rosa Diaz', emailAddress: `rosa${Math.random()}@example.com`, ...user },
    password: PASSWORD,
  })
  const create = (http: Http, user: Record<string, unknown> = {}) => http.post('/api/user/CreateUserAsync', body(user))

  test('with departments, ranks, a role and permissions; the new member can sign in', async () => {
    const response = await create(admin, {
      emailAddress: 'Rosa@Example.com',
      steamId: '11000011ABCDEF0',
      avatarColor: 'violet',
      userDepartments: [
        { departmentId: 2, rankId: await rankId(2, 'Sergeant'), isPrimary: true },
        { departmentId: 7, rankId: null, isPrimary: false },
      ],
      roleIds: [ROLE.staff],
      userPermissions: ['MANAGE_SERVERS'],
    })
    expect(response.statusCode).toBe(200)
    const record: UserRecord = response.json()
    expect(record).toMatchObject({ name: 'Rosa Diaz', emailAddress: 'Rosa@Example.com', steamId: '11000011abcdef0', avatarColor: 'violet' })
    expect(record.userDepartments.map(({ department, rankName, isPrimary }) => [department.name, rankName, isPrimary])).toEqual([
      ['LSPD', 'Sergeant', true],
      ['CIV', null, false],
    ])
    expect(record.roles.map(({ name }) => name)).toEqual(['Staff'])
    expect(record.userPermissions).toEqual(['MANAGE_SERVERS'])
    expect(response.body).not.toContain('argon2')
    const [audited] = await audits(record.userId, 'user.created')
    expect(audited).toMatchObject({ actor_id: (await t.person('admin')).userId, after: { name: 'Rosa Diaz', roles: ['Staff'] } })
    expect(JSON.stringify(audited)).not.toMatch(/argon2|a long enough/)
    const signIn = await t.http().post('/api/auth/login', { emailAddress: 'rosa@example.COM', password: PASSWORD })
    expect(signIn.statusCode).toBe(200)
  })

  test('is refused to staff, legal, members and callers who are not signed in', async () => {
    for (const role of ['staff', 'legal', 'member', 'developer'] as const) expect((await create(await t.as(role))).statusCode).toBe(403)
    expect((await create(t.http())).statusCode).toBe(401)
  })

  test('with a role that is not below the creator is refused, and creates nothing', async () => {
    const before = await countUsers()
    for (const roleId of [ROLE.root, ROLE.admin]) expect((await create(admin, { roleIds: [roleId] })).statusCode).toBe(403)
    expect((await create(await holding('MANAGE_USERS'), { roleIds: [ROLE.legal] })).statusCode).toBe(403)
    expect(await countUsers()).toBe(before + 1)
    expect((await create(await t.as('root'), { roleIds: [ROLE.root] })).statusCode).toBe(200)
  })

  test('below Admin, an actor can only give permissions that they hold', async () => {
    const http = await holding('MANAGE_USERS')
    const refused = await create(http, { userPermissions: ['MANAGE_SERVERS'] })
    expect([refused.statusCode, refused.json().field]).toEqual([403, 'userPermissions'])
    expect((await create(http, { userPermissions: ['MANAGE_USERS'] })).statusCode).toBe(200)
  })

  test.each([
    ['user.name', { name: ' ' }],
    ['user.emailAddress', { emailAddress: 'nobody' }],
    ['user.steamId', { steamId: '1234' }],
    ['user.userDepartments', { userDepartments: [2, 3].map((departmentId) => ({ departmentId, rankId: null, isPrimary: true })) }],
    ['userDepartments.0.departmentId', { userDepartments: [{ departmentId: 99, rankId: null, isPrimary: true }] }],
    ['userDepartments.0.rankId', { userDepartments: [{ departmentId: 2, rankId: 9999, isPrimary: true }] }],
    ['roleIds.1', { roleIds: [ROLE.staff, 999] }],
  ])('bad input at %s is named, and nothing is created', async (field, user) => {
    const before = await countUsers()
    const response = await create(admin, user)
    expect([response.statusCode, response.json().field]).toEqual([400, field])
    expect(await countUsers()).toBe(before)
  })

  test('a rank of another department and a retired rank or department are refused by name', async () => {
    const elsewhere = await create(admin, {
      userDepartments: [
        { departmentId: 7, rankId: null, isPrimary: false },
        { departmentId: 2, rankId: await rankId(3, 'Deputy'), isPrimary: true },
      ],
    })
    expect([elsewhere.statusCode, elsewhere.json().field]).toEqual([400, 'userDepartments.1.rankId'])
    const { id } = await t.db
      .insertInto('departments')
      .values({ name: 'OLD', full_name: 'Old', type: 'Other', retired_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const retired = await create(admin, { userDepartments: [{ departmentId: id, rankId: null, isPrimary: true }] })
    expect(retired.json()).toMatchObject({ code: 'invalid_input', field: 'userDepartments.0.departmentId', message: 'OLD is retired' })
  })

  test('a short password is named', async () => {
    const response = await admin.post('/api/user/CreateUserAsync', { ...body(), password: 'short' })
    expect([response.statusCode, response.json().field]).toEqual([400, 'password'])
  })

  test('two at once with the same email address in another case, or the same Steam hex: one is made', async () => {
    const emails = await Promise.all([
      create(admin, { emailAddress: 'same@example.com' }),
      create(admin, { emailAddress: 'SAME@example.com' }),
    ])
    expect(statusesOf(emails)).toEqual([200, 409])
    expect(emails.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ field: 'emailAddress' })
    const root = await t.as('root')
    const hexes = await Promise.all([create(admin, { steamId: '110000155555555' }), create(root, { steamId: '110000155555555' })])
    expect(statusesOf(hexes)).toEqual([200, 409])
    expect(hexes.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ field: 'steamId' })
  })
})

describe('reading an account', () => {
  test('users read their own account, and administrators every account that is not above them', async () => {
    const member = await t.person('member')
    expect((await t.http(member.token).get(`/api/user/getUser/${member.userId}`)).json()).toMatchObject({
      name: 'The member',
      isDisabled: false,
    })
    expect((await admin.get(`/api/user/getUser/${member.userId}`)).statusCode).toBe(200)
    expect((await admin.get(`/api/user/getUser/${(await t.person('root')).userId}`)).statusCode).toBe(403)
    expect((await t.http(member.token).get(`/api/user/getUser/${(await t.person('officer')).userId}`)).statusCode).toBe(403)
    expect((await (await holding('MANAGE_USERS')).get(`/api/user/getUser/${(await t.person('staff')).userId}`)).statusCode).toBe(403)
    expect((await admin.get('/api/user/getUser/999999')).statusCode).toBe(404)
    expect((await admin.get('/api/user/getUser/nobody')).statusCode).toBe(400)
  })
})

describe('changing an account', () => {
  test('is audited with only what changed, and raises the version once', async () => {
    const person = await t.addPerson({ name: 'Amy', departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
    const before = await recordOf(person.userId)
    const response = await update(
      admin,
      person,
      {
        name: 'Amy Santiago',
        userDepartments: [
          { departmentId: 2, rankId: await rankId(2, 'Sergeant'), isPrimary: false },
          { departmentId: 5, rankId: null, isPrimary: true },
        ],
        userPermissions: ['MANAGE_MEMBERS'],
      },
      true,
    )
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ name: 'Amy Santiago', version: before.version + 1, userPermissions: ['MANAGE_MEMBERS'] })
    const [audited] = await audits(person.userId, 'user.changed')
    expect(audited?.before).toEqual({
      name: 'Amy',
      userDepartments: [{ department: 'LSPD', rank: 'Cadet', isPrimary: true }],
      userPermissions: [],
    })
    expect(audited?.after).toMatchObject({ name: 'Amy Santiago', userPermissions: ['MANAGE_MEMBERS'] })
    expect(Object.keys((audited?.after ?? {}) as object).sort()).toEqual(['name', 'userDepartments', 'userPermissions'])
  })

  test('leaves departments alone unless requested, and is not audited if nothing changed', async () => {
    const person = await t.addPerson({ departments: [{ name: 'FIRE', isPrimary: true }] })
    const response = await update(admin, person, { userDepartments: [] })
    expect(response.json().userDepartments).toHaveLength(1)
    expect(await audits(person.userId, 'user.changed')).toHaveLength(0)
    expect((await update(admin, person, { userDepartments: [] }, true)).json().userDepartments).toEqual([])
  })

  test('is refused for accounts above the actor, and for permissions that the actor does not hold', async () => {
    const staff = await t.addPerson({ roles: ['Staff'] })
    expect((await update(admin, await t.person('root'), { name: 'Nobody' })).statusCode).toBe(403)
    expect((await update(await holding('MANAGE_USERS'), staff, { name: 'Nobody' })).statusCode).toBe(403)
    expect((await update(await t.as('staff'), await t.person('member'), { name: 'Nobody' })).statusCode).toBe(403)
    const member = await t.addPerson()
    expect((await update(await holding('MANAGE_USERS'), member, { userPermissions: ['DISCORD_ADMIN'] })).json()).toMatchObject({
      code: 'forbidden',
      field: 'userPermissions',
    })
    expect((await recordOf(staff.userId)).name).not.toBe('Nobody')
  })

  test('below Admin, nobody takes over an account that may do what they may not', async () => {
    const powerful = await t.addPerson({ permissions: ['DISCORD_ADMIN'] })
    const http = await holding('MANAGE_USERS')
    expect((await update(http, powerful, { emailAddress: 'mine@example.com' })).statusCode).toBe(403)
    expect((await update(http, powerful, { name: 'Renamed' })).statusCode).toBe(200)
    const record = await recordOf(powerful.userId)
    const reset = await http.put(`/api/user/UpdateUserAsync/${powerful.userId}/false`, { ...changeOf(record), password: PASSWORD })
    expect(reset.statusCode).toBe(403)
  })

  test('a new password ends the sessions and is not in the audit; accounts above keep theirs', async () => {
    const person = await t.addPerson()
    const record = await recordOf(person.userId)
    const path = `/api/user/UpdateUserAsync/${person.userId}/false`
    expect((await admin.put(path, { ...changeOf(record), password: PASSWORD })).statusCode).toBe(200)
    expect((await t.http(person.token).get('/api/auth/me')).statusCode).toBe(401)
    expect(await audits(person.userId, 'user.password-reset')).toHaveLength(1)
    expect((await t.http().post('/api/auth/login', { emailAddress: person.emailAddress, password: PASSWORD })).statusCode).toBe(200)
    const root = await t.person('root')
    const refused = await admin.put(`/api/user/UpdateUserAsync/${root.userId}/false`, {
      ...changeOf(await recordOf(root.userId)),
      password: PASSWORD,
    })
    expect(refused.statusCode).toBe(403)
    expect((await t.http(root.token).get('/api/auth/me')).statusCode).toBe(200)
  })

  test("the actor's own password can't be set this way", async () => {
    const { userId } = await t.person('admin')
    const response = await admin.put(`/api/user/UpdateUserAsync/${userId}/false`, {
      ...changeOf(await recordOf(userId)),
      password: PASSWORD,
    })
    expect([response.statusCode, response.json().field]).toEqual([400, 'password'])
  })

  test('bad input and taken addresses are named and change nothing', async () => {
    const person = await t.addPerson({ name: 'As before' })
    const other = await t.addPerson()
    const taken = await update(admin, person, { name: 'Changed', emailAddress: other.emailAddress.toUpperCase() })
    expect([taken.statusCode, taken.json().field]).toEqual([409, 'emailAddress'])
    const bad = await update(
      admin,
      person,
      { name: 'Changed', userDepartments: [{ departmentId: 2, rankId: 9999, isPrimary: true }] },
      true,
    )
    expect([bad.statusCode, bad.json().field]).toEqual([400, 'userDepartments.0.rankId'])
    expect((await recordOf(person.userId)).name).toBe('As before')
  })

  test('of two administrators at once, one changes the account, and the other gets a conflict', async () => {
    const person = await t.addPerson()
    const body = changeOf(await recordOf(person.userId))
    const path = `/api/user/UpdateUserAsync/${person.userId}/true`
    const root = await t.as('root')
    const primary = (departmentId: number) => ({
      user: { ...body.user, userDepartments: [{ departmentId, rankId: null, isPrimary: true }] },
    })
    const answers = await Promise.all([admin.put(path, primary(2)), root.put(path, primary(3))])
    expect(statusesOf(answers)).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toBe('This account has changed since you opened it')
    expect((await recordOf(person.userId)).userDepartments.filter(({ isPrimary }) => isPrimary)).toHaveLength(1)
    expect(await audits(person.userId, 'user.changed')).toHaveLength(1)
  })

  test('of two accounts that take the same Steam hex at once, one gets it', async () => {
    const [one, two] = [await t.addPerson(), await t.addPerson()]
    const answers = await Promise.all([one, two].map((person) => update(admin, person, { steamId: '110000177777777' })))
    expect(statusesOf(answers)).toEqual([200, 409])
  })
})

describe('the state of an account', () => {
  const setState = (http: Http, userId: number, action: string, reason?: string) =>
    http.put(`/api/user/state/${userId}`, { action, reason })

  test('disabling, deleting and restoring end its sessions, each audited once', async () => {
    const person = await t.addPerson()
    expect((await setState(admin, person.userId, 'disable', 'Left us')).json()).toMatchObject({ isDisabled: true })
    expect((await setState(admin, person.userId, 'disable')).statusCode).toBe(200)
    expect((await t.http(person.token).get('/api/auth/me')).statusCode).toBe(401)
    const [audited, ...more] = await audits(person.userId, 'user.disabled')
    expect(audited).toMatchObject({ before: { isDisabled: false }, after: { isDisabled: true, reason: 'Left us' } })
    expect(more).toEqual([])
    expect((await setState(admin, person.userId, 'enable')).json()).toMatchObject({ isDisabled: false })
    expect((await setState(admin, person.userId, 'delete')).json()).toMatchObject({ isDeleted: true })
    expect((await setState(admin, person.userId, 'restore')).json()).toMatchObject({ isDeleted: false })
  })

  test("is refused for oneself, for someone above and to those without the right, and 'explode' is named", async () => {
    const self = await t.person('admin')
    expect((await setState(admin, self.userId, 'disable')).json()).toMatchObject({
      code: 'forbidden',
      message: "You can't disable your own account",
    })
    expect((await setState(admin, self.userId, 'delete')).statusCode).toBe(403)
    expect((await setState(admin, (await t.person('root')).userId, 'disable')).statusCode).toBe(403)
    expect((await setState(await t.as('staff'), (await t.person('member')).userId, 'disable')).statusCode).toBe(403)
    expect((await setState(admin, (await t.person('member')).userId, 'explode')).json()).toMatchObject({ field: 'action' })
  })
})

test('disabling someone ends their open pages at once', async () => {
  const person = await t.addPerson()
  const socket = await t.connect(person.token)
  const ended = nextEvent(socket, 'ended')
  await admin.put(`/api/user/state/${person.userId}`, { action: 'disable' })
  await ended
})

test('a change is refused if the actor lost the right to it while the request waited', async () => {
  const manager = await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_USERS'] })
  const member = await t.addPerson({ name: 'Still here' })
  const body = changeOf(await recordOf(member.userId), { name: 'Renamed' })
  const answer = await t.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('user_permissions').where('user_id', '=', manager.userId).execute()
    // The request was admitted while the actor still had the right, and now waits for this transaction's lock.
    const sent = t.http(manager.token).put(`/api/user/UpdateUserAsync/${member.userId}/false`, body)
    await sleep(500)
    return { sent }
  })
  expect((await answer.sent).statusCode).toBe(403)
  expect((await recordOf(member.userId)).name).toBe('Still here')
})
