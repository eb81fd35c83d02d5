import {
  SHIPPED_MEASURES,
  bolosSwitch,
  communityNameSetting,
  DEPARTMENT,
  ENDPOINTS,
  featureSwitch,
  finesSwitch,
  leaveSwitch,
  medicalSwitch,
  quotasSwitch,
  ownersSeeLookups,
  replaySwitch,
  ticketsSwitch,
  votesSwitch,
  warrantsSwitch,
  portal911,
  ROOMS,
  type MemberPatrols,
  type PageOf,
  type PatrolOverview,
  type PatrolRules,
  type PatrolSummary,
  type Room,
  type SettingState,
  SHIPPED_LOOK,
  UTC_CALENDAR,
} from '@tenfour/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { assertEverySwitchIsDeclared } from '../../../platform/settings/switches.ts'
import { startDispatch, type Dispatch, type Member } from '../../../testing/test-dispatch.ts'
import { joinRoom, startTestPortal, until, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf } from '../../../testing/test-records.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let d: Dispatch
let dispatcher: Member
let officer: Member
let civilian: Member
let admin: Http
beforeAll(async () => {
  ;({ t, d, dispatcher, officer } = await startDispatch())
  civilian = await d.onDuty({ department: 'CIV', name: 'Casey' })
  admin = await t.as('admin')
})
afterAll(() => t.close())
afterEach(() => flip(true))

const PATH = `/api/settings/${portal911.key}`
const stateOf = async (http: Http): Promise<SettingState> =>
  (await http.get('/api/settings')).json<SettingState[]>().find(({ key }) => key === portal911.key)!
const flip = async (value: boolean) => {
  const response = await admin.put(PATH, { value, version: (await stateOf(admin)).version })
  expect(response.statusCode).toBe(200)
}
const call911 = (by: Pick<Member, 'http'>, over: object = {}) =>
  by.http.post('/api/cad/call', { serverId: 1, narrative: 'Help', location: 'Legion Square', ...over })
const own = (by: Pick<Member, 'http'>) => by.http.get('/api/cad/calls/mine')
const FEATURE_OFF = { code: 'feature_off', message: portal911.offMessage }

test('every switch is on by default', async () => {
  expect(await stateOf(admin)).toMatchObject({ value: true, source: 'default' })
  expect((await call911(civilian)).statusCode).toBe(200)
})

test('calls of a feature that is switched off answer 404 feature_off and change nothing; its data is back when it is switched on', async () => {
  const before = (await call911(civilian)).json<{ callId: number }>()
  await flip(false)
  const [made, listed] = [await call911(civilian), await own(civilian)]
  for (const response of [made, listed]) {
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject(FEATURE_OFF)
  }
  await flip(true)
  const { items } = (await own(civilian)).json<{ items: { callId: number }[] }>()
  expect(items[0]).toMatchObject({ callId: before.callId, status: 'pending' })
})

test('while calls of civilians are switched off, officers and dispatchers still create calls, also 911 calls that they take', async () => {
  await flip(false)
  expect((await call911(officer)).statusCode).toBe(200)
  expect((await call911(dispatcher, { source: '911' })).json()).toMatchObject({ source: '911' })
})

test('a caller who may not use the feature is not told about the switch', async () => {
  await flip(false)
  expect((await t.http().get('/api/cad/calls/mine')).statusCode).toBe(401)
  expect((await call911({ http: await t.as('member') })).statusCode).toBe(403)
})

test('open work is counted: civilians’ open calls from the portal, and no others', async () => {
  const count = async () => (await admin.get(`${PATH}/open`)).json<{ count: number; text: string }[]>()
  const [{ count: before } = { count: 0 }] = await count()
  const { callId } = (await call911(civilian)).json<{ callId: number }>()
  await call911(dispatcher, { source: '911' })
  expect(await count()).toEqual([{ count: before + 1, text: expect.stringMatching(/^\d+ emergency calls? (is|are) open$/) }])
  await d.clear(dispatcher, callId)
  expect((await count())[0]?.count ?? 0).toBe(before)
  expect((await admin.get('/api/settings/welfare.grace-minutes/open')).json()).toMatchObject({ code: 'not_found', field: 'key' })
})

test('every node and every open page is told of a switch at once, and loaded pages carry it', async () => {
  const other = await startTestPortal({ database: t.database })
  try {
    const watching = await watchRoom(other, civilian.token, 'features', {})
    expect(watching.snapshot).toEqual({
      switchedOff: [ownersSeeLookups.key],
      calendar: UTC_CALENDAR,
      communityName: 'My Community',
      look: SHIPPED_LOOK,
      sounds: {},
      measures: SHIPPED_MEASURES,
    })
    await flip(false)
    const off = { event: 'features.changed', payload: { switchedOff: [portal911.key, ownersSeeLookups.key] } }
    await until('the page is told', async () => watching.deltas.length > 0)
    expect(watching.deltas).toMatchObject([off])
    const casey = other.http(await other.openSession(civilian.userId))
    expect((await call911({ http: casey })).json()).toMatchObject(FEATURE_OFF)
    const config = async () => (await t.http().get('/portal-config.json')).json<{ switchedOff: string[] }>()
    await until('pages carry it', async () => (await config()).switchedOff.includes(portal911.key))
  } finally {
    await other.close()
  }
})

test('every open page is told of a new name of the community, and loaded pages carry it', async () => {
  const watching = await watchRoom(t, civilian.token, 'features', {})
  const key = communityNameSetting.key
  expect((await admin.put(`/api/settings/${key}`, { value: ' ', version: 0 })).json()).toMatchObject({ field: 'value' })
  const saved = await admin.put(`/api/settings/${key}`, { value: ' Blaine County ', version: 0 })
  expect(saved.json()).toMatchObject({ value: 'Blaine County' })
  await until('the page is told', async () => watching.deltas.length > 0)
  expect(watching.deltas).toMatchObject([{ event: 'features.changed', payload: { communityName: 'Blaine County' } }])
  const name = async () => (await t.http().get('/portal-config.json')).json<{ communityName: string }>().communityName
  await until('pages carry it', async () => (await name()) === 'Blaine County')
  await admin.delete(`/api/settings/${key}?version=${saved.json<SettingState>().version}`)
})

test('the room of a feature that is switched off is closed, refuses others, and opens again', async () => {
  const room: { -readonly [K in keyof Room]: Room[K] } = ROOMS.dispatch
  room.featureSwitch = portal911
  try {
    const watching = await watchRoom(t, dispatcher.token, 'dispatch', { serverId: 1 })
    const closed: string[] = []
    watching.socket.on('closed', (key) => void closed.push(key))
    await flip(false)
    await until('it is closed', async () => closed.includes('dispatch:1'))
    const socket = await t.connect(dispatcher.token)
    expect(await joinRoom(socket, 'dispatch', { serverId: 1 })).toMatchObject({ ok: false, ...FEATURE_OFF })
    expect(await joinRoom(socket, 'board', { serverId: 1 }), 'others stay open').toMatchObject({ ok: true })
    await flip(true)
    expect(await joinRoom(socket, 'dispatch', { serverId: 1 })).toMatchObject({ ok: true })
  } finally {
    delete room.featureSwitch
  }
})

test('switching is audited with the value before and after', async () => {
  await flip(false)
  const entry = await t.db
    .selectFrom('audit')
    .selectAll()
    .where('subject_id', '=', portal911.key)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ action: 'setting.changed', before: { value: true }, after: { value: false } })
})

test.each([
  [votesSwitch, 'staff', '/api/discord/votes'],
  [ticketsSwitch, 'staff', '/api/support/tickets'],
  [ticketsSwitch, 'member', '/api/support/own'],
  [replaySwitch, 'staff', '/api/replay/calls/1'],
  [leaveSwitch, 'member', '/api/leaves/own'],
  [warrantsSwitch, 'legal', '/api/warrants'],
  [bolosSwitch, 'officer on duty', '/api/bolos/1'],
  [medicalSwitch, 'medic on duty', '/api/patients?q=Marlowe'],
  [finesSwitch, 'supervisor', `/api/fines/contested/${DEPARTMENT.LSPD}`],
] as const)('$0.title is refused with its own words while it is off, to $1 at $2, and is back at once', async (feature, who, path) => {
  const http =
    who === 'officer on duty'
      ? officer.http
      : who === 'medic on duty'
        ? (await d.onDuty({ department: 'FIRE' })).http
        : who === 'supervisor'
          ? (await recordsOf(t).supervisor()).http
          : await t.as(who)
  const set = async (value: boolean) => {
    const states = (await admin.get('/api/settings')).json<SettingState[]>()
    const { version } = states.find(({ key }) => key === feature.key)!
    expect((await admin.put(`/api/settings/${feature.key}`, { value, version })).statusCode).toBe(200)
  }
  const before = await http.get(path)
  expect((await admin.get(`/api/settings/${feature.key}/open`)).statusCode).toBe(200)
  await set(false)
  const off = await http.get(path)
  expect([off.statusCode, off.json()]).toMatchObject([404, { code: 'feature_off', message: feature.offMessage }])
  await set(true)
  const after = await http.get(path)
  expect([after.statusCode, after.json()]).toEqual([before.statusCode, expect.anything()])
  expect(after.json()).not.toMatchObject({ code: 'feature_off' })
})

test('while BOLOs are off, a lookup shows and hits none', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  expect((await officer.http.post('/api/bolos/1', { kind: 'vehicle', plate: 'OFF1', reason: 'Robbery', expiresAt })).statusCode).toBe(200)
  const bolosOf = async () => (await officer.http.post('/api/lookups', { by: 'plate', plate: 'OFF1' })).json<{ bolos: object[] }>().bolos
  expect(await bolosOf()).toHaveLength(1)
  const set = async (value: boolean) => {
    const { version } = (await admin.get('/api/settings')).json<SettingState[]>().find(({ key }) => key === bolosSwitch.key)!
    await admin.put(`/api/settings/${bolosSwitch.key}`, { value, version })
  }
  await set(false)
  expect(await bolosOf()).toEqual([])
  await set(true)
  expect(await bolosOf()).toHaveLength(1)
})

test('while quotas are off nobody has one or is below it, and what is set is back once they are on', async () => {
  await t.db.insertInto('patrol_quotas').values({ department_id: DEPARTMENT.LSPD, rank_id: null, minutes: 60 }).execute()
  const staff = await t.as('staff')
  const week = `from=2026-03-02&to=2026-03-08&departmentId=${DEPARTMENT.LSPD}`
  const figures = async () => {
    const overview = (await staff.get(`/api/patrols/overview?${week}`)).json<PatrolOverview>()
    const below = (await staff.get(`/api/patrols/members?${week}&only=belowQuota`)).json<PageOf<MemberPatrols>>()
    const own = (await officer.http.get(`/api/patrols/summary/${officer.userId}`)).json<PatrolSummary>()
    return [overview.belowQuota, below.total, own.quotas.map(({ minutes }) => minutes)]
  }
  const set = async (value: boolean) => {
    const { version } = (await admin.get('/api/settings')).json<SettingState[]>().find(({ key }) => key === quotasSwitch.key)!
    expect((await admin.put(`/api/settings/${quotasSwitch.key}`, { value, version })).statusCode).toBe(200)
  }
  const before = await figures()
  expect(before).toEqual([before[1], expect.any(Number), [60]])
  expect(before[1]).toBeGreaterThan(0)
  await set(false)
  expect(await figures()).toEqual([null, 0, []])
  const rules = (await staff.get('/api/patrols/rules')).json<PatrolRules[]>()
  expect(rules.find(({ departmentId }) => departmentId === DEPARTMENT.LSPD)?.minutes, 'who must be in the game is still set here').toBe(60)
  await set(true)
  expect(await figures()).toEqual(before)
})

test('the portal does not start with an endpoint, a room or a job whose switch the contract does not list', () => {
  const unlisted = featureSwitch({ key: 'x.y', title: 'X', help: '', offMessage: '', offEffect: '' })
  const none = { endpoints: {}, rooms: {}, jobs: [] }
  expect(() => assertEverySwitchIsDeclared({ endpoints: ENDPOINTS, rooms: ROOMS, jobs: [] })).not.toThrow()
  const { listOwnCalls } = ENDPOINTS
  for (const planted of [
    { ...none, endpoints: { mine: { ...listOwnCalls, featureSwitch: unlisted } } },
    { ...none, rooms: { desk: { ...ROOMS.desk, featureSwitch: unlisted } } },
    { ...none, jobs: [{ name: 'tidy', featureSwitch: unlisted }] },
  ]) {
    expect(() => assertEverySwitchIsDeclared(planted)).toThrow('Not among the settings of the contract: x.y (')
  }
})
