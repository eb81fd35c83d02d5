import { DEPARTMENT, type Member, type RankPreview } from '@tenfour/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { joinRoom, nextEvent, startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let staff: Http
let member: Person
let ranks: Map<string, number>
beforeAll(async () => {
  t = await startTestPortal()
  staff = await t.as('staff')
  const rows = await t.db.selectFrom('ranks').select(['id', 'name']).where('department_id', '=', DEPARTMENT.LSPD).execute()
  ranks = new Map(rows.map(({ id, name }) => [name, id]))
})
const cadet = (name: string) => t.addPerson({ name, departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
beforeEach(async () => {
  member = await cadet('Mel Doe')
})
afterAll(() => t.close())

const page = async ({ userId } = member) => (await staff.get(`/api/members/${userId}`)).json<Member>()
const change = (body: object, http = staff) => http.post(`/api/members/${member.userId}/rank`, body)
const to = (rank: string, version: number) => ({ departmentId: DEPARTMENT.LSPD, rankId: ranks.get(rank), reason: 'Good work', version })
const bulk = (rank: string, more: object) => ({ departmentId: DEPARTMENT.LSPD, toRankId: ranks.get(rank), ...more })
const preview = async (rank: string, ...userIds: number[]) =>
  (await staff.post('/api/members/ranks/preview', bulk(rank, { userIds }))).json<RankPreview[]>()
const apply = (rank: string, members: { userId: number; version: number }[], http = staff) =>
  http.post('/api/members/ranks', bulk(rank, { members, reason: 'End of term' }))
const audits = (userId: number) =>
  t.db.selectFrom('audit').selectAll().where('action', '=', 'member.rank-changed').where('subject_id', '=', String(userId)).execute()

test('a promotion and a demotion are on record with their reason, before and after', async () => {
  const { version } = await page()
  const promoted = (await change(to('Officer I', version))).json<Member>()
  expect(promoted).toMatchObject({
    userDepartments: [{ rankName: 'Officer I' }],
    rankChanges: [{ fromRank: 'Cadet', toRank: 'Officer I', kind: 'promotion', reason: 'Good work', author: { name: 'The staff' } }],
  })
  expect(promoted.version).toBeGreaterThan(version)
  const demoted = (await change(to('Reserve Officer', promoted.version))).json<Member>()
  expect(demoted.rankChanges[0]).toMatchObject({ kind: 'demotion', department: { name: 'LSPD' } })
  const none = (await change({ ...to('Cadet', demoted.version), rankId: null })).json<Member>()
  expect(none.rankChanges[0]).toMatchObject({ kind: 'change', toRank: null })
  expect(await audits(member.userId)).toMatchObject([
    { before: { rank: 'Cadet' }, after: { rank: 'Officer I', kind: 'promotion', reason: 'Good work' } },
    { after: { kind: 'demotion' } },
    { before: { rank: 'Reserve Officer' }, after: { rank: null } },
  ])
})

test('a rank that an admin changes with the account is in the history too', async () => {
  await t.db
    .updateTable('user_departments')
    .set({ rank_id: ranks.get('Captain')! })
    .where('user_id', '=', member.userId)
    .execute()
  expect((await page()).rankChanges).toMatchObject([
    { fromRank: 'Cadet', toRank: 'Captain', kind: 'promotion', author: null, reason: 'Changed with the account' },
  ])
})

test("a promotion reaches the member's open page", async () => {
  const socket = await t.connect(member.token)
  await joinRoom(socket, 'user', { userId: member.userId })
  const received = nextEvent(socket, 'delta')
  const { version } = (await change(to('Sergeant', (await page()).version))).json<Member>()
  expect(await received).toMatchObject({
    seq: version,
    event: 'user.changed',
    payload: { version, userDepartments: [{ rankName: 'Sergeant' }] },
  })
})

test('bad input is named and changes nothing', async () => {
  const before = await page()
  const other = await t.db.selectFrom('ranks').select('id').where('department_id', '=', DEPARTMENT.FIRE).executeTakeFirstOrThrow()
  const bad = async (field: string, more: object) => {
    const response = await change({ ...to('Chief', before.version), ...more })
    expect([response.statusCode, response.json().field]).toEqual([400, field])
  }
  await bad('reason', { reason: ' ' })
  await bad('rankId', { rankId: other.id })
  await bad('rankId', { rankId: ranks.get('Cadet') })
  await bad('departmentId', { departmentId: DEPARTMENT.FIRE, rankId: other.id })
  await bad('version', { version: 'new' })
  expect(await page()).toEqual(before)
})

test('of two rank changes of the same member at once, one is made and the other is a conflict', async () => {
  const { version } = await page()
  const admin = await t.as('admin')
  const responses = await Promise.all([change(to('Officer I', version)), change(to('Officer II', version), admin)])
  expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
  const refused = responses.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json().message).toBe('This member has changed since you opened their page')
  expect((await page()).rankChanges).toHaveLength(1)
})

test('a rank retired at the same moment is never given', async () => {
  const admin = await t.as('admin')
  for (let round = 0; round < 6; round += 1) {
    const made = (await admin.post(`/api/departments/${DEPARTMENT.LSPD}/ranks`, { rankName: `Brief ${round}` })).json()
    const { rankId } = made.ranks.at(-1)
    const { version } = await page()
    const [given, retired] = await Promise.all([
      change({ departmentId: DEPARTMENT.LSPD, rankId, reason: 'Now', version }),
      admin.post(`/api/ranks/${rankId}/retire`, { version: 1, isRetired: true }),
    ])
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([given.statusCode, retired.statusCode])
  }
})

test('a preview says what would happen to each, and changes nothing', async () => {
  const [sergeant, fireman, admin, self] = [
    await t.addPerson({ name: 'Sam', departments: [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }] }),
    await t.addPerson({ name: 'Fin', departments: [{ name: 'FIRE', isPrimary: true }] }),
    await t.addPerson({ name: 'Al', roles: ['Admin'], departments: [{ name: 'LSPD', isPrimary: true }] }),
    await t.person('staff'),
  ]
  const officer = await t.person('officer')
  const before = await page()
  await t.db.insertInto('user_departments').values({ user_id: self.userId, department_id: DEPARTMENT.LSPD }).execute()
  const shown = await preview(
    'Officer II',
    member.userId,
    sergeant.userId,
    officer.userId,
    fireman.userId,
    admin.userId,
    self.userId,
    99999,
  )
  expect(shown.map(({ outcome }) => outcome)).toEqual([
    'promotion',
    'demotion',
    'unchanged',
    'not a member',
    'above you',
    'yourself',
    'not a member',
  ])
  expect(shown[0]).toEqual({
    userId: member.userId,
    name: 'Mel Doe',
    version: before.version,
    fromRank: 'Cadet',
    toRank: 'Officer II',
    outcome: 'promotion',
  })
  expect(await page()).toEqual(before)
  const bad = await staff.post('/api/members/ranks/preview', { departmentId: DEPARTMENT.FIRE, toRankId: ranks.get('Chief'), userIds: [1] })
  expect([bad.statusCode, bad.json().field]).toEqual([400, 'toRankId'])
  expect((await staff.post('/api/members/ranks/preview', bulk('Chief', { userIds: [] }))).json().field).toBe('userIds')
  for (const path of ['/api/members/ranks/preview', '/api/members/ranks']) {
    expect((await (await t.as('officer')).post(path, bulk('Chief', { userIds: [1] }))).statusCode).toBe(403)
  }
})

test('all members are changed as previewed, each with history and audit', async () => {
  const other = await cadet('Nell Roe')
  const members = await preview('Officer I', member.userId, other.userId)
  const response = await apply('Officer I', members)
  expect(response.json()).toEqual({ changed: 2 })
  for (const { userId } of members) {
    expect((await page({ ...member, userId })).rankChanges).toMatchObject([{ kind: 'promotion', reason: 'End of term' }])
    expect(await audits(userId)).toHaveLength(1)
  }
  expect((await apply('Officer I', await preview('Officer I', member.userId))).json()).toEqual({ changed: 0 })
})

test('if one member has changed since the preview, nobody is changed, and the error names them', async () => {
  const other = await cadet('Nell Roe')
  const members = await preview('Officer I', member.userId, other.userId)
  await t.db.updateTable('users').set({ name: 'Nell Moved' }).where('id', '=', other.userId).execute()
  const response = await apply('Officer I', members)
  expect([response.statusCode, response.json().message]).toEqual([409, 'Nothing was changed: Nell Moved changed since the preview'])
  expect((await page()).rankChanges).toEqual([])
})

test('with a member above, oneself or a stranger among them, nobody is changed', async () => {
  const admin = await t.addPerson({ name: 'Al', roles: ['Admin'], departments: [{ name: 'LSPD', isPrimary: true }] })
  const fireman = await t.addPerson({ name: 'Fin', departments: [{ name: 'FIRE', isPrimary: true }] })
  const self = await t.person('staff')
  for (const [{ userId }, statusCode] of [[admin, 403] as const, [self, 403] as const, [fireman, 400] as const]) {
    expect((await apply('Officer I', await preview('Officer I', member.userId, userId))).statusCode).toBe(statusCode)
  }
  const [twice] = await preview('Officer I', member.userId)
  expect((await apply('Officer I', [twice!, twice!])).statusCode).toBe(400)
  expect((await page()).rankChanges).toEqual([])
})

test('of two bulk changes of the same members at once, one is made completely and the other not at all', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, (_, nth) => cadet(`Many ${nth}`)))
  const members = await preview('Officer I', ...people.map(({ userId }) => userId))
  const responses = await Promise.all([
    apply('Officer I', members),
    apply('Officer II', members.toReversed(), await t.as('admin')),
    apply('Captain', members, await t.as('root')),
  ])
  expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409])
  const after = await preview('Chief', ...people.map(({ userId }) => userId))
  expect(new Set(after.map(({ fromRank }) => fromRank)).size).toBe(1)
})
