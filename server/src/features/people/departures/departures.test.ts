import { Capability, UNIT_STATUS, type FormerMember, type MemberEffects, type PageOf, type UserRecord } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchOf } from '../../../testing/test-dispatch.ts'
import { nextEvent, PASSWORD, startTestPortal, until, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let admin: Http
let staff: Http
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  admin = await t.as('admin')
  staff = await t.as('staff')
})
afterAll(() => t.close())

let steams = 0
const giveSteam = async ({ userId }: Person) => {
  steams += 1
  const steamId = `11000010${(0xabc0000 + steams).toString(16)}`
  await t.db.updateTable('users').set({ steam_id: steamId }).where('id', '=', userId).execute()
}
const accountOf = async (userId: number) => (await admin.get(`/api/user/getUser/${userId}`)).json<UserRecord>()
const letGo = async (by: Http, { userId }: Person, over: object = {}) =>
  by.post(`/api/former-members/${userId}/let-go`, { reason: 'Never came', ...over })
const takeBack = (by: Http, { userId }: Person) => by.post(`/api/former-members/${userId}/take-back`, {})
const leave = (person: Person, body: object = { currentPassword: PASSWORD }) =>
  t.http(person.token).post(`/api/user/leave/${person.userId}`, body)
const listed = async (by: Http, query = '') => (await by.get(`/api/former-members${query}`)).json<PageOf<FormerMember>>()
const audited = async (userId: number, action: string) =>
  (await t.db.selectFrom('audit').selectAll().where('subject_id', '=', String(userId)).where('action', '=', action).execute()).map(
    ({ after }) => after,
  )
const signIn = (person: Person) => t.http().post('/api/auth/login', { emailAddress: person.emailAddress, password: PASSWORD })
const permissions = async (...all: string[]) => t.http((await t.addPerson({ permissions: all as never })).token)

const SERGEANT = { departments: [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }] }

describe('letting someone go', () => {
  test('takes duty, departments, roles, permissions, whitelists and sessions at once, keeps what they had, and tells open pages', async () => {
    const member = await dispatchOf(t).onDuty({ rank: 'Officer II', also: [{ name: 'CIV' }] })
    await giveSteam(member)
    await sql`insert into user_roles (user_id, role_id) select ${member.userId}, id from roles where name = 'Legal Services'`.execute(t.db)
    await staff.get(`/api/user/SetWhitelistState/${member.userId}/true/prod`)
    const socket = await t.connect(member.token)
    const ended = nextEvent(socket, 'ended')
    const room = await watchRoom(t, (await t.person('staff')).token, 'former-members', {})
    const board = await watchRoom(t, (await t.person('admin')).token, 'board', { serverId: 1 })

    expect((await letGo(staff, member)).json()).toEqual({})
    await ended
    expect(await room.received()).toEqual([{ event: 'members.changed', payload: {} }])
    expect((await board.received()).length).toBeGreaterThan(0)
    const account = await accountOf(member.userId)
    expect(account).toMatchObject({ isDisabled: true, userDepartments: [], roles: [], userPermissions: [], isWhitelisted: false })
    const unit = await t.db.selectFrom('units').select('status').where('user_id', '=', member.userId).executeTakeFirst()
    expect(unit?.status).toBe(UNIT_STATUS.offDuty)
    expect((await signIn(member)).statusCode).toBe(401)
    expect(await audited(member.userId, 'user.let-go')).toEqual([{ reason: 'Never came' }])
    const [first] = (await listed(staff)).items
    expect(first).toMatchObject({
      userId: member.userId,
      kind: 'let-go',
      reason: 'Never came',
      by: { name: 'The staff' },
      had: { departments: ['LSPD, Officer II', 'CIV'], roles: ['Legal Services'], whitelists: ['prod'] },
      bar: null,
      isAbove: false,
    })
  })

  test('is refused for oneself, for those above or beside, without a reason, and to those without the right', async () => {
    const [member, colleague] = [await t.addPerson(), await t.addPerson({ roles: ['Staff'] })]
    expect((await letGo(staff, await t.person('staff'))).json()).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/yourself/),
    })
    expect((await letGo(staff, await t.person('admin'))).statusCode).toBe(403)
    expect((await letGo(staff, colleague)).json()).toMatchObject({ code: 'forbidden', message: expect.stringMatching(/role Staff/) })
    expect((await letGo(await permissions('MANAGE_MEMBERS'), await t.addPerson({ permissions: ['MANAGE_SERVERS'] }))).statusCode).toBe(403)
    expect((await letGo(await t.as('officer'), member)).statusCode).toBe(403)
    expect((await letGo(staff, member, { reason: ' ' })).json()).toMatchObject({ field: 'reason' })
    expect((await letGo(staff, { ...member, userId: 999_999 })).statusCode).toBe(404)
    expect((await accountOf(member.userId)).isDisabled).toBe(false)
  })

  test('twice at once: one succeeds, one is told', async () => {
    const member = await t.addPerson(SERGEANT)
    const answers = await Promise.all([letGo(staff, member), letGo(admin, member)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await audited(member.userId, 'user.let-go')).toHaveLength(1)
  })

  test('while the member goes on duty leaves them off duty', async () => {
    const member = await dispatchOf(t).onDuty()
    const goOffAndOn = async () => {
      await dispatchOf(t).status(member, member, UNIT_STATUS.offDuty)
      await dispatchOf(t).status(member, member, UNIT_STATUS.inService)
    }
    const [, answer] = await Promise.all([goOffAndOn(), letGo(staff, member)])
    expect(answer.statusCode).toBe(200)
    await until('they are off duty', async () => {
      const unit = await t.db.selectFrom('units').select('status').where('user_id', '=', member.userId).executeTakeFirst()
      return unit?.status === UNIT_STATUS.offDuty
    })
    expect((await accountOf(member.userId)).isDisabled).toBe(true)
  })

  test('is previewed with all that goes, and why it is refused', async () => {
    const member = await t.addPerson({ ...SERGEANT, roles: ['Legal Services'] })
    const preview = async (userId: number) =>
      (await staff.post('/api/entitlements/preview', { userId, departure: 'let-go' })).json<MemberEffects>()
    expect(await preview(member.userId)).toMatchObject({
      portal: { removed: expect.arrayContaining(['access to the portal', 'the department LSPD as Sergeant', 'the role Legal Services']) },
      refusals: [],
    })
    expect((await accountOf(member.userId)).isDisabled).toBe(false)
    expect((await preview((await t.person('staff')).userId)).refusals).toEqual([expect.stringMatching(/yourself/)])
  })
})

describe('leaving', () => {
  test('needs the own password, takes everything, and can be undone by staff alone', async () => {
    const member = await t.addPerson(SERGEANT)
    expect((await leave(member, { currentPassword: 'not the right one' })).json()).toMatchObject({ field: 'currentPassword' })
    expect((await t.http(member.token).post(`/api/user/leave/${member.userId}/preview`, {})).json()).toMatchObject({
      portal: { removed: expect.arrayContaining(['the department LSPD as Sergeant']) },
    })
    expect((await leave(member, { currentPassword: PASSWORD, reason: 'No time' })).json()).toEqual({})
    expect((await t.http(member.token).get('/api/auth/me')).statusCode).toBe(401)
    expect((await signIn(member)).statusCode).toBe(401)
    expect(await audited(member.userId, 'user.left')).toEqual([{ reason: 'No time' }])
    expect((await listed(staff, '?show=left')).items[0]).toMatchObject({ userId: member.userId, kind: 'left', by: null, reason: 'No time' })
    expect((await takeBack(staff, member)).json()).toEqual({ skipped: [] })
    expect((await signIn(member)).json()).toMatchObject({ userDepartments: [{ rankName: 'Sergeant' }] })
  })

  test('is refused to the last Root, before and when they do it', async () => {
    const root = await t.person('root')
    const sentence = 'This is the last Root account: give someone else the Root role first'
    expect((await t.http(root.token).post(`/api/user/leave/${root.userId}/preview`, {})).json()).toMatchObject({ refusals: [sentence] })
    expect((await leave(root)).json()).toMatchObject({ code: 'conflict', message: sentence })
    expect((await t.http(root.token).get('/api/auth/me')).statusCode).toBe(200)
  })
})

describe('reinstating someone', () => {
  test('gives all they had, whitelist included, once, and tells them', async () => {
    const member = await t.addPerson({ ...SERGEANT, roles: ['Legal Services'], permissions: ['MANAGE_SERVERS'] })
    await giveSteam(member)
    await staff.get(`/api/user/SetWhitelistState/${member.userId}/true/dev`)
    await letGo(admin, member)
    const answers = await Promise.all([takeBack(admin, member), takeBack(admin, member)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await accountOf(member.userId)).toMatchObject({
      isDisabled: false,
      userDepartments: [{ isPrimary: true, rankName: 'Sergeant' }],
      roles: [{ name: 'Legal Services' }],
      userPermissions: ['MANAGE_SERVERS'],
      isWhitelistedDev: true,
    })
    expect((await signIn(member)).statusCode).toBe(200)
    const notice = await t.db.selectFrom('notices').select('title').where('user_id', '=', member.userId).executeTakeFirst()
    expect(notice?.title).toBe('Your account was reinstated')
    expect((await listed(admin, `?q=${encodeURIComponent(member.emailAddress)}`)).items).toEqual([])
  })

  test('leaves out what its giver may not give, as the preview says', async () => {
    await sql`update ranks set capabilities = ${Capability.options} where name = 'Lieutenant'`.execute(t.db)
    const member = await t.addPerson({
      departments: [{ name: 'LSPD', rank: 'Lieutenant', isPrimary: true }],
      roles: ['Staff'],
      permissions: ['MANAGE_SERVERS'],
    })
    await letGo(admin, member)
    // They had a role above hers.
    expect((await takeBack(await permissions('MANAGE_USERS'), member)).statusCode).toBe(403)
    const manager = t.http((await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_USERS'] })).token)
    const preview = (
      await manager.post('/api/entitlements/preview', { userId: member.userId, departure: 'take-back' })
    ).json<MemberEffects>()
    expect(preview.skipped).toEqual([
      expect.stringMatching(/^The role Staff: /),
      expect.stringMatching(/^The permission MANAGE_SERVERS: /),
      expect.stringMatching(/^The rank Lieutenant in LSPD: /),
    ])
    expect(preview.portal.added).toEqual(expect.arrayContaining(['access to the portal', 'the department LSPD']))
    expect((await accountOf(member.userId)).isDisabled).toBe(true)
    expect((await takeBack(manager, member)).json()).toEqual({ skipped: preview.skipped })
    expect(await accountOf(member.userId)).toMatchObject({
      isDisabled: false,
      userDepartments: [{ rankName: null }],
      roles: [],
      userPermissions: [],
    })
  })

  test('leaves out what no longer exists', async () => {
    const { id: departmentId } = await t.db
      .insertInto('departments')
      .values({ name: 'GONE', full_name: 'Gone', type: 'Other', is_cad_enabled: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    const role = (await (await t.as('root')).post('/api/roles', { name: 'Helper', level: 2, roleGroup: 'Developer' })).json<{
      roleId: number
    }>()
    const member = await t.addPerson({ departments: [{ name: 'GONE', isPrimary: true }], roles: ['Helper'] })
    await letGo(await t.as('root'), member)
    await t.db.updateTable('departments').set({ retired_at: new Date() }).where('id', '=', departmentId).execute()
    await (await t.as('root')).delete(`/api/roles/${role.roleId}`)
    expect((await takeBack(await t.as('root'), member)).json()).toEqual({
      skipped: ['The role Helper: it no longer exists', 'The department GONE: it is retired'],
    })
  })

  test('is refused for those who had a role above, whose address is hidden, and for those who have not left', async () => {
    const chief = await t.addPerson({ name: 'Chief of Admins', roles: ['Admin'] })
    await letGo(await t.as('root'), chief)
    expect((await takeBack(staff, chief)).statusCode).toBe(403)
    expect((await listed(staff, '?q=Chief of Admins')).items).toMatchObject([{ emailAddress: null, isAbove: true }])
    expect((await listed(staff, `?q=${encodeURIComponent(chief.emailAddress)}`)).items).toEqual([])
    expect((await listed(await t.as('root'), `?q=${encodeURIComponent(chief.emailAddress)}`)).items).toMatchObject([{ isAbove: false }])
    expect((await takeBack(staff, await t.addPerson())).statusCode).toBe(409)
  })
})

describe('the account of a former member', () => {
  test('can’t get another password, address or Steam hex until they are back', async () => {
    const member = await t.addPerson()
    await letGo(staff, member)
    const { name, emailAddress, version, userPermissions } = await accountOf(member.userId)
    const change = (over: object, password?: string) =>
      admin.put(`/api/user/UpdateUserAsync/${member.userId}/false`, {
        user: { name, emailAddress, steamId: '', userPermissions, version, ...over },
        password,
      })
    for (const [over, password, field] of [
      [{}, 'another password', 'password'],
      [{ emailAddress: 'mine@example.com' }, undefined, 'emailAddress'],
      [{ steamId: '1100001deadbeef' }, undefined, 'steamId'],
    ] as const) {
      expect((await change(over, password)).json()).toMatchObject({ code: 'conflict', field })
    }
    expect((await change({ name: 'Renamed' })).statusCode).toBe(200)
  })

  test('that is enabled instead is back without anything', async () => {
    const member = await t.addPerson(SERGEANT)
    await letGo(admin, member)
    await admin.put(`/api/user/state/${member.userId}`, { action: 'enable' })
    expect(await accountOf(member.userId)).toMatchObject({ isDisabled: false, userDepartments: [] })
    expect((await takeBack(admin, member)).statusCode).toBe(409)
    expect((await letGo(admin, member)).statusCode).toBe(200)
  })
})

test('former members are listed a page at a time and found by name, reason and kind', async () => {
  const [one, two] = [await t.addPerson({ name: 'Quentin Former' }), await t.addPerson({ name: 'Rita Former' })]
  await letGo(staff, one, { reason: 'Away since 100%' })
  await leave(two)
  const names = async (query: string) => (await listed(staff, query)).items.map(({ name }) => name)
  expect(await names('?q=former')).toEqual(['Rita Former', 'Quentin Former'])
  expect(await names('?q=former&pageSize=1&page=2')).toEqual(['Quentin Former'])
  expect(await names('?q=100%25')).toEqual(['Quentin Former'])
  expect(await names('?q=former&show=left')).toEqual(['Rita Former'])
  expect(await names('?q=former&show=barred')).toEqual([])
  expect((await (await t.as('officer')).get('/api/former-members')).statusCode).toBe(403)
})

test('two Roots who leave at once: one stays', async () => {
  const roots = await Promise.all([t.addPerson({ roles: ['Root'] }), t.person('root')])
  const answers = await Promise.all(roots.map((each) => leave(each)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})
