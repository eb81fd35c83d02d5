import { DEPARTMENT, type CurrentUser, type DepartmentPerson, type MemberEffects, type PageOf } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import { dispatchOf } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'

const { LSPD, BCSO, FIRE } = DEPARTMENT
let t: TestPortal
let staff: Http
let chief: Http
let chiefId: number
let member: Person
let cadet: number
let chiefRank: number
beforeAll(async () => {
  t = await startTestPortal()
  staff = await t.as('staff')
  const rankId = async (name: string) =>
    (await t.db.selectFrom('ranks').select('id').where('department_id', '=', LSPD).where('name', '=', name).executeTakeFirstOrThrow()).id
  cadet = await rankId('Cadet')
  chiefRank = await rankId('Chief')
  await sql`update ranks set capabilities = ${['headDepartment']} where id = ${chiefRank}`.execute(t.db)
  const person = await t.addPerson({ name: 'The chief', departments: [{ name: 'LSPD', rank: 'Chief', isPrimary: true }] })
  chiefId = person.userId
  chief = t.http(person.token)
})
beforeEach(async () => {
  member = await t.addPerson({ name: 'Mel Doe' })
})
afterAll(() => t.close())

const own = async () => (await t.http(member.token).get('/api/auth/me')).json<CurrentUser>()
const inWords = async () =>
  (await own()).userDepartments.map(({ department, rankName, isPrimary }) => [department.name, rankName, isPrimary] as const)
type Move = { from?: number | null; to?: { departmentId: number; rankId: number | null } | null }
const move = async (http: Http, moved: Move, userId = member.userId) => {
  const { version } = await t.db.selectFrom('users').select('access_version as version').where('id', '=', userId).executeTakeFirstOrThrow()
  return http.post(`/api/members/${userId}/departments`, { move: moved, reason: 'They asked', version })
}
const to = (departmentId: number, rankId: number | null = null) => ({ departmentId, rankId })
const preview = async (http: Http, moved: Move) =>
  (await http.post('/api/entitlements/preview', { userId: member.userId, move: moved })).json<MemberEffects>()
const people = async (query: string, departmentId: number = LSPD, http = chief) =>
  (await http.get(`/api/departments/${departmentId}/people?${query}`)).json<PageOf<DepartmentPerson>>()

test('the head of a department adds a member, transfers them out of it and removes them, and the member is told', async () => {
  expect((await move(chief, { to: to(LSPD, cadet) })).statusCode).toBe(200)
  expect(await inWords()).toEqual([['LSPD', 'Cadet', true]])
  expect((await move(chief, { from: LSPD, to: to(BCSO) })).statusCode).toBe(200)
  expect(await inWords()).toEqual([['BCSO', null, true]])
  expect((await move(chief, { to: to(LSPD) })).statusCode).toBe(200)
  expect((await move(chief, { from: LSPD })).statusCode).toBe(200)
  expect(await inWords()).toEqual([['BCSO', null, true]])

  const notices = await t.db.selectFrom('notices').select(['title', 'text']).where('user_id', '=', member.userId).orderBy('id').execute()
  expect(notices).toMatchObject([{ title: 'You joined LSPD', text: 'They asked' }, { title: 'You joined BCSO. You left LSPD' }, {}, {}])
  const audited = await t.db.selectFrom('audit').selectAll().where('action', '=', 'member.departments-changed').orderBy('id').execute()
  expect(audited[0]).toMatchObject({
    actor_id: chiefId,
    before: { departments: [] },
    after: { departments: ['LSPD'], reason: 'They asked' },
  })
})

test.each<[string, () => Move, string]>([
  ['a member to another department', () => ({ to: to(BCSO) }), 'You do not head this department'],
  ['a member out of another department', () => ({ from: FIRE }), 'You do not head the department that they leave'],
  ['a rank in another department', () => ({ from: LSPD, to: to(BCSO, 1) }), 'join it without a rank'],
])('a head neither moves nor previews anybody beyond their own department: %s', async (_what, moved, words) => {
  await sql`insert into user_departments (user_id, department_id, is_primary) values (${member.userId}, ${FIRE}, true), (${member.userId}, ${LSPD}, false)`.execute(
    t.db,
  )
  const [given] = await t.db.selectFrom('ranks').select('id').where('department_id', '=', BCSO).limit(1).execute()
  const asked = moved()
  const wanted = asked.to?.rankId === 1 ? { ...asked, to: to(BCSO, given!.id) } : asked
  const before = await inWords()
  const response = await move(chief, wanted)
  expect([response.statusCode, response.json().message]).toEqual([403, expect.stringContaining(words)])
  const previewed = await chief.post('/api/entitlements/preview', { userId: member.userId, move: wanted })
  expect([previewed.statusCode, previewed.json().message]).toEqual([403, expect.stringContaining(words)])
  expect(await inWords()).toEqual(before)
})

test('a head changes neither members above them, nor themselves, nor gives more than they have', async () => {
  const { userId } = await t.person('admin')
  expect((await move(chief, { to: to(LSPD) }, userId)).statusCode).toBe(403)
  expect((await move(chief, { from: LSPD }, chiefId)).json().message).toBe("You can't promote or demote yourself: ask someone else")

  await sql`update ranks set capabilities = ${['seeLookups']} where id = ${cadet}`.execute(t.db)
  const refused = await move(chief, { to: to(LSPD, cadet) })
  expect([refused.statusCode, refused.json().field]).toEqual([403, 'move.to.rankId'])
  expect((await preview(chief, { to: to(LSPD, cadet) })).refusals).toHaveLength(1)
  expect((await move(staff, { to: to(LSPD, cadet) })).statusCode).toBe(200)
  await sql`update ranks set capabilities = '{}' where id = ${cadet}`.execute(t.db)
})

const rank = async (http: Http, rankId: number | null, departmentId: number = LSPD, userId = member.userId) => {
  const { version } = await t.db.selectFrom('users').select('access_version as version').where('id', '=', userId).executeTakeFirstOrThrow()
  return http.post(`/api/departments/${departmentId}/people/${userId}/rank`, { rankId, reason: 'Passed the course', version })
}

test('a head changes ranks in their department, sees before what that changes and nothing else of the member, who is told', async () => {
  await move(chief, { to: to(LSPD) })
  const previewed = await chief.post('/api/entitlements/preview', { userId: member.userId, rank: to(LSPD, chiefRank) })
  expect(previewed.json<MemberEffects>().portal.added).toEqual(['add, transfer, promote and remove members in LSPD'])
  const changed = await rank(chief, cadet)
  expect([changed.statusCode, Object.keys(changed.json())]).toEqual([200, ['userId', 'version']])
  expect(await inWords()).toEqual([['LSPD', 'Cadet', true]])
  expect((await people('q=mel%20d')).items).toContainEqual(expect.objectContaining({ userId: member.userId, rankId: cadet }))
  const notice = t.db.selectFrom('notices').select(['title', 'text']).where('user_id', '=', member.userId).orderBy('id', 'desc')
  expect(await notice.executeTakeFirst()).toEqual({ title: 'Your rank is now Cadet', text: 'Passed the course' })
  const change = t.db.selectFrom('rank_changes').select(['author_id', 'reason']).where('user_id', '=', member.userId).orderBy('id', 'desc')
  expect(await change.executeTakeFirst()).toEqual({ author_id: chiefId, reason: 'Passed the course' })
  expect((await rank(chief, null)).statusCode).toBe(200)
  expect(await inWords()).toEqual([['LSPD', null, true]])
})

test('a head changes no rank elsewhere, above them, of themselves, of somebody who left, or from an older page', async () => {
  await move(staff, { to: to(FIRE) })
  const before = await own()
  const answer = async (response: Awaited<ReturnType<typeof rank>>) => [response.statusCode, response.json().field]
  expect(await answer(await rank(chief, null, FIRE))).toEqual([403, undefined])
  const elsewhere = { userId: member.userId, rank: to(FIRE, null) }
  expect(await answer(await chief.post('/api/entitlements/preview', elsewhere))).toEqual([403, 'rank.departmentId'])
  expect(await answer(await rank(chief, cadet))).toEqual([400, 'departmentId'])
  expect(await answer(await rank(chief, cadet, LSPD, chiefId))).toEqual([403, 'rankId'])
  expect(await answer(await rank(chief, cadet, LSPD, (await t.person('admin')).userId))).toEqual([403, undefined])
  const stale = { rankId: cadet, reason: 'Late', version: before.version - 1 }
  await move(staff, { to: to(LSPD) })
  expect((await chief.post(`/api/departments/${LSPD}/people/${member.userId}/rank`, stale)).statusCode).toBe(409)
  expect(await inWords()).toEqual([
    ['FIRE', null, true],
    ['LSPD', null, false],
  ])
})

test('heads of one department neither demote, remove nor transfer each other; staff and those who manage members do', async () => {
  await move(staff, { to: to(LSPD, chiefRank) })
  const words = 'They head this department too: only staff change their rank or move them'
  const before = await inWords()
  for (const refused of [
    await rank(chief, cadet),
    await rank(chief, null),
    await move(chief, { from: LSPD }),
    await move(chief, { from: LSPD, to: to(BCSO) }),
    await chief.post('/api/entitlements/preview', { userId: member.userId, rank: to(LSPD, cadet) }),
    await chief.post('/api/entitlements/preview', { userId: member.userId, move: { from: LSPD } }),
  ])
    expect([refused.statusCode, refused.json().message]).toEqual([403, words])
  expect(await inWords()).toEqual(before)
  const listed = async (userId: number) => (await people('q=')).items.find((each) => each.userId === userId)
  expect(await listed(member.userId)).toMatchObject({ isHead: true, isAbove: false })

  const manager = await t.addPerson({
    departments: [{ name: 'LSPD', rank: 'Chief', isPrimary: true }],
    permissions: ['MANAGE_MEMBERS'],
  })
  expect((await rank(t.http(manager.token), cadet)).statusCode).toBe(200)
  expect(await listed(member.userId)).toMatchObject({ isHead: false })
  expect((await rank(chief, chiefRank)).statusCode, 'a head makes another one').toBe(200)
  expect((await rank(staff, cadet)).statusCode).toBe(200)
  expect((await rank(chief, null)).statusCode).toBe(200)
})

test('staff move members between all departments, and the preview says what changes', async () => {
  expect((await preview(staff, { to: to(LSPD, chiefRank) })).portal).toEqual({
    added: ['add, transfer, promote and remove members in LSPD'],
    removed: [],
  })
  expect((await move(staff, { to: to(LSPD, chiefRank) })).statusCode).toBe(200)
  expect((await preview(staff, { from: LSPD, to: to(FIRE) })).portal.removed).toHaveLength(1)
})

test('the first of the other departments becomes the primary one', async () => {
  await move(staff, { to: to(FIRE) })
  await move(staff, { to: to(LSPD, cadet) })
  expect((await inWords())[0]).toEqual(['FIRE', null, true])
  await move(staff, { from: FIRE })
  expect(await inWords()).toEqual([['LSPD', 'Cadet', true]])
})

test('someone on duty for the department that they leave is off duty', async () => {
  const officer = await dispatchOf(t).onDuty({ name: 'Ann' })
  expect((await move(staff, { from: LSPD }, officer.userId)).statusCode).toBe(200)
  const status = () => t.db.selectFrom('units').select('status').where('user_id', '=', officer.userId).executeTakeFirst()
  await expect.poll(status).toEqual({ status: 1 })
})

test('bad input is named and changes nothing', async () => {
  await move(staff, { to: to(LSPD) })
  const before = await own()
  const bad = async (moved: Move, field: string) => expect((await move(staff, moved)).json()).toMatchObject({ field })
  await bad({}, 'move.to')
  await bad({ from: LSPD, to: to(LSPD) }, 'move.to')
  await bad({ to: to(LSPD) }, 'move.to.departmentId')
  await bad({ from: FIRE }, 'move.from')
  await bad({ to: to(FIRE, cadet) }, 'move.to.rankId')
  await bad({ to: to(9999) }, 'move.to.departmentId')
  const stale = { move: { from: LSPD }, reason: 'Late', version: before.version - 1 }
  expect((await staff.post(`/api/members/${member.userId}/departments`, stale)).statusCode).toBe(409)
  expect(await own()).toEqual(before)
})

test('a head lists their department by name, and finds members to add by part of a name', async () => {
  await move(staff, { to: to(FIRE) })
  expect((await people('q=mel')).items.filter(({ userId }) => userId === member.userId)).toEqual([])
  expect((await people('q=mel&others=true')).items).toContainEqual(
    expect.objectContaining({ userId: member.userId, name: 'Mel Doe', isInDepartment: false, otherDepartments: ['FIRE'], isAbove: false }),
  )
  await move(chief, { to: to(LSPD, cadet) })
  const { items } = await people('q=mel%20d')
  expect(items.find(({ userId }) => userId === member.userId)).toMatchObject({ rankName: 'Cadet', isInDepartment: true })
  expect((await chief.get(`/api/departments/${LSPD}/people?others=true&q=m`)).json()).toMatchObject({ field: 'q' })
  expect(JSON.stringify(items)).not.toContain('@example.com')
})

test('moves and changes of ranks in a department are counted together, by the hour and for each member who makes them', async () => {
  const busy = t.http((await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Chief', isPrimary: true }] })).token)
  const changeRank = () => busy.post(`/api/departments/${LSPD}/people/${member.userId}/rank`, {})
  const statuses = new Set<number>()
  for (let calls = 0; calls < AN_HOUR.memberMoves; calls += 1) {
    statuses.add((calls % 2 === 0 ? await changeRank() : await busy.post(`/api/members/${member.userId}/departments`, {})).statusCode)
  }
  expect([...statuses]).toEqual([400])
  expect([(await changeRank()).statusCode, (await move(busy, { to: to(LSPD) })).statusCode]).toEqual([429, 429])
  expect((await move(chief, { to: to(LSPD) })).statusCode).toBe(200)
})
