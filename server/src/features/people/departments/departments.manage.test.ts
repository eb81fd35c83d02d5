import { DEPARTMENT, type CurrentUser, type ManagedDepartment } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('a department or rank in use can’t be retired, and the error counts its members without deleted accounts', async () => {
  const { departmentId, version } = await add('BUSY')
  const { ranks } = await addRank(departmentId, 'Worker')
  const rankId = ranks[0]!.rankId
  const [one, two] = [await t.addPerson(), await t.addPerson()]
  for (const { userId } of [one, two])
    await t.db.insertInto('user_departments').values({ user_id: userId, department_id: departmentId, rank_id: rankId }).execute()
  const retireRank = () => admin.post(`/api/ranks/${rankId}/retire`, { version: 1, isRetired: true })
  const retire = () => admin.post(`/api/departments/${departmentId}/retire`, { version, isRetired: true })
  const refused = await retireRank()
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toBe("This rank can't be retired: 2 members hold it")
  expect((await retire()).json()).toMatchObject({ code: 'conflict', message: "This department can't be retired: it has 2 members" })
  await t.db.updateTable('users').set({ deleted_at: new Date() }).where('id', 'in', [one.userId, two.userId]).execute()
  expect((await retireRank()).statusCode).toBe(200)
  expect((await retire()).json()).toMatchObject({ isRetired: true, memberCount: 0 })
  expect(await t.db.selectFrom('user_departments').select('user_id').where('department_id', '=', departmentId).execute()).toEqual([])
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

test('a department that is retired while a member is added either has the member or is retired, never both', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { departmentId, version } = await add(`ROUND${round}`)
    const { userId } = await t.addPerson()
    const [retired, added] = await Promise.all([
      admin.post(`/api/departments/${departmentId}/retire`, { version, isRetired: true }),
      t.db
        .insertInto('user_departments')
        .values({ user_id: userId, department_id: departmentId })
        .execute()
        .then(
          () => true,
          () => false,
        ),
    ])
    expect(added).toBe(retired.statusCode === 409)
    expect(await department(departmentId)).toMatchObject({ isRetired: !added, memberCount: added ? 1 : 0 })
  }
})

test('a retirement waits for a member who is just being added', async () => {
  const { departmentId, version } = await add('WAITS')
  const { userId } = await t.addPerson()
  let retired: ReturnType<Http['post']> | undefined
  await t.db.transaction().execute(async (tx) => {
    await tx.insertInto('user_departments').values({ user_id: userId, department_id: departmentId }).execute()
    retired = admin.post(`/api/departments/${departmentId}/retire`, { version, isRetired: true })
    await new Promise((resolve) => setTimeout(resolve, 150))
  })
  expect((await retired!).json().message).toBe("This department can't be retired: it has 1 member")
})
