import type { Call, CallType } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, WEB_KEY, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dispatcher: Member
let officer: Member
let civilian: Member
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dispatcher = await d.onDuty({ department: 'COMM', name: 'Dana' })
  officer = await d.onDuty()
  civilian = await d.onDuty({ department: 'CIV', name: 'Casey' })
})
afterAll(() => t.close())

const write = (by: Member, callId: number, message: unknown) =>
  t
    .http(by.token, WEB_KEY, { headers: { 'content-type': 'application/json' } })
    .post(`/api/cad/call/${callId}/callLog`, JSON.stringify(message))

test('there are types of every priority, each with its departments', async () => {
  const types: { priority: number; classes: number[] }[] = (await officer.http.get('/api/cad/callTypes')).json()
  expect(types.length).toBeGreaterThanOrEqual(25)
  expect(new Set(types.map(({ priority }) => priority))).toEqual(new Set([1, 2, 3, 4]))
  expect(types.every(({ classes }) => classes.length > 0)).toBe(true)
})

test('a call is created, listed, worked and cleared, and its log says so in plain words', async () => {
  const call = await d.call(dispatcher, { callTypeId: 3, narrative: 'Two men', postal: '8020', x: 1.5, y: -2 })
  expect(call.callId).toBeGreaterThanOrEqual(1001)
  expect(call).toMatchObject({
    priority: 1,
    title: 'Shots fired',
    status: 'pending',
    source: 'dispatcher',
    createdBy: { name: 'Dana' },
    version: 1,
  })
  const { callId } = call
  expect((await officer.http.get('/api/cad/calls/active/1')).json()).toContainEqual(call)

  expect((await d.assign(dispatcher, officer, callId)).json()).toMatchObject({ callId, status: 5 })
  await d.status(officer, officer, 6)
  expect((await write(officer, callId, 'One in custody')).json()).toMatchObject({ kind: 'note', text: 'One in custody' })
  const cleared = await d.clear(officer, callId, 'Arrest made')
  expect(cleared.json()).toMatchObject({ status: 'cleared', disposition: 'Arrest made', clearedBy: { userId: officer.userId } })
  expect(cleared.headers['cache-control']).toBe('no-store')

  const detail = await d.detail(dispatcher, callId)
  expect(detail.log.map(({ text }) => text)).toEqual([
    'Created by Dana',
    `${officer.identifier} en route`,
    `${officer.identifier} on scene`,
    'One in custody',
    'Call cleared: Arrest made',
  ])
  const unit = detail.units[0]!
  expect(unit).toMatchObject({ identifier: officer.identifier, isPrimary: true, assignedAt: unit.enRouteAt })
  expect(unit.onSceneAt! > unit.enRouteAt! && unit.clearedAt! > unit.onSceneAt!).toBe(true)
  expect(await d.unit(officer, officer)).toMatchObject({ callId: null, status: 3 })
  expect((await officer.http.get('/api/cad/calls/active/1')).json()).not.toContainEqual(expect.objectContaining({ callId }))
})

test('when the last unit leaves the call is pending again; when the primary goes off duty the next unit becomes primary', async () => {
  const [first, second] = [await d.onDuty(), await d.onDuty()]
  const { callId } = await d.call(dispatcher)
  for (const unit of [first, second]) await d.assign(dispatcher, unit, callId)
  expect(await d.detail(officer, callId)).toMatchObject({ status: 'active', primaryUserId: first.userId })
  await d.status(first, first, 1)
  expect(await d.detail(officer, callId)).toMatchObject({ status: 'active', primaryUserId: second.userId })
  expect((await d.assign(dispatcher, second, 0)).json()).toMatchObject({ callId: null, status: 3 })
  expect(await d.detail(officer, callId)).toMatchObject({ status: 'pending', primaryUserId: null })
  expect((await d.texts(officer, callId)).slice(-2)).toEqual([`${first.identifier} off duty`, `${second.identifier} released`])
})

test("a call is created with units: an officer's own, or several by a dispatcher; all or nothing", async () => {
  const [first, second] = [await d.onDuty(), await d.onDuty()]
  const own = await d.call(first, { unitIds: [first.userId] })
  expect(own).toMatchObject({ source: 'officer', status: 'active', primaryUserId: first.userId })
  expect((await first.http.post('/api/cad/call', { serverId: 1, unitIds: [second.userId] })).statusCode).toBe(403)
  const before = (await officer.http.get('/api/cad/calls/active/1')).json()
  const refused = await dispatcher.http.post('/api/cad/call', { serverId: 1, unitIds: [second.userId, first.userId] })
  expect(refused.json()).toMatchObject({ code: 'conflict', message: expect.stringContaining(`to call ${own.callId}`) as string })
  expect((await officer.http.get('/api/cad/calls/active/1')).json()).toEqual(before)
  expect((await d.unit(second, second)).callId).toBeNull()
  await d.clear(first, own.callId)

  const both = await d.call(dispatcher, { unitIds: [second.userId, first.userId, second.userId] })
  const detail = await d.detail(officer, both.callId)
  expect(detail).toMatchObject({ status: 'active', primaryUserId: second.userId })
  expect(detail.units.map(({ userId, isPrimary }) => [userId, isPrimary])).toEqual([
    [second.userId, true],
    [first.userId, false],
  ])
  await d.clear(dispatcher, both.callId)
})

test('another of its units can become primary, and a unit that is not on it can not', async () => {
  const [first, second, other] = [await d.onDuty(), await d.onDuty(), await d.onDuty()]
  const { callId } = await d.call(dispatcher, { unitIds: [first.userId, second.userId] })
  const lead = (by: Member, { userId }: Member) => by.http.post(`/api/cad/call/${callId}/primary`, { userId })
  expect((await lead(first, second)).json()).toMatchObject({ primaryUserId: second.userId })
  expect(await d.detail(officer, callId)).toMatchObject({ primaryUserId: second.userId })
  expect((await d.texts(officer, callId)).at(-1)).toBe(`${second.identifier} leads`)
  expect((await lead(other, first)).statusCode).toBe(403)
  expect((await lead(dispatcher, other)).statusCode).toBe(409)
  expect((await dispatcher.http.post(`/api/cad/call/${callId}/primary`, {})).json()).toMatchObject({ field: 'userId' })
  await d.clear(dispatcher, callId)
})

test('a unit in custody or out of service keeps its status when its call is cleared', async () => {
  const [custody, broken] = [await d.onDuty(), await d.onDuty()]
  const { callId } = await d.call(dispatcher)
  for (const unit of [custody, broken]) await d.assign(dispatcher, unit, callId)
  await d.status(custody, custody, 7)
  await d.status(broken, broken, 2)
  await d.clear(dispatcher, callId)
  expect([(await d.unit(custody, custody)).status, (await d.unit(broken, broken)).status]).toEqual([7, 2])
})

test('an edit names its version, and the log shows the changes', async () => {
  const { callId, version } = await d.call(dispatcher)
  const edit = { callTypeId: 23, title: 'Traffic stop', location: 'Great Ocean Hwy', priority: 2, version }
  const response = await officer.http.put(`/api/cad/call/${callId}`, edit)
  expect(response.json()).toMatchObject({ location: 'Great Ocean Hwy', priority: 2, version: 2 })
  expect((await d.texts(officer, callId)).slice(1)).toEqual(['Priority 4 to 2', 'Location: Great Ocean Hwy', 'Position changed'])
  const stale = await dispatcher.http.put(`/api/cad/call/${callId}`, { ...edit, location: 'Elsewhere' })
  expect(stale.statusCode).toBe(409)
  expect(stale.json().message).toBe('This call has changed since you opened it')
  const same = await officer.http.put(`/api/cad/call/${callId}`, { ...edit, version: 2 })
  expect(same.json()).toEqual(response.json())
})

test('a call concerns the departments of its type, and follows when the type changes', async () => {
  const call = await d.call(dispatcher, { callTypeId: 3, channel: ' TAC 1 ' })
  expect(call).toMatchObject({ classes: [1], channel: 'TAC 1', mergedIntoId: null, panicUserId: null })
  const edited = await officer.http.put(`/api/cad/call/${call.callId}`, {
    callTypeId: 11,
    title: 'Shots fired',
    channel: 'FIRE 1',
    version: 1,
  })
  expect(edited.json()).toMatchObject({ classes: [3], channel: 'FIRE 1' })
  expect(await d.texts(officer, call.callId)).toContain('Channel: FIRE 1')
})

test('only the dispatcher who created a call or first sent a unit handles it', async () => {
  expect(await d.call(dispatcher)).toMatchObject({ handlerUserId: dispatcher.userId })
  const unit = await d.onDuty()
  const { callId, handlerUserId } = await d.call(unit, { unitIds: [unit.userId] })
  expect(handlerUserId).toBeNull()
  const other = await d.onDuty()
  await d.assign({ http: await t.as('staff') }, other, callId)
  expect(await d.detail(officer, callId)).toMatchObject({ handlerUserId: null })
  await d.assign(dispatcher, other, 0)
  await d.assign(dispatcher, other, callId)
  expect(await d.detail(officer, callId)).toMatchObject({ handlerUserId: dispatcher.userId })
  await d.clear(dispatcher, callId)
})

test('a cleared call stays cleared, and shows who cleared it', async () => {
  const { callId } = await d.call(dispatcher)
  await d.clear(dispatcher, callId)
  const message = `Call ${callId} was cleared by Dana`
  expect((await d.clear(dispatcher, callId)).json()).toMatchObject({ code: 'conflict', message })
  expect((await d.assign(dispatcher, officer, callId)).json()).toMatchObject({ code: 'conflict', message })
  expect((await officer.http.put(`/api/cad/call/${callId}`, { version: 1 })).json()).toMatchObject({ code: 'conflict', message })
})

test('only dispatchers, staff and units on the call can clear it', async () => {
  const { callId } = await d.call(dispatcher)
  expect((await d.clear(officer, callId)).statusCode).toBe(403)
  expect((await d.clear({ http: await t.as('staff') }, callId)).statusCode).toBe(200)
})

describe('a civilian', () => {
  test("calls 911 on their own server, and reads the call without dispatch's entries", async () => {
    const call = await d.call(civilian, { callTypeId: undefined, narrative: 'Help' })
    expect(call).toMatchObject({ source: '911', caller: 'Casey', title: 'Emergency call' })
    await d.assign(dispatcher, officer, call.callId)
    await write(officer, call.callId, 'Caller seems to lie')
    expect(await d.detail(civilian, call.callId)).toMatchObject({
      narrative: 'Help',
      status: 'active',
      primaryUserId: null,
      handlerUserId: null,
      classes: [],
      units: [],
      log: [],
    })
    await d.clear(dispatcher, call.callId)
  })

  test('calls one of the numbers in use, which dispatch sees; who names none calls 911', async () => {
    const admin = await t.as('admin')
    const types: CallType[] = (await civilian.http.get('/api/cad/callTypes')).json()
    const [medical, burglary] = ['MEDICAL', 'BURGLARY'].map((key) => types.find((type) => type.key === key)?.callTypeId)
    const value = { kind: 'emergency-number', code: '112', name: 'Ambulance', callType: medical }
    const added = await admin.post('/api/cad/values', value)
    const call = async (over: object) => {
      const made = await d.call(civilian, { callTypeId: undefined, narrative: 'Help', ...over })
      return [made.source, made.number, made.callTypeId, (await d.texts(dispatcher, made.callId))[0]]
    }
    expect(await call({ number: '112' })).toEqual(['911', '112', medical, '112 call received'])
    expect(await call({ number: '112', callTypeId: burglary })).toEqual(['911', '112', burglary, '112 call received'])
    expect((await call({})).slice(0, 2)).toEqual(['911', '911'])
    expect((await d.call(dispatcher, { source: '911', number: '112' })).number).toBe('112')
    const { valueId, version } = added.json()
    const uses = (await admin.get('/api/cad/values/uses?kind=emergency-number')).json()
    expect(uses).toContainEqual({ valueId, uses: 3 })
    await admin.post(`/api/cad/values/${valueId}/retire`, { kind: 'emergency-number', version, isRetired: true })
    for (const number of ['112', '999']) {
      const refused = await civilian.http.post('/api/cad/call', { serverId: 1, narrative: 'Help', number })
      expect([refused.statusCode, refused.json().field]).toEqual([400, 'number'])
    }
  })

  test('who gives no name calls as the character they play, or else used last; who has none, as themselves', async () => {
    const member = await d.onDuty({ department: 'CIV', name: 'Member' })
    const caller = async (said = '') => (await d.call(member, { callTypeId: undefined, narrative: 'Help', caller: said })).caller
    expect(await caller()).toBe('Member')
    const create = async (name: string): Promise<number> =>
      (await member.http.post('/api/characters', { name, bornOn: '1990-01-31' })).json<{ characterId: number }>().characterId
    const [ivy, dex] = [await create('Ivy Stone'), await create('Dex Vale')]
    const act = async (characterId: number, what: 'play' | 'stop') =>
      expect((await member.http.post(`/api/characters/${characterId}/${what}`, { serverId: 1 })).statusCode).toBe(200)
    await act(dex, 'play')
    await act(ivy, 'play')
    expect([await caller(), await caller('A passer-by')]).toEqual(['Ivy Stone', 'A passer-by'])
    await act(ivy, 'stop')
    expect(await caller()).toBe('Ivy Stone')
    await t.db.updateTable('characters').set({ removed_at: new Date() }).where('id', '=', ivy).execute()
    expect(await caller()).toBe('Dex Vale')
  })

  test('can only choose types for civilians, with the priority of the type', async () => {
    const types: CallType[] = (await civilian.http.get('/api/cad/callTypes')).json()
    const call = (over: object) => civilian.http.post('/api/cad/call', { serverId: 1, narrative: 'Help', ...over })
    for (const { callTypeId, code, priority } of types) {
      const response = await call({ callTypeId })
      const isTheirs = !['PANIC', 'WARRANT', 'TRAFFIC', 'TRANSPORT', 'PURSUIT'].includes(code)
      const answer = response.json<{ priority?: number; field?: string }>()
      expect([code, response.statusCode, answer.priority ?? answer.field]).toEqual([
        code,
        ...(isTheirs ? [200, priority] : [400, 'callTypeId']),
      ])
      if (isTheirs) await d.clear(dispatcher, response.json<Call>().callId)
    }
    const urgent = await call({ priority: 1 })
    expect([urgent.statusCode, urgent.json().field]).toEqual([400, 'priority'])
  })

  test('neither does nor sees anything else of dispatch', async () => {
    const { callId } = await d.call(dispatcher)
    const refused = await Promise.all([
      civilian.http.get('/api/cad/calls/active/1'),
      civilian.http.get(`/api/cad/call/${callId}`),
      civilian.http.post('/api/cad/call', { serverId: 1, source: 'dispatcher' }),
      civilian.http.put(`/api/cad/call/${callId}`, { version: 1 }),
      civilian.http.get('/api/cad/calls/dates/2026-01-01T00:00:00Z/2026-01-02T00:00:00Z/1'),
      d.clear(civilian, callId),
      write(civilian, callId, 'x'),
    ])
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403, 403])
    await d.status(civilian, civilian, 1)
    expect((await civilian.http.post('/api/cad/call', { serverId: 1 })).statusCode).toBe(403)
    await d.status(civilian, civilian, 3)
  })
})

describe('by date', () => {
  const at = async (iso: string) => {
    const { callId } = await d.call(dispatcher)
    await t.db
      .updateTable('calls')
      .set({ created_at: new Date(iso) })
      .where('id', '=', callId)
      .execute()
    return callId
  }
  const list = async (start: string, end: string, query = '') =>
    (await officer.http.get(`/api/cad/calls/dates/${start}/${end}/1${query}`)).json()

  test('from one instant to another, newest first, with the units; a date alone is a whole day', async () => {
    const [before, first, last, after] = [
      await at('2020-03-01T04:59:59.999Z'),
      await at('2020-03-01T05:00:00Z'),
      await at('2020-03-03T04:59:59Z'),
      await at('2020-03-03T05:00:00Z'),
    ]
    await d.assign(dispatcher, officer, first)
    const page = await list('2020-03-01T00:00:00-05:00', '2020-03-02T23:59:59-05:00')
    expect(page.items.map(({ callId }: { callId: number }) => callId)).toEqual([last, first])
    expect(page.items[1].units).toEqual([officer.identifier])
    expect(page).toMatchObject({ total: 2, isTotalExact: true })
    // The instants that a browser west of Greenwich sends for its local days.
    const asUtc = await list('2020-03-01T05:00:00.000Z', '2020-03-03T04:59:59.000Z')
    expect(asUtc.items).toEqual(page.items)
    const utc = await list('2020-03-01', '2020-03-03', '?pageSize=3')
    expect(utc.items.map(({ callId }: { callId: number }) => callId)).toEqual([after, last, first])
    expect(utc.total).toBe(4)
    for (const callId of [before, first, last, after]) await d.clear(dispatcher, callId)
  })

  test('filtered to the calls that contain every word, in their texts, number, type or units', async () => {
    const [one, two] = [await at('2020-05-01T12:00:00Z'), await at('2020-05-01T13:00:00Z')]
    await t.db.updateTable('calls').set({ title: '100% sure', narrative: 'Silver Sultan', call_type_id: 4 }).where('id', '=', one).execute()
    await t.db.updateTable('calls').set({ title: 'Noise', location: 'Alta St', call_type_id: 24 }).where('id', '=', two).execute()
    await d.assign(dispatcher, officer, two)
    const found = async (text: string) => {
      const page = await list('2020-05-01', '2020-05-01', `?text=${encodeURIComponent(text)}`)
      expect(page.total).toBe(page.items.length)
      return page.items.map(({ callId }: { callId: number }) => callId)
    }
    expect(await found('')).toEqual([two, one])
    expect(await found('sultan SURE')).toEqual([one])
    expect(await found('100%')).toEqual([one])
    expect(await found('%')).toEqual([one])
    expect(await found('robbery')).toEqual([one])
    expect(await found('10-31 sultan')).toEqual([one])
    expect(await found('10-50')).toEqual([])
    expect(await found(`alta ${officer.identifier}`)).toEqual([two])
    expect(await found(String(one))).toEqual([one])
    expect(await found('sultan alta')).toEqual([])
    for (const callId of [one, two]) await d.clear(dispatcher, callId)
  })

  test.each([
    ['no instant', 'yesterday', '2020-03-01T00:00:00Z', 'startISO'],
    ['no offset', '2020-03-01T00:00:00', '2020-03-01T00:00:00Z', 'startISO'],
    ['no such day', '2020-02-30', '2020-03-01', 'startISO'],
    ['the wrong way round', '2020-03-02T00:00:00Z', '2020-02-01T00:00:00Z', 'endISO'],
    ['too many days', '2020-03-02T00:00:00Z', '2021-02-01T00:00:00Z', 'endISO'],
  ])('%s: refused at its field', async (_what, start, end, field) => {
    expect(await list(start, end)).toMatchObject({ code: 'invalid_input', field })
  })
})

test.each([
  ['no server', {}, 400, 'serverId'],
  ['an unknown type', { serverId: 1, callTypeId: 999 }, 400, 'callTypeId'],
  ['a priority of none', { serverId: 1, priority: 5 }, 400, 'priority'],
  ['a title too long', { serverId: 1, title: 'x'.repeat(121) }, 400, 'title'],
  ['a channel too long', { serverId: 1, channel: 'x'.repeat(17) }, 400, 'channel'],
  ['a number, though it is no 911 call', { serverId: 1, number: '911' }, 400, 'number'],
  ['a number that is none', { serverId: 1, source: '911', number: 'nine' }, 400, 'number'],
  ['what only the game says', { serverId: 1, source: '911-game' }, 400, 'source'],
  ['another server', { serverId: 999 }, 403, undefined],
])('a call with %s: refused', async (_what, body, status, field) => {
  const response = await dispatcher.http.post('/api/cad/call', body)
  expect([response.statusCode, response.json().field]).toEqual([status, field])
})

test('a log entry is a JSON string that is not empty', async () => {
  const { callId } = await d.call(dispatcher)
  for (const wrong of [{ message: 'x' }, 7, null, '', '   ', 'x'.repeat(2001)]) {
    expect((await write(officer, callId, wrong)).statusCode, JSON.stringify(wrong)).toBe(400)
  }
  expect((await write(officer, 999_999, 'x')).statusCode).toBe(404)
})

test('the database itself refuses a unit on two calls, and a cleared call with a unit', async () => {
  const unit = await d.onDuty()
  const [one, other] = [await d.call(dispatcher), await d.call(dispatcher)]
  await d.assign(dispatcher, unit, one.callId)
  const row = { user_id: unit.userId, identifier: 'X', unit_class: 1, is_primary: false, assigned_at: new Date() }
  await expect(
    t.db
      .insertInto('call_units')
      .values({ ...row, call_id: other.callId })
      .execute(),
  ).rejects.toThrow('call_units_one_call')
  const cleared = { status: 'cleared', cleared_at: new Date() }
  await expect(t.db.updateTable('calls').set(cleared).where('id', '=', one.callId).execute()).rejects.toThrow(
    'exactly while a unit is on it',
  )
})
