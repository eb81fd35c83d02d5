import { UNIT_STATUS, UNIT_TYPE } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dispatcher: Member
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dispatcher = await d.onDuty({ department: 'COMM', name: 'Dana' })
})
afterAll(() => t.close())

const patrolsOf = (userId: number) => t.db.selectFrom('patrols').selectAll().where('user_id', '=', userId).orderBy('id').execute()
const versionOf = async (userId: number) =>
  (await t.db.selectFrom('users').select('access_version').where('id', '=', userId).executeTakeFirstOrThrow()).access_version

test('a new community has beats of each area', async () => {
  const beats: { area: string; name: string }[] = (await dispatcher.http.get('/api/patrol/beats')).json()
  expect(new Set(beats.map(({ area }) => area))).toEqual(new Set(['Twin Falls', 'Twin Falls County', 'Both']))
})

test('going on duty creates a unit with the class of its department, starts a patrol, and changes the account at once', async () => {
  const { http, userId } = await t
    .addPerson({ departments: [{ name: 'FIRE', isPrimary: true }] })
    .then((p) => ({ ...p, http: t.http(p.token) }))
  expect((await http.get(`/api/patrol/unit/${userId}`)).json()).toBeNull()
  const response = await http.post('/api/patrol/unit/save', { serverId: 1, departmentId: 6, identifier: ' E-7 ', beatId: 2 })
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.json()).toMatchObject({
    userId,
    serverId: 1,
    department: { departmentId: 6, name: 'FIRE', type: 'Fire' },
    unitClass: 3,
    identifier: 'E-7',
    type: UNIT_TYPE.Patrol,
    beatId: 2,
    status: UNIT_STATUS.inService,
    callId: null,
  })
  expect((await http.get('/api/auth/me')).json().duty).toEqual({ serverId: 1, unitClass: 3, type: 1 })
  expect(await patrolsOf(userId)).toMatchObject([{ department_id: 6, server_id: 1, ended_at: null }])
})

test('any status can follow any other, by number, by GET; the account changes only with duty', async () => {
  const officer = await d.onDuty()
  const before = await versionOf(officer.userId)
  for (const status of [2, 3, 4, 5, 6, 7, 2, 7, 3]) {
    const response = await d.status(officer, officer, status)
    expect(response.json()).toMatchObject({ status, userId: officer.userId })
    expect(response.headers['cache-control']).toBe('no-store')
  }
  expect(await versionOf(officer.userId)).toBe(before)
  const [patrol] = await patrolsOf(officer.userId)
  const segments = await t.db.selectFrom('patrol_stretches').select('status').where('patrol_id', '=', patrol!.id).orderBy('at').execute()
  expect(segments.map(({ status }) => status)).toEqual([3, 2, 3, 4, 5, 6, 7, 2, 7, 3])

  expect((await d.status(officer, officer, 1)).json()).toMatchObject({ status: 1, onDutySince: null, identifier: officer.identifier })
  expect(await versionOf(officer.userId)).toBe(before + 1)
  expect((await patrolsOf(officer.userId))[0]!.ended_at).not.toBeNull()
  expect((await officer.http.get('/api/auth/me')).json().duty).toBeNull()

  // Back on duty as before, but on a new patrol.
  expect((await d.status(officer, officer, 3)).json()).toMatchObject({ status: 3, identifier: officer.identifier })
  expect(await patrolsOf(officer.userId)).toHaveLength(2)
})

test('setting the same status again changes nothing, neither its time nor the log', async () => {
  const officer = await d.onDuty()
  const first = (await d.status(officer, officer, 4)).json()
  expect((await d.status(officer, officer, 4)).json()).toEqual(first)
})

test('dispatchers and staff can change any unit, officers and civilians only their own', async () => {
  const [officer, other, civilian] = [await d.onDuty(), await d.onDuty(), await d.onDuty({ department: 'CIV' })]
  const staff = { http: await t.as('staff') }
  for (const by of [dispatcher, staff]) expect((await d.status(by, officer, 4)).statusCode).toBe(200)
  const { callId } = await d.call(dispatcher)
  for (const by of [other, civilian]) {
    expect((await d.status(by, officer, 3)).statusCode).toBe(403)
    expect((await d.assign(by, officer, callId)).statusCode).toBe(403)
    expect((await by.http.post(`/api/patrol/unit/identifier/${officer.userId}`, { identifier: 'X' })).statusCode).toBe(403)
    expect((await by.http.post(`/api/patrol/unit/beat/${officer.userId}`, { beatId: 1 })).statusCode).toBe(403)
  }
  expect((await civilian.http.get('/api/patrol/units/1')).statusCode).toBe(403)
  expect((await civilian.http.get(`/api/patrol/unit/${officer.userId}`)).statusCode).toBe(403)
  expect((await d.assign(civilian, civilian, callId)).statusCode).toBe(403)
  expect((await d.assign(dispatcher, civilian, callId)).statusCode).toBe(409)
  expect((await d.status(civilian, civilian, 4)).statusCode).toBe(200)
  expect((await d.unit(officer, officer)).status).toBe(4)
})

test('communications without the type Dispatcher directs nobody, and a dispatcher directs nobody on another server', async () => {
  const officer = await d.onDuty()
  const callTaker = await d.onDuty({ department: 'COMM', type: UNIT_TYPE.Patrol })
  expect((await d.status(callTaker, officer, 4)).statusCode).toBe(403)
  const { serverId } = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Second' })).json()
  const elsewhere = await d.onDuty({ department: 'COMM', serverId })
  expect((await d.status(elsewhere, officer, 4)).statusCode).toBe(403)
  expect((await elsewhere.http.get('/api/patrol/units/1')).statusCode).toBe(403)
  expect((await elsewhere.http.get(`/api/patrol/units/${serverId}`)).json()).toHaveLength(1)
})

test('call sign and beat can be changed alone', async () => {
  const officer = await d.onDuty()
  const { callId } = await d.call(dispatcher)
  await d.assign(dispatcher, officer, callId)
  const renamed = await officer.http.post(`/api/patrol/unit/identifier/${officer.userId}`, { identifier: '9A99' })
  expect(renamed.json()).toMatchObject({ identifier: '9A99', callId, status: 5 })
  expect((await d.detail(officer, callId)).units).toMatchObject([{ identifier: '9A99' }])
  expect(await d.texts(officer, callId)).toContain(`${officer.identifier} is now 9A99`)
  const moved = await dispatcher.http.post(`/api/patrol/unit/beat/${officer.userId}`, { beatId: 3 })
  expect(moved.json()).toMatchObject({ beatId: 3, identifier: '9A99', callId })
  expect((await officer.http.post(`/api/patrol/unit/beat/${officer.userId}`, { beatId: null })).json()).toMatchObject({ beatId: null })
})

test('saving while on duty keeps call and patrol; another server starts another patrol, and the call is pending again', async () => {
  const officer = await d.onDuty()
  const { callId } = await d.call(dispatcher)
  await d.assign(dispatcher, officer, callId)
  const same = await d.save(officer, { serverId: 1, departmentId: 2, identifier: '1A1', type: 2, beatId: 1 })
  expect(same.json()).toMatchObject({ identifier: '1A1', type: 2, beatId: 1, callId, status: 5 })
  expect(await patrolsOf(officer.userId)).toHaveLength(1)
  const { serverId } = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Third' })).json()
  const moved = await d.save(officer, { serverId, departmentId: 2, identifier: '1A1' })
  expect(moved.json()).toMatchObject({ serverId, callId: null, status: 3 })
  expect((await patrolsOf(officer.userId)).map(({ ended_at }) => ended_at === null)).toEqual([false, true])
  expect(await d.detail(dispatcher, callId)).toMatchObject({ status: 'pending', primaryUserId: null })
})

test('a member who loses the department loses the rights of duty', async () => {
  const officer = await d.onDuty()
  expect((await officer.http.get('/api/patrol/units/1')).statusCode).toBe(200)
  await t.db.deleteFrom('user_departments').where('user_id', '=', officer.userId).execute()
  expect((await officer.http.get('/api/patrol/units/1')).statusCode).toBe(403)
  await until('off the board', async () => (await d.unit(dispatcher, officer)).status === 1)
  expect((await patrolsOf(officer.userId))[0]!.ended_at).not.toBeNull()
})

test('a unit can be sent back as it was received: only the changed fields change', async () => {
  const officer = await d.onDuty()
  const { callId } = await d.call(dispatcher)
  await d.assign(dispatcher, officer, callId)
  const unit = await d.unit(officer, officer)
  expect((await d.save(officer, unit)).json()).toEqual(unit)
  const busy = await d.save(officer, { ...unit, status: UNIT_STATUS.onScene, channel: 'TAC 2', beatId: 2 })
  expect(busy.json()).toMatchObject({ callId, status: UNIT_STATUS.onScene, channel: 'TAC 2', beatId: 2 })
  expect((await d.save(officer, { ...unit, callId: null })).json()).toMatchObject({ callId: null })
  expect((await d.save(officer, { ...unit, status: UNIT_STATUS.offDuty })).json()).toMatchObject({ status: UNIT_STATUS.offDuty })
  const off = await d.unit(officer, officer)
  expect((await d.save(officer, off)).json(), 'off duty it stays off duty').toEqual(off)
  await d.clear(dispatcher, callId)
})

test("another member's unit is changed by a dispatcher of its server only, and never the caller's own instead", async () => {
  const [officer, other] = [await d.onDuty(), await d.onDuty()]
  const { callId } = await d.call(dispatcher)
  const [unit, own] = [await d.unit(officer, officer), await d.unit(dispatcher, dispatcher)]
  expect((await d.save(other, { ...unit, identifier: 'MINE' })).statusCode).toBe(403)
  const sent = await d.save(dispatcher, { ...unit, identifier: 'X-1', callId, status: UNIT_STATUS.onScene })
  expect(sent.json()).toMatchObject({ userId: officer.userId, identifier: 'X-1', callId, status: UNIT_STATUS.onScene })
  expect(await d.unit(dispatcher, dispatcher)).toEqual(own)
  expect((await d.save(dispatcher, { ...unit, serverId: 2 })).statusCode).toBe(409)
  expect((await d.save(dispatcher, { ...unit, departmentId: 3, department: undefined })).statusCode).toBe(409)
  await d.status(officer, officer, UNIT_STATUS.offDuty)
  expect((await d.save(dispatcher, { ...unit, status: UNIT_STATUS.inService })).statusCode, 'nobody is put on duty').toBe(409)
  const off = await d.unit(officer, officer)
  const tuned = await d.save(dispatcher, { ...off, status: undefined, channel: 'TAC 1' })
  expect(tuned.statusCode, 'nor on a channel while off it').toBe(409)
  await d.clear(dispatcher, callId)
})

test.each([
  ['no server', { departmentId: 2, identifier: 'A' }, 'serverId'],
  ['no department', { serverId: 1, identifier: 'A' }, 'departmentId'],
  ['an unknown server', { serverId: 999, departmentId: 2, identifier: 'A' }, 'serverId'],
  ["a department that isn't theirs", { serverId: 1, departmentId: 3, identifier: 'A' }, 'departmentId'],
  ['no call sign', { serverId: 1, departmentId: 2, identifier: '  ' }, 'identifier'],
  ['a call sign too long', { serverId: 1, departmentId: 2, identifier: 'x'.repeat(17) }, 'identifier'],
  ['another type', { serverId: 1, departmentId: 2, identifier: 'A', type: 4 }, 'type'],
  ['a dispatcher who is police', { serverId: 1, departmentId: 2, identifier: 'A', type: 3 }, 'type'],
  ['an unknown beat', { serverId: 1, departmentId: 2, identifier: 'A', beatId: 999 }, 'beatId'],
])('%s: refused at its field', async (_what, body, field) => {
  const person = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
  const response = await t.http(person.token).post('/api/patrol/unit/save', body)
  expect(response.statusCode).toBe(400)
  expect(response.json().field).toBe(field)
  expect(await t.db.selectFrom('units').select('user_id').where('user_id', '=', person.userId).execute()).toEqual([])
})

test('references to missing records are refused by name', async () => {
  const officer = await d.onDuty()
  expect((await d.status(officer, officer, 8)).json()).toMatchObject({ code: 'invalid_input', field: 'status' })
  expect((await d.status(dispatcher, { userId: 999_999 }, 3)).statusCode).toBe(404)
  expect((await d.assign(dispatcher, officer, 999_999)).json()).toMatchObject({ code: 'not_found', field: 'callId' })
  const never = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
  expect((await d.status({ http: t.http(never.token) }, never, 3)).statusCode).toBe(404)
  await d.status(officer, officer, 1)
  const { callId } = await d.call(dispatcher)
  expect((await d.assign(dispatcher, officer, callId)).json().message).toBe(`${officer.identifier} is off duty`)
  expect((await d.status(dispatcher, officer, 3)).statusCode).toBe(409)
})
