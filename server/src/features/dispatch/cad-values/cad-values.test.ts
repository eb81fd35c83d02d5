import {
  CadValueKind,
  MAX_CAD_VALUES,
  RADIO_CODES,
  radioCodeOf,
  STATUS_AMBER_MINUTES,
  STATUS_RED_MINUTES,
  UNIT_STATUS_WORDS,
  UnitStatus,
  type CadValue,
  type CadValueOf,
  type CallType,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { joinRoom, nextEvent, startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
let shipped: readonly CadValue[]
const list = async () => (await admin.get('/api/cad/values')).json<CadValue[]>()
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
  shipped = await list()
})
afterAll(() => t.close())
beforeEach(async () => {
  for (const kind of CadValueKind.options) await admin.post('/api/cad/values/reset', { kind })
  await sql`update units set status_id = null, type_id = null`.execute(t.db)
  await sql`delete from cad_values where shipped is null`.execute(t.db)
})

const of = async <K extends CadValueKind>(kind: K) =>
  (await list()).filter((value): value is CadValue & CadValueOf<K> => value.kind === kind && !value.isRetired)
const named = async (kind: CadValueKind, name: string): Promise<CadValue> => {
  const value = (await of(kind)).find(({ content }) => 'name' in content && content.name === name)
  if (!value) throw new Error(`There is no ${kind} ${name}`)
  return value
}
const add = async (input: object): Promise<CadValue> => {
  const response = await admin.post('/api/cad/values', input)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<CadValue>()
}
const update = ({ kind, valueId, version, content }: CadValue, over: object) =>
  admin.put(`/api/cad/values/${valueId}`, { kind, version, ...content, ...over })
const retire = ({ kind, valueId, version }: CadValue, isRetired = true) =>
  admin.post(`/api/cad/values/${valueId}/retire`, { kind, version, isRetired })
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const callTypes = async () => (await (await t.as('staff')).get('/api/cad/callTypes')).json<CallType[]>()

test('an admin adds a value of each kind, and everyone in the CAD has it at once', async () => {
  const { token } = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
  const socket = await t.connect(token)
  await joinRoom(socket, 'cad-values', {})
  const contents = [
    { kind: 'call-type', code: '10-50', name: 'Collision', priority: 2, classes: [1, 3] },
    { kind: 'emergency-number', code: '112', name: 'All services' },
    { kind: 'disposition', name: 'Handed over' },
    { kind: 'radio-code', code: '11-99', means: 'status', target: '6' },
    { kind: 'status', name: 'Meal break', short: 'Meal', tone: 'off', countsAs: 4 },
    { kind: 'unit-type', name: 'Tow truck', class: 3, countsAs: 1 },
    { kind: 'welfare-time', name: 'At once', statuses: [6], priorities: [1], amber: 5, red: 10 },
    { kind: 'radio-channel', name: 'TOW' },
    { kind: 'beat', name: 'Davis', area: 'Twin Falls' },
    { kind: 'flag', name: 'Parole', on: ['person'], tone: 'custody', severity: 'low', warns: false },
    { kind: 'licence-type', name: 'Boat licence', format: 'B-#####', days: 90, concerns: 'person', meaning: '' },
    { kind: 'impound-lot', name: 'Harbour lot', address: '' },
    { kind: 'vehicle-model', name: 'Karin Sultan' },
    { kind: 'weapon-model', name: 'Pistol' },
  ]
  const more: Readonly<Record<string, object>> = {
    'call-type': { opening: '', sound: 'usual', colour: 'none', recommend: [], needs: [] },
    'emergency-number': { callType: null },
    beat: { departments: [] },
    'unit-type': { about: '' },
  }
  for (const { kind, ...given } of contents) {
    const content = { ...given, ...more[kind] }
    const told = nextEvent(socket, 'delta')
    const value = await add({ kind, ...given })
    expect(value).toMatchObject({ kind, content, isShipped: false, isRetired: false, version: 1 })
    expect(await told).toMatchObject({ event: 'cad-values.changed', payload: { values: [value] } })
    expect((await t.http(token).get('/api/cad/values')).json()).toContainEqual(value)
  }
})

test.each([
  [{ kind: 'call-type', code: ' ', name: 'A', priority: 1, classes: [1] }, 'code'],
  [{ kind: 'call-type', code: 'A', name: 'A', priority: 5, classes: [1] }, 'priority'],
  [{ kind: 'call-type', code: 'A', name: 'A', priority: 1, classes: [] }, 'classes'],
  [{ kind: 'call-type', code: 'A', name: 'A', priority: 1, classes: [1, 1] }, 'classes'],
  [{ kind: 'emergency-number', code: '9-1-1', name: 'A' }, 'code'],
  [{ kind: 'emergency-number', code: '112', name: 'A', callType: 999_999 }, 'callType'],
  [{ kind: 'disposition', name: 'x'.repeat(81) }, 'name'],
  [{ kind: 'radio-channel', name: '' }, 'name'],
  [{ kind: 'beat', name: 'Davis', area: 'Elsewhere' }, 'area'],
  [{ kind: 'status', name: 'A', short: 'A', tone: 'pink', countsAs: 4 }, 'tone'],
  [{ kind: 'status', name: 'A', short: 'A', tone: 'off', countsAs: 8 }, 'countsAs'],
  [{ kind: 'radio-code', code: '1099', means: 'status', target: '6' }, 'code'],
  [{ kind: 'radio-code', code: '10-99x', means: 'status', target: '999' }, 'target'],
  [{ kind: 'radio-code', code: '10-99x', means: 'call-type', target: 'PICNIC' }, 'target'],
  [{ kind: 'flag', name: 'A', on: [], tone: 'off', severity: 'low', warns: true }, 'on'],
  [{ kind: 'flag', name: 'A', on: ['person'], tone: 'off', severity: 'low', warns: 'yes' }, 'warns'],
  [{ kind: 'licence-type', name: 'A', format: 'A-##', days: 0, concerns: 'person', meaning: '' }, 'format'],
  [{ kind: 'licence-type', name: 'A', format: '#####', days: -1, concerns: 'person', meaning: '' }, 'days'],
  [{ kind: 'call-type', code: 'A', name: 'A', priority: 1, classes: [1], sound: 'horn' }, 'sound'],
  [{ kind: 'call-type', code: 'A', name: 'A', priority: 1, classes: [1], opening: 'x'.repeat(1001) }, 'opening'],
  [{ kind: 'call-type', code: 'A', name: 'A', priority: 1, classes: [1], recommend: [999_999] }, 'recommend'],
  [{ kind: 'call-type', code: 'A', name: 'A', priority: 1, classes: [1], needs: [{ typeId: 999_999, count: 1 }] }, 'needs'],
  [{ kind: 'call-type', code: 'A', name: 'A', priority: 1, classes: [1], needs: [{ typeId: 101, count: 0 }] }, 'needs.0.count'],
  [{ kind: 'beat', name: 'Davis', area: 'Both', departments: [999_999] }, 'departments'],
  [{ kind: 'unit-type', name: 'Desk', class: 1, countsAs: 3 }, 'countsAs'],
  [{ kind: 'welfare-time', name: 'A', statuses: [], amber: 5, red: 10 }, 'statuses'],
  [{ kind: 'welfare-time', name: 'A', statuses: [101], amber: 5, red: 10 }, 'statuses'],
  [{ kind: 'welfare-time', name: 'A', statuses: [6], amber: 0, red: 10 }, 'amber'],
  [{ kind: 'welfare-time', name: 'A', statuses: [6], amber: 20, red: 10 }, 'red'],
  [{ kind: 'sound', name: 'Horn' }, 'kind'],
])('%j is refused by its field', async (wrong, field) => {
  const before = await list()
  const response = await admin.post('/api/cad/values', wrong)
  expect([response.statusCode, response.json().field]).toEqual([400, field])
  expect(await list()).toEqual(before)
})

describe('changing a value', () => {
  test('a name that another value in use has is a conflict, whatever its case', async () => {
    const beat = await add({ kind: 'beat', name: 'Davis', area: 'Both' })
    const response = await update(beat, { name: 'EASTSIDE' })
    expect([response.statusCode, response.json().field]).toEqual([409, 'name'])
    expect(await named('beat', 'Davis')).toEqual(beat)
  })

  test('of two admins who change one, the second is told of the conflict', async () => {
    const value = await named('disposition', 'Unfounded')
    const answers = await Promise.all([update(value, { name: 'False alarm' }), update(value, { name: 'Nothing found' })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('saving it as it is changes nothing and tells nobody', async () => {
    const value = await named('disposition', 'Unfounded')
    expect((await update(value, {})).json()).toEqual(value)
  })

  test('calls keep the words they were made with, and the code it came with goes on naming the type', async () => {
    const officer = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
    const made = t.http(officer.token)
    await made.post('/api/patrol/unit/save', { serverId: 1, departmentId: 2, identifier: '1L10' })
    const type = (await of('call-type')).find(({ key }) => key === 'ROBBERY')
    if (!type) throw new Error('There is no such call type')
    const input = { serverId: 1, callTypeId: type.valueId, location: 'Legion Square' }
    const { callId, title } = (await made.post('/api/cad/call', input)).json<{ callId: number; title: string }>()
    expect((await update(type, { code: '10-31', name: 'Crime in progress' })).statusCode).toBe(200)
    expect((await made.get(`/api/cad/call/${callId}`)).json()).toMatchObject({ title, callTypeId: type.valueId })
    expect(await callTypes()).toContainEqual(
      expect.objectContaining({ callTypeId: type.valueId, key: 'ROBBERY', code: '10-31', name: 'Crime in progress' }),
    )
  })
})

describe('retiring a value', () => {
  test('it is no longer offered, and its name is free until it is restored', async () => {
    const value = await named('beat', 'Eastside')
    const retired = (await retire(value)).json<CadValue>()
    expect(retired).toMatchObject({ isRetired: true, version: value.version + 1 })
    const beats = (await (await t.as('staff')).get('/api/patrol/beats')).json<{ beatId: number }[]>()
    expect(beats.map(({ beatId }) => beatId)).not.toContain(value.valueId)
    await add({ kind: 'beat', name: 'Eastside', area: 'Both' })
    expect((await retire(retired, false)).json()).toMatchObject({ code: 'conflict', field: 'name' })
  })

  test('a number keeps its digits, and opens with no type that only dispatch uses', async () => {
    const number = await add({ kind: 'emergency-number', code: '112', name: 'All services' })
    const renumbered = await update(number, { code: '113' })
    expect([renumbered.statusCode, renumbered.json().field]).toEqual([409, 'code'])
    const panic = (await of('call-type')).find(({ key }) => key === 'PANIC')
    const internal = await update(number, { callType: panic?.valueId })
    expect([internal.statusCode, internal.json().field]).toEqual([400, 'callType'])
    expect(await of('emergency-number')).toContainEqual(number)
  })

  test('the types of which the portal makes calls itself stay', async () => {
    const types = await of('call-type')
    for (const value of types.filter(({ key }) => key === '911' || key === 'PANIC')) expect((await retire(value)).statusCode).toBe(409)
    expect(await of('call-type')).toEqual(types)
  })
})

test('each value says how many records have it', async () => {
  const { token } = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
  const made = t.http(token)
  const type = await named('call-type', 'Burglary')
  const beat = await named('beat', 'Eastside')
  await made.post('/api/patrol/unit/save', { serverId: 1, departmentId: 2, identifier: '1L77', beatId: beat.valueId, channel: 'tac 1' })
  const call = { serverId: 1, callTypeId: type.valueId, location: 'Legion Square' }
  const { callId } = (await made.post('/api/cad/call', { ...call, unitIds: [] })).json<{ callId: number }>()
  await (await t.as('staff')).get(`/api/cad/call/${callId}/clear?disposition=unfounded`)
  const uses = async (kind: CadValueKind, { valueId }: CadValue) => {
    const counted = (await admin.get(`/api/cad/values/uses?kind=${kind}`)).json<{ valueId: number; uses: number }[]>()
    return counted.find((each) => each.valueId === valueId)?.uses
  }
  expect(await uses('call-type', type)).toBe(1)
  expect(await uses('beat', beat)).toBe(1)
  expect(await uses('radio-channel', await named('radio-channel', 'TAC 1'))).toBe(1)
  expect(await uses('disposition', await named('disposition', 'Unfounded'))).toBe(1)
  expect(await uses('disposition', await named('disposition', 'Duplicate'))).toBeUndefined()
})

test('values are put in another order as a whole, or not at all', async () => {
  const ids = (await of('radio-channel')).map(({ valueId }) => valueId)
  const order = (valueIds: readonly number[]) => admin.put('/api/cad/values/order', { kind: 'radio-channel', valueIds })
  for (const wrong of [ids.slice(1), [...ids, 999999], [...ids.slice(1), ids[1] ?? 0]]) expect((await order(wrong)).statusCode).toBe(400)
  expect((await order(ids.toReversed())).statusCode).toBe(200)
  expect((await of('radio-channel')).map(({ valueId }) => valueId)).toEqual(ids.toReversed())
})

test('of two admins who add the last value that there is room for, one is refused', async () => {
  const first = (await of('disposition')).length
  await sql`insert into cad_values (kind, content, sort_order)
    select 'disposition', jsonb_build_object('name', 'Number ' || n), 100 + n from generate_series(1, ${MAX_CAD_VALUES - first - 1}::integer) n`.execute(
    t.db,
  )
  const answers = await Promise.all(['One', 'Other'].map((name) => admin.post('/api/cad/values', { kind: 'disposition', name })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
})

describe('statuses of the community', () => {
  const goOnDuty = async (identifier: string) => {
    const person = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
    const own = t.http(person.token)
    await own.post('/api/patrol/unit/save', { serverId: 1, departmentId: 2, identifier })
    return { ...person, own }
  }
  const meal = { kind: 'status', name: 'Meal break', short: 'Meal', tone: 'off', countsAs: 4 }

  test('a unit has one as one of the seven with a label of its own, in the log too', async () => {
    const { valueId } = await add(meal)
    const { userId, own } = await goOnDuty('1L20')
    const { callId } = (await own.post('/api/cad/call', { serverId: 1, location: 'Pier', unitIds: [userId] })).json<{ callId: number }>()
    const unit = (await own.get(`/api/patrol/unit/status/${userId}/4?statusId=${valueId}`)).json()
    expect(unit).toMatchObject({ status: 4, statusId: valueId, statusLabel: 'Meal break' })
    expect((await own.get(`/api/patrol/unit/${userId}`)).json()).toEqual(unit)
    const log = async () => (await own.get(`/api/cad/call/${callId}`)).json<{ log: { text: string }[] }>().log.map(({ text }) => text)
    expect(await log()).toContain('1L20 meal break')
    await update(await named('status', 'Meal break'), { name: 'Lunch' })
    expect((await own.get('/api/patrol/units/1')).json()).toContainEqual(expect.objectContaining({ userId, statusLabel: 'Lunch' }))
    expect(await log()).toContain('1L20 meal break')
  })

  test('an integration goes on setting and reading the seven', async () => {
    const { valueId } = await add(meal)
    const { userId, own } = await goOnDuty('1L21')
    await own.get(`/api/patrol/unit/status/${userId}/4?statusId=${valueId}`)
    expect((await own.get(`/api/patrol/unit/status/${userId}/4`)).json()).toMatchObject({ status: 4, statusId: null, statusLabel: 'Busy' })
  })

  test('a status that counts as another, is retired or unknown is refused', async () => {
    const value = await add(meal)
    const { userId, own } = await goOnDuty('1L22')
    await own.get(`/api/patrol/unit/status/${userId}/4?statusId=${value.valueId}`)
    const refused = async (status: number, statusId: number) => {
      const response = await own.get(`/api/patrol/unit/status/${userId}/${status}?statusId=${statusId}`)
      expect([response.statusCode, response.json().field]).toEqual([400, 'statusId'])
    }
    await refused(5, value.valueId)
    await refused(4, 999_999)
    const retired = (await retire(value)).json<CadValue>()
    expect((await own.get(`/api/patrol/unit/${userId}`)).json()).toMatchObject({ statusId: value.valueId, statusLabel: 'Meal break' })
    await own.get(`/api/patrol/unit/status/${userId}/3`)
    await refused(4, retired.valueId)
  })

  test('the seven can be renamed but stay, and none counts as another later', async () => {
    const onScene = await named('status', 'On scene')
    expect((await retire(onScene)).statusCode).toBe(409)
    const response = await update(onScene, { countsAs: 4 })
    expect([response.statusCode, response.json().field]).toEqual([409, 'countsAs'])
    const { userId, own } = await goOnDuty('1L23')
    expect((await update(onScene, { name: '10-23', short: '10-23' })).statusCode).toBe(200)
    expect((await own.get(`/api/patrol/unit/status/${userId}/6`)).json()).toMatchObject({ status: 6, statusLabel: '10-23' })
  })
})

describe('unit types of the community', () => {
  const tow = { kind: 'unit-type', name: 'Tow truck', class: 1, countsAs: 1 }
  const goOnDuty = async () => {
    const { token, userId } = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
    const own = t.http(token)
    const input = { serverId: 1, departmentId: 2, identifier: '1L60' }
    const save = (over: object) => own.post('/api/patrol/unit/save', { ...input, ...over })
    return { own, userId, save }
  }

  test('a unit has one as one of the three, and keeps it when an integration saves the unit without it', async () => {
    const { valueId } = await add(tow)
    const { own, userId, save } = await goOnDuty()
    expect((await save({ typeId: valueId })).json()).toMatchObject({ type: 1, typeId: valueId })
    expect((await save({ identifier: '1L61' })).json()).toMatchObject({ type: 1, typeId: valueId })
    expect((await own.get('/api/patrol/units/1')).json()).toContainEqual(expect.objectContaining({ userId, typeId: valueId }))
    expect((await admin.get('/api/cad/values/uses?kind=unit-type')).json()).toContainEqual({ valueId, uses: 1 })
    expect((await save({ type: 2 })).json()).toMatchObject({ type: 2, typeId: null })
  })

  test('a unit type that counts as another, is of another class or is retired is refused; a unit that has it keeps it', async () => {
    const value = await add(tow)
    const engine = await add({ ...tow, name: 'Ladder', class: 3 })
    const { own, userId, save } = await goOnDuty()
    for (const wrong of [{ type: 2, typeId: value.valueId }, { typeId: engine.valueId }, { typeId: 999_999 }, { typeId: 3 }]) {
      const response = await save(wrong)
      expect([response.statusCode, response.json().field]).toEqual([400, 'typeId'])
    }
    await save({ typeId: value.valueId })
    await retire(value)
    expect((await save({ typeId: value.valueId })).json()).toMatchObject({ typeId: value.valueId })
    await save({ typeId: null })
    expect((await own.get(`/api/patrol/unit/${userId}`)).json()).toMatchObject({ type: 1, typeId: null })
    expect((await save({ typeId: value.valueId })).statusCode).toBe(400)
  })

  test('the shipped ones can be renamed but stay, and none counts as another later', async () => {
    const patrol = await named('unit-type', 'Patrol')
    expect((await retire(patrol)).statusCode).toBe(409)
    const response = await update(patrol, { class: 3 })
    expect([response.statusCode, response.json().field]).toEqual([409, 'class'])
    expect((await update(patrol, { name: 'Car' })).statusCode).toBe(200)
  })
})

test('a property that an integration of before leaves out stays, and the lists of call types and beats have the new ones', async () => {
  const air = await named('unit-type', 'Air')
  const type = await update(await named('call-type', 'Burglary'), {
    recommend: [air.valueId],
    needs: [{ typeId: air.valueId, count: 2 }],
    opening: 'Way in:',
    colour: 'custody',
  })
  const { kind, valueId, version, content } = type.json<CadValueOf<'call-type'>>()
  const { code, priority, classes } = content
  // As an integration from before sends it.
  const saved = await admin.put(`/api/cad/values/${valueId}`, { kind, version, code, name: 'Break-in', priority, classes })
  expect(saved.json<CadValue>().content).toEqual({ ...content, name: 'Break-in' })
  expect(await callTypes()).toContainEqual(expect.objectContaining({ callTypeId: valueId, recommend: [air.valueId], opening: 'Way in:' }))
  await add({ kind: 'beat', name: 'Davis', area: 'Both', departments: [2] })
  const beats = (await (await t.as('staff')).get('/api/patrol/beats')).json()
  expect(beats).toContainEqual(expect.objectContaining({ name: 'Davis', departments: [2] }))
})

test('as shipped, each kind says what it came with, and what was added is retired', async () => {
  const added = await add({ kind: 'call-type', code: 'TOW', name: 'Tow truck', priority: 4, classes: [1] })
  const changed = await named('call-type', 'Burglary')
  // A name that changed places with another: neither may stand in the other's way.
  await update(changed, { code: 'X' })
  await update(await named('call-type', 'Assault'), { code: 'BURGLARY' })
  await retire(await named('call-type', 'Alarm'))
  expect((await admin.post('/api/cad/values/reset', { kind: 'call-type' })).statusCode).toBe(200)
  const words = (values: readonly CadValue[]) =>
    values.filter(({ kind, isShipped }) => kind === 'call-type' && isShipped).map(({ version: _version, ...rest }) => rest)
  const after = await list()
  expect(words(after)).toEqual(words(shipped))
  expect(after.find(({ kind, valueId }) => kind === 'call-type' && valueId === added.valueId)).toMatchObject({ isRetired: true })
})

test.each(CadValueKind.options)(
  'every %s is as shipped after a reset, whatever was retired and however they were ordered',
  async (kind) => {
    const wordsOf = (values: readonly CadValue[]) =>
      values.filter((value) => value.kind === kind && value.isShipped).map(({ version: _version, ...words }) => words)
    const before = await of(kind)
    if (before.length > 0) {
      await admin.put('/api/cad/values/order', { kind, valueIds: before.map(({ valueId }) => valueId).toReversed() })
      for (const value of before.slice(0, 3)) await retire(value)
    }
    expect((await admin.post('/api/cad/values/reset', { kind })).statusCode).toBe(200)
    expect(wordsOf(await list())).toEqual(wordsOf(shipped))
  },
)

test('a portal comes with the values of the specification', () => {
  const names = (kind: CadValueKind) =>
    shipped.filter((value) => value.kind === kind).map(({ content }) => ('code' in content ? content.code : content.name))
  expect(names('call-type')).toHaveLength(27)
  expect(names('beat')).toHaveLength(11)
  expect(names('emergency-number')).toEqual(['911'])
  expect(names('disposition')).toEqual([
    'Report taken',
    'Arrest made',
    'Citation issued',
    'Warning given',
    'Transported',
    'Fire out',
    'Gone on arrival',
    'Unfounded',
    'Assistance given',
    'Duplicate',
  ])
  const radioCodes = shipped.flatMap((value) => (value.kind === 'radio-code' ? [radioCodeOf(value)] : []))
  expect(radioCodes).toEqual(RADIO_CODES)
  const statuses = shipped.flatMap((value) => (value.kind === 'status' ? [value] : []))
  expect(statuses.map(({ valueId, content }) => [valueId, content.countsAs, content.name])).toEqual(
    [3, 4, 5, 6, 7, 2, 1].map((status) => [status, status, upperFirst(UNIT_STATUS_WORDS[UnitStatus.parse(status)])]),
  )
  const unitTypes = shipped.flatMap((value) => (value.kind === 'unit-type' ? [value] : []))
  expect(unitTypes.map(({ valueId, content: { class: unitClass, countsAs, name } }) => [valueId, unitClass, countsAs, name])).toEqual([
    [101, 1, 1, 'Patrol'],
    [102, 1, 2, 'Air'],
    [103, 3, 1, 'Engine or ambulance'],
    [104, 3, 2, 'Air rescue'],
    [105, 2, 3, 'Dispatcher'],
    [106, 2, 1, 'Call taker'],
    [107, 0, 1, 'Civilian'],
  ])
  const minutes = (which: 'amber' | 'red') =>
    Object.fromEntries(
      shipped.flatMap((value) =>
        value.kind === 'welfare-time' ? value.content.statuses.map((status) => [status, value.content[which]]) : [],
      ),
    )
  expect([minutes('amber'), minutes('red')]).toEqual([STATUS_AMBER_MINUTES, STATUS_RED_MINUTES])
  expect(names('radio-channel')).toEqual(['MAIN', 'TAC 1', 'TAC 2', 'TAC 3', 'TAC 4', 'FIRE 1', 'FIRE 2', 'MED', 'AIR'])
})

test('members without the CAD read no values, and members with it change none', async () => {
  const outsider = await t.addPerson()
  expect((await t.http(outsider.token).get('/api/cad/values')).statusCode).toBe(403)
  const socket = await t.connect(outsider.token)
  expect(await joinRoom(socket, 'cad-values', {})).toMatchObject({ ok: false, code: 'forbidden' })
  const officer = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
  expect((await t.http(officer.token).post('/api/cad/values', { kind: 'disposition', name: 'Mine' })).statusCode).toBe(403)
})
