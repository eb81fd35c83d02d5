import { DEPARTMENT, type CurrentUser, type ManagedDepartment, type UserRecord } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinRoom, nextEvent, startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
})
afterAll(() => t.close())

const list = async (): Promise<ManagedDepartment[]> => (await admin.get('/api/departments')).json()
const department = async (departmentId: number) => (await list()).find((each) => each.departmentId === departmentId)!
const input = (name: string) => ({ name, fullName: `${name} in full`, type: 'Other', isCadEnabled: false })
const add = async (name: string): Promise<ManagedDepartment> => (await admin.post('/api/departments', input(name))).json()
const addRank = async (departmentId: number, rankName: string): Promise<ManagedDepartment> =>
  (await admin.post(`/api/departments/${departmentId}/ranks`, { rankName })).json()
const lastAudit = () =>
  t.db.selectFrom('audit').select(['action', 'actor_id', 'subject_id', 'before', 'after']).orderBy('id', 'desc').executeTakeFirstOrThrow()
const versionOf = async (userId: number) =>
  (await t.db.selectFrom('users').select('access_version').where('id', '=', userId).executeTakeFirstOrThrow()).access_version

test('staff may not manage departments', async () => {
  const staff = await t.as('staff')
  for (const response of [
    await staff.get('/api/departments'),
    await staff.post('/api/departments', input('NOPE')),
    await staff.put('/api/departments/2', { ...input('NOPE'), version: 1 }),
    await staff.put('/api/departments/order', { departmentIds: [2] }),
    await staff.post('/api/departments/2/retire', { version: 1, isRetired: true }),
    await staff.post('/api/departments/2/ranks', { rankName: 'Nope' }),
    await staff.put('/api/departments/2/ranks/order', { rankIds: [1] }),
    await staff.put('/api/ranks/1', { rankName: 'Nope', version: 1 }),
    await staff.post('/api/ranks/1/retire', { version: 1, isRetired: true }),
  ])
    expect(response.statusCode).toBe(403)
})

test('a department is created last in the list, and audited', async () => {
  const response = await admin.post('/api/departments', {
    name: ' USMS ',
    fullName: 'Marshals',
    type: 'Leo',
    isCadEnabled: true,
    callSignTemplate: ' #M## ',
  })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ name: 'USMS', type: 'Leo', isCadEnabled: true, memberCount: 0, isRetired: false, ranks: [] })
  expect((await list()).at(-1)?.departmentId).toBe(response.json().departmentId)
  expect(await lastAudit()).toMatchObject({
    action: 'department.created',
    actor_id: (await t.person('admin')).userId,
    after: { name: 'USMS', fullName: 'Marshals', type: 'Leo', isCadEnabled: true, callSignTemplate: '#M##' },
  })
})

test.each([
  ['name', { ...input('x'), name: '  ' }],
  ['name', { ...input('x'), name: 'longer than twelve' }],
  ['fullName', { ...input('x'), fullName: '' }],
  ['type', { ...input('x'), type: 'Army' }],
  ['callSignTemplate', { ...input('x'), callSignTemplate: '#'.repeat(17) }],
  ['isCadEnabled', { ...input('x'), isCadEnabled: 'yes' }],
])('a bad %s is named and changes nothing', async (field, body) => {
  const before = await list()
  const response = await admin.post('/api/departments', body)
  expect(response.statusCode).toBe(400)
  expect(response.json().field).toBe(field)
  expect(await list()).toEqual(before)
})

test('names are unique whatever their case; a retired department frees its name, and can’t be restored once it is taken', async () => {
  const first = await add('TAKEN')
  const clash = await admin.post('/api/departments', input('taken'))
  expect(clash.statusCode).toBe(409)
  expect(clash.json().field).toBe('name')
  const retired = await admin.post(`/api/departments/${first.departmentId}/retire`, { version: first.version, isRetired: true })
  expect(retired.json()).toMatchObject({ isRetired: true, version: first.version + 1 })
  expect(await lastAudit()).toMatchObject({ action: 'department.retired', before: { isRetired: false }, after: { isRetired: true } })
  expect((await admin.post('/api/departments', input('taken'))).statusCode).toBe(200)
  const restored = await admin.post(`/api/departments/${first.departmentId}/retire`, { version: first.version + 1, isRetired: false })
  expect(restored.statusCode).toBe(409)
  expect(restored.json().field).toBe('name')
})

test('of two admins who change a department at once, one gets a conflict', async () => {
  const { departmentId, version } = await add('RACE')
  const change = (fullName: string) => admin.put(`/api/departments/${departmentId}`, { ...input('RACE'), fullName, version })
  const responses = await Promise.all([change('One'), change('Two')])
  expect(responses.map((response) => response.statusCode).sort((a, b) => a - b)).toEqual([200, 409])
  const refused = responses.find((response) => response.statusCode === 409)
  expect(refused?.json().message).toBe('This department has changed since you opened it')
  expect((await admin.put('/api/departments/9999', { ...input('GONE'), version: 1 })).statusCode).toBe(404)
})

test('renaming a department reaches the open pages of its members, and is audited with the values before and after', async () => {
  const { departmentId, version } = await add('PARKS')
  const ranger = await t.addPerson({ departments: [{ name: 'PARKS', isPrimary: true }] })
  const socket = await t.connect(ranger.token)
  await joinRoom(socket, 'user', { userId: ranger.userId })
  const received = nextEvent(socket, 'delta')
  await admin.put(`/api/departments/${departmentId}`, { name: 'PARK', fullName: 'Park Rangers', type: 'Leo', isCadEnabled: true, version })
  expect(await received).toMatchObject({
    event: 'user.changed',
    payload: { userDepartments: [{ department: { name: 'PARK', fullName: 'Park Rangers', type: 'Leo', isCadEnabled: true } }] },
  })
  expect(await lastAudit()).toMatchObject({
    action: 'department.changed',
    before: { name: 'PARKS', fullName: 'PARKS in full', type: 'Other', isCadEnabled: false },
    after: { name: 'PARK', fullName: 'Park Rangers', type: 'Leo', isCadEnabled: true },
  })
  const { ranks } = await addRank(departmentId, 'Ranger')
  const ranked = nextEvent(socket, 'delta')
  await t.db.updateTable('user_departments').set({ rank_id: ranks[0]!.rankId }).where('user_id', '=', ranger.userId).execute()
  await ranked
  const renamed = nextEvent(socket, 'delta')
  await admin.put(`/api/ranks/${ranks[0]!.rankId}`, { rankName: 'Head Ranger', isReserve: false, version: 1 })
  expect(await renamed).toMatchObject({ payload: { userDepartments: [{ rankName: 'Head Ranger' }] } })
})

test('a new order alone changes no member’s version', async () => {
  const member = await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
  const before = await versionOf(member.userId)
  const ids = (await list()).filter((each) => !each.isRetired).map((each) => each.departmentId)
  const reversed = await admin.put('/api/departments/order', { departmentIds: ids.toReversed() })
  expect(reversed.statusCode).toBe(200)
  expect(
    reversed
      .json<ManagedDepartment[]>()
      .filter((each) => !each.isRetired)
      .map((each) => each.departmentId),
  ).toEqual(ids.toReversed())
  expect(await lastAudit()).toMatchObject({ action: 'department.ordered' })
  const ranks = (await department(DEPARTMENT.LSPD)).ranks.map((rank) => rank.rankId)
  const turned = await admin.put(`/api/departments/${DEPARTMENT.LSPD}/ranks/order`, { rankIds: ranks.toReversed() })
  expect(turned.json().ranks.map((rank: { rankId: number }) => rank.rankId)).toEqual(ranks.toReversed())
  expect(await versionOf(member.userId)).toBe(before)
  await admin.put('/api/departments/order', { departmentIds: ids })
  await admin.put(`/api/departments/${DEPARTMENT.LSPD}/ranks/order`, { rankIds: ranks })
})

test.each([
  ['leaves one out', (ids: number[]) => ids.slice(1)],
  ['names one twice', (ids: number[]) => [...ids, ids[0]!]],
  ['names a stranger', (ids: number[]) => [...ids, 4711]],
])('an order that %s is refused', async (_what, change) => {
  const before = await list()
  const ids = before.filter((each) => !each.isRetired).map((each) => each.departmentId)
  const departments = await admin.put('/api/departments/order', { departmentIds: change(ids) })
  expect(departments.statusCode).toBe(400)
  expect(departments.json().field).toBe('departmentIds')
  const rankIds = (await department(DEPARTMENT.FIRE)).ranks.map((rank) => rank.rankId)
  const ranks = await admin.put(`/api/departments/${DEPARTMENT.FIRE}/ranks/order`, { rankIds: change(rankIds) })
  expect(ranks.statusCode).toBe(400)
  expect(ranks.json().field).toBe('rankIds')
  expect(await list()).toEqual(before)
})

test('a rank in use can’t be retired, and the error counts its members without deleted accounts', async () => {
  const { departmentId } = await add('BUSY')
  const { ranks } = await addRank(departmentId, 'Worker')
  const rankId = ranks[0]!.rankId
  const [one, two] = [await t.addPerson(), await t.addPerson()]
  for (const { userId } of [one, two])
    await t.db.insertInto('user_departments').values({ user_id: userId, department_id: departmentId, rank_id: rankId }).execute()
  const retireRank = () => admin.post(`/api/ranks/${rankId}/retire`, { version: 1, isRetired: true })
  const refused = await retireRank()
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toBe("This rank can't be retired: 2 members hold it")
  await t.db.updateTable('users').set({ deleted_at: new Date() }).where('id', 'in', [one.userId, two.userId]).execute()
  expect((await retireRank()).statusCode).toBe(200)
})

describe('a department that is retired', () => {
  const putAway = async (departmentId: number, isRetired = true) =>
    admin.post(`/api/departments/${departmentId}/retire`, { version: (await department(departmentId)).version, isRetired })
  const setDepartments = async (userId: number, userDepartments: readonly object[]) => {
    const { name, emailAddress, version } = (await admin.get(`/api/user/getUser/${userId}`)).json<UserRecord>()
    const user = { name, emailAddress, steamId: '', avatarColor: 'blue', userPermissions: [], userDepartments, version }
    return admin.put(`/api/user/UpdateUserAsync/${userId}/true`, { user })
  }
  let departmentId: number
  let rankId: number
  let member: Awaited<ReturnType<TestPortal['addPerson']>>
  beforeAll(async () => {
    ;({ departmentId } = await add('AWAY'))
    rankId = (await addRank(departmentId, 'Keeper')).ranks[0]!.rankId
    await t.db.updateTable('departments').set({ is_cad_enabled: true }).where('id', '=', departmentId).execute()
    member = await t.addPerson({ departments: [{ name: 'AWAY', isPrimary: true }] })
  })

  test('keeps its members, whose open pages know at once', async () => {
    const socket = await t.connect(member.token)
    await joinRoom(socket, 'user', { userId: member.userId })
    const received = nextEvent(socket, 'delta')
    expect((await putAway(departmentId)).json()).toMatchObject({ isRetired: true, memberCount: 1 })
    expect(await received).toMatchObject({
      event: 'user.changed',
      payload: { userDepartments: [{ departmentId, department: { name: 'AWAY', isRetired: true } }] },
    })
  })

  test('is in no list to choose from, takes no new member, and nobody goes on duty for it', async () => {
    const offered = (await t.http(member.token).get('/api/user/GetDepartmentsAsync/true')).json<{ departmentId: number }[]>()
    expect(offered.some((each) => each.departmentId === departmentId)).toBe(false)
    const { userId } = await t.addPerson()
    const joined = await setDepartments(userId, [{ departmentId, rankId: null, isPrimary: true }])
    expect(joined.json()).toMatchObject({ code: 'invalid_input', message: 'AWAY is retired' })
    const duty = { serverId: 1, departmentId, identifier: '7K31' }
    const started = await t.http(member.token).post('/api/patrol/unit/save', duty)
    expect(started.statusCode).toBeGreaterThanOrEqual(400)
  })

  test('lets the ranks and other departments of its members be changed', async () => {
    const saved = await setDepartments(member.userId, [
      { departmentId, rankId, isPrimary: false },
      { departmentId: DEPARTMENT.FIRE, rankId: null, isPrimary: true },
    ])
    expect(saved.statusCode, saved.body).toBe(200)
    expect(saved.json<UserRecord>().userDepartments.map((each) => [each.departmentId, each.rankId])).toEqual([
      [DEPARTMENT.FIRE, null],
      [departmentId, rankId],
    ])
  })

  test('is back with its members when it is restored', async () => {
    expect((await putAway(departmentId, false)).json()).toMatchObject({ isRetired: false, memberCount: 1 })
    expect(await lastAudit()).toMatchObject({ action: 'department.restored' })
  })
})

test('members hold the capabilities of a rank at once, and an update that omits them keeps them', async () => {
  const { departmentId } = await add('WDN')
  const { ranks } = await addRank(departmentId, 'Warden')
  const { rankId, capabilities } = ranks[0]!
  expect(capabilities).toEqual([])
  const warden = await t.addPerson()
  await t.db.insertInto('user_departments').values({ user_id: warden.userId, department_id: departmentId, rank_id: rankId }).execute()
  const held = async () => (await t.http(warden.token).get('/api/auth/me')).json<CurrentUser>().userDepartments[0]?.capabilities
  expect(await held()).toEqual([])
  const give = { rankName: 'Warden', capabilities: ['grantLeave', 'seeLookups', 'grantLeave'], version: 1 }
  expect((await admin.put(`/api/ranks/${rankId}`, give)).json().ranks[0].capabilities).toEqual(['seeLookups', 'grantLeave'])
  expect(await held()).toEqual(['seeLookups', 'grantLeave'])
  await admin.put(`/api/ranks/${rankId}`, { rankName: 'Head Warden', version: 2 })
  expect(await held()).toEqual(['seeLookups', 'grantLeave'])
  expect((await admin.put(`/api/ranks/${rankId}`, { ...give, capabilities: ['rule'], version: 3 })).json().field).toBe('capabilities.0')
  const audited = await t.db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'rank.changed')
    .where('subject_id', '=', String(rankId))
    .orderBy('id')
    .execute()
  expect(audited[0]).toMatchObject({ before: { capabilities: [] }, after: { capabilities: ['seeLookups', 'grantLeave'] } })
})

test('a rank is added at the top, its name is unique in its department, and an old version is a conflict', async () => {
  const { departmentId } = await add('RANKS')
  await addRank(departmentId, 'Low')
  const { ranks } = await addRank(departmentId, 'High')
  expect(ranks.map((rank) => rank.rankName)).toEqual(['Low', 'High'])
  const clash = await admin.post(`/api/departments/${departmentId}/ranks`, { rankName: 'low' })
  expect([clash.statusCode, clash.json().field]).toEqual([409, 'rankName'])
  const bad = await admin.post(`/api/departments/${departmentId}/ranks`, { rankName: '' })
  expect([bad.statusCode, bad.json().field]).toEqual([400, 'rankName'])
  expect((await admin.post('/api/departments/9999/ranks', { rankName: 'Nobody' })).statusCode).toBe(404)
  const rename = (rankName: string) => admin.put(`/api/ranks/${ranks[0]!.rankId}`, { rankName, isReserve: true, version: 1 })
  const responses = await Promise.all([rename('Lower'), rename('Lowest')])
  expect(responses.map((response) => response.statusCode).sort((a, b) => a - b)).toEqual([200, 409])
  expect(await lastAudit()).toMatchObject({
    action: 'rank.changed',
    before: { rankName: 'Low', isReserve: false },
    after: { isReserve: true },
  })
})

test('putting a department away waits for a member who is just being added, and a member who comes later is refused', async () => {
  const { departmentId, version } = await add('WAITS')
  const [{ userId }, late] = [await t.addPerson(), await t.addPerson()]
  let retired: ReturnType<Http['post']> | undefined
  await t.db.transaction().execute(async (tx) => {
    await tx.insertInto('user_departments').values({ user_id: userId, department_id: departmentId }).execute()
    retired = admin.post(`/api/departments/${departmentId}/retire`, { version, isRetired: true })
    await new Promise((resolve) => setTimeout(resolve, 150))
  })
  expect((await retired!).json()).toMatchObject({ isRetired: true, memberCount: 1 })
  const insert = t.db.insertInto('user_departments').values({ user_id: late.userId, department_id: departmentId }).execute()
  await expect(insert).rejects.toMatchObject({ constraint: 'user_departments_department_id_fkey' })
})
