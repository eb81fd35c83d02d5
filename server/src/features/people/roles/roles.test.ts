import type { Role, RoleInUse } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinRoom, nextEvent, startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

const ROLE = { root: 1, admin: 2, developer: 3, staff: 5, legal: 7 } as const

let t: TestPortal
let admin: Http
let root: Http
beforeAll(async () => {
  t = await startTestPortal()
  root = await t.as('root')
  admin = await t.as('admin')
})
afterAll(() => t.close())

const give = (http: Http, roleId: number, userId: number) => http.get(`/api/user/role/${roleId}/${userId}`)
const take = (http: Http, roleId: number, userId: number) => http.delete(`/api/user/role/${roleId}/${userId}`)
const rolesOf = async (userId: number) =>
  (await t.db.selectFrom('user_roles').select('role_id').where('user_id', '=', userId).orderBy('role_id').execute()).map(
    ({ role_id }) => role_id,
  )
const auditsOf = (action: string, subjectId: number) =>
  t.db.selectFrom('audit').selectAll().where('action', '=', action).where('subject_id', '=', String(subjectId)).execute()

describe('the list of roles up to a level', () => {
  const levels = async (http: Http, highest: number) =>
    (await http.get(`/api/user/GetRolesWithLevelAsync/${highest}`)).json<Role[]>().map(({ level }) => level)

  test("has no roles above the requested level, or above the caller's own", async () => {
    expect(Math.max(...(await levels(root, 1000)))).toBe(100)
    expect(Math.max(...(await levels(admin, 1000)))).toBe(80)
    expect(Math.max(...(await levels(admin, 50)))).toBe(50)
    expect(Math.max(...(await levels(await t.as('staff'), 100)))).toBe(50)
    expect(await levels(t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token), 100)).toEqual([])
  })

  test('is refused to members, and an invalid level is named', async () => {
    expect((await (await t.as('member')).get('/api/user/GetRolesWithLevelAsync/100')).statusCode).toBe(403)
    expect((await admin.get('/api/user/GetRolesWithLevelAsync/high')).json()).toMatchObject({ field: 'highestLevel' })
  })
})

describe('giving and taking a role', () => {
  test("reaches the member's open page without a reload, and is audited", async () => {
    const person = await t.addPerson()
    const socket = await t.connect(person.token)
    await joinRoom(socket, 'user', { userId: person.userId })
    const given = nextEvent(socket, 'delta')
    expect((await give(admin, ROLE.staff, person.userId)).json()).toEqual({ userId: person.userId, version: expect.any(Number) })
    expect(await given).toMatchObject({ event: 'user.changed', payload: { roles: [{ name: 'Staff' }] } })
    const taken = nextEvent(socket, 'delta')
    expect((await take(admin, ROLE.staff, person.userId)).statusCode).toBe(200)
    expect(await taken).toMatchObject({ payload: { roles: [] } })
    expect(await auditsOf('user.role-added', person.userId)).toMatchObject([{ before: null, after: { role: 'Staff' } }])
    expect(await auditsOf('user.role-removed', person.userId)).toMatchObject([{ before: { role: 'Staff' }, after: null }])
    expect((await take(admin, ROLE.staff, person.userId)).statusCode).toBe(404)
  })

  test('at or above the own level is refused, also for an account above, and changes nothing', async () => {
    const person = await t.addPerson()
    const otherAdmin = await t.addPerson({ roles: ['Admin'] })
    const manager = t.http((await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_USERS'] })).token)
    expect((await give(admin, ROLE.admin, person.userId)).statusCode).toBe(403)
    expect((await give(admin, ROLE.root, person.userId)).statusCode).toBe(403)
    expect((await take(admin, ROLE.admin, otherAdmin.userId)).statusCode).toBe(403)
    expect((await give(admin, ROLE.legal, (await t.person('root')).userId)).statusCode).toBe(403)
    expect((await give(manager, ROLE.staff, person.userId)).statusCode).toBe(403)
    expect((await give(await t.as('staff'), ROLE.legal, person.userId)).statusCode).toBe(403)
    expect(await rolesOf(person.userId)).toEqual([])
    expect(await rolesOf(otherAdmin.userId)).toEqual([ROLE.admin])
    expect((await give(manager, ROLE.legal, person.userId)).statusCode).toBe(200)
    expect((await give(root, ROLE.root, person.userId)).statusCode).toBe(200)
    expect((await take(root, ROLE.root, person.userId)).statusCode).toBe(200)
  })

  test('that does not exist, or to an unknown user, is not found', async () => {
    expect((await give(admin, 999, (await t.person('member')).userId)).statusCode).toBe(404)
    expect((await give(admin, ROLE.staff, 999_999)).statusCode).toBe(404)
  })

  test('twice at once gives one row and one audit entry, and both calls succeed', async () => {
    const person = await t.addPerson()
    const answers = await Promise.all([admin, root, admin, root].map((http) => give(http, ROLE.staff, person.userId)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await rolesOf(person.userId)).toEqual([ROLE.staff])
    expect(await auditsOf('user.role-added', person.userId)).toHaveLength(1)
  })
})

describe('roles', () => {
  const input = (role: Record<string, unknown> = {}) => ({ name: `Role ${Math.random()}`, level: 20, roleGroup: 'Staff', ...role })

  test('are created, changed and deleted, each audited; a change reaches the holders', async () => {
    const made: RoleInUse = (await admin.post('/api/roles', input({ name: 'Mentor' }))).json()
    expect(made).toMatchObject({ name: 'Mentor', level: 20, roleGroup: { name: 'Staff' }, userCount: 0 })
    const person = await t.addPerson()
    await give(admin, made.roleId, person.userId)
    const changed = await admin.put(`/api/roles/${made.roleId}`, { ...input({ name: 'Tutor', level: 25 }), version: made.version })
    expect(changed.json()).toMatchObject({ name: 'Tutor', level: 25, userCount: 1 })
    expect((await t.http(person.token).get('/api/auth/me')).json().roles).toMatchObject([{ name: 'Tutor', level: 25 }])
    expect(await auditsOf('role.changed', made.roleId)).toMatchObject([
      { before: { name: 'Mentor', level: 20 }, after: { name: 'Tutor', level: 25 } },
    ])
    expect((await admin.delete(`/api/roles/${made.roleId}`)).json()).toMatchObject({ code: 'conflict' })
    await take(admin, made.roleId, person.userId)
    expect((await admin.delete(`/api/roles/${made.roleId}`)).statusCode).toBe(200)
    expect((await admin.delete(`/api/roles/${made.roleId}`)).statusCode).toBe(404)
    expect((await admin.get('/api/roles')).json().map(({ name }: Role) => name)).not.toContain('Tutor')
  })

  test('of any group may sign warrants once an admin marks them, and their holders may at once', async () => {
    const groups = ['Staff', 'Developer', 'Legal Services'] as const
    for (const roleGroup of groups) {
      const http = roleGroup === 'Developer' ? root : admin
      const made: RoleInUse = (await http.post('/api/roles', input({ roleGroup }))).json()
      expect(made.signsWarrants, 'not unless it is marked').toBe(false)
      const person = await t.addPerson()
      await give(http, made.roleId, person.userId)
      const signs = async () => (await t.http(person.token).get('/api/warrants/lookups')).statusCode !== 403
      const socket = await t.connect(person.token)
      await joinRoom(socket, 'user', { userId: person.userId })
      const told = nextEvent(socket, 'delta')
      expect(await signs()).toBe(false)
      const change = async (version: number, over: Record<string, unknown> = {}) =>
        (await http.put(`/api/roles/${made.roleId}`, { name: made.name, level: 20, roleGroup, version, ...over })).json<RoleInUse>()
      const marked = await change(made.version, { signsWarrants: true })
      expect(marked.signsWarrants).toBe(true)
      expect(await signs(), 'with the session they have').toBe(true)
      expect(await told).toMatchObject({ event: 'user.changed', payload: { roles: [{ signsWarrants: true }] } })
      const renamed = await change(marked.version, { name: `${made.name} now` })
      expect(renamed.signsWarrants, 'left out, it stays').toBe(true)
      expect((await change(renamed.version, { signsWarrants: false })).signsWarrants).toBe(false)
      expect(await signs()).toBe(false)
      expect(await auditsOf('role.changed', made.roleId)).toMatchObject([
        { before: { signsWarrants: false }, after: { signsWarrants: true } },
        { before: { name: made.name }, after: { name: `${made.name} now` } },
        { before: { signsWarrants: true }, after: { signsWarrants: false } },
      ])
      socket.disconnect()
    }
    const made = (await admin.post('/api/roles', input({ signsWarrants: true }))).json<RoleInUse>()
    expect(made.signsWarrants).toBe(true)
    expect(await auditsOf('role.created', made.roleId)).toMatchObject([{ after: { signsWarrants: true } }])
    expect((await admin.get('/api/roles')).json<RoleInUse[]>()).toContainEqual(
      expect.objectContaining({ roleId: made.roleId, signsWarrants: true }),
    )
  })

  test('are marked to sign warrants by admins alone, and not at or above their own level', async () => {
    const made = (await admin.post('/api/roles', input())).json<RoleInUse>()
    const mark = (http: Http, role: RoleInUse) =>
      http.put(`/api/roles/${role.roleId}`, {
        name: role.name,
        level: role.level,
        roleGroup: role.roleGroup.name,
        version: role.version,
        signsWarrants: true,
      })
    const manager = t.http((await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_USERS'] })).token)
    for (const http of [manager, await t.as('staff'), await t.as('legalSupervisor'), await t.as('member')]) {
      expect((await mark(http, made)).statusCode).toBe(403)
    }
    const own = (await admin.get('/api/roles')).json<RoleInUse[]>().find(({ roleId }) => roleId === ROLE.admin)!
    expect((await mark(admin, own)).statusCode).toBe(403)
    expect((await mark(admin, made)).statusCode).toBe(200)
    const yes = await admin.put(`/api/roles/${made.roleId}`, { ...input(), version: made.version + 1, signsWarrants: 'yes' })
    expect([yes.statusCode, yes.json<{ field: string }>().field]).toEqual([400, 'signsWarrants'])
  })

  test('of two admins who change a role at once, one gets a conflict', async () => {
    const made: RoleInUse = (await admin.post('/api/roles', input())).json()
    const change = (level: number) => admin.put(`/api/roles/${made.roleId}`, { ...input({ level }), version: made.version })
    const answers = await Promise.all([change(21), change(22)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      message: 'This role has changed since you opened it',
    })
  })

  test.each([
    ['a level at the own', { level: 80 }, 403],
    ['a level above the own', { level: 90 }, 403],
    ['the own group', { roleGroup: 'Admin' }, 403],
    ['the group Root, however low', { roleGroup: 'Root', level: 10 }, 403],
    ['a group that is not below', { roleGroup: 'Developer' }, 403],
    ['no name', { name: ' ' }, 400],
    ['a level that is none', { level: 101 }, 400],
    ['a name that is taken, in another case', { name: 'sTAFF' }, 409],
  ])('with %s are refused to an administrator', async (_what, role, status) => {
    expect((await admin.post('/api/roles', input(role))).statusCode).toBe(status)
  })

  test('that are not below an administrator can’t be changed or deleted by them', async () => {
    for (const roleId of [ROLE.root, ROLE.admin, ROLE.developer]) {
      expect((await admin.put(`/api/roles/${roleId}`, { ...input(), version: 1 })).statusCode).toBe(403)
      expect((await admin.delete(`/api/roles/${roleId}`)).statusCode).toBe(403)
    }
    expect((await (await t.as('staff')).get('/api/roles')).statusCode).toBe(403)
    expect((await root.post('/api/roles', input({ level: 100 }))).json()).toMatchObject({ code: 'invalid_input', field: 'level' })
    expect((await root.put(`/api/roles/${ROLE.root}`, { ...input({ roleGroup: 'Admin', level: 90 }), version: 1 })).statusCode).toBe(409)
  })
})
