import {
  CadValueKind,
  HEADERS,
  MAX_CAD_VALUES,
  RADIO_CODES,
  radioCodeOf,
  UNIT_STATUS_WORDS,
  UnitStatus,
  type CadValue,
  type CadValueOf,
  type CallType,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { joinRoom, nextEvent, startTestPortal, WEB_KEY, type Http, type TestPortal } from '../../../testing/test-portal.ts'

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
  await sql`update units set status_id = null`.execute(t.db)
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
    { kind: 'disposition', name: 'Handed over' },
    { kind: 'radio-code', code: '11-99', means: 'status', target: '6' },
    { kind: 'status', name: 'Meal break', short: 'Meal', tone: 'off', countsAs: 4 },
    { kind: 'radio-channel', name: 'TOW' },
    { kind: 'beat', name: 'Davis', area: 'Twin Falls' },
    { kind: 'flag', name: 'Parole', on: ['person'], tone: 'custody', severity: 'low', warns: false },
    { kind: 'licence-type', name: 'Boat licence', format: 'B-#####', days: 90, concerns: 'person', meaning: '' },
    { kind: 'impound-lot', name: 'Harbour lot', address: '' },
    { kind: 'vehicle-model', name: 'Karin Sultan' },
    { kind: 'weapon-model', name: 'Pistol' },
  ]
  for (const { kind, ...content } of contents) {
    const told = nextEvent(socket, 'delta')
    const value = await add({ kind, ...content })
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

  test('the types of which the portal makes calls itself stay', async () => {
    const types = await of('call-type')
    for (const value of types.filter(({ key }) => key === '911' || key === 'PANIC')) expect((await retire(value)).statusCode).toBe(409)
    expect(await of('call-type')).toEqual(types)
  })
})

describe('values from a file', () => {
  const csv = (...lines: readonly string[]) => Buffer.from(lines.join('\r\n'))
  const send = async (path: string, file: Buffer) => {
    const { token } = await t.person('admin')
    const headers = { [HEADERS.apiKey]: WEB_KEY, authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
    return t.app.http.inject({ method: 'POST', url: `/api/cad/values/file${path}`, headers, payload: file })
  }
  const check = async (file: Buffer, kind = 'call-type') => (await send(`/check?kind=${kind}`, file)).json()
  const write = (file: Buffer, added: number, changed: number, kind = 'call-type') =>
    send(`?kind=${kind}&added=${added}&changed=${changed}`, file)
  const file = csv(
    '\uFEFFCode,Name,Priority,Concerns,Colour',
    'burglary,Break-in,"2, urgent","Police, Fire",red',
    'TOW,Tow truck,4,Police,grey',
    'ALARM,Alarm,3,Police / Fire,',
  )

  test('the check says what would be added and changed, and writes nothing', async () => {
    const before = await list()
    expect(await check(file)).toMatchObject({
      rows: 3,
      added: ['TOW Tow truck'],
      changed: expect.arrayContaining(['burglary Break-in']),
      problems: [],
      ignoredColumns: ['Colour'],
    })
    expect(await list()).toEqual(before)
  })

  test('all rows are written, in one event; the code that a type came with stays', async () => {
    const { added, changed } = await check(file)
    const socket = await t.connect((await t.person('admin')).token)
    await joinRoom(socket, 'cad-values', {})
    const told = nextEvent(socket, 'delta')
    const written = (await write(file, added.length, changed.length)).json<CadValue[]>()
    expect(await told).toMatchObject({ payload: { values: written } })
    expect(await named('call-type', 'Break-in')).toMatchObject({
      key: 'BURGLARY',
      content: { code: 'burglary', name: 'Break-in', priority: 2, classes: [1, 3] },
    })
    expect(await check(file)).toMatchObject({ added: [], changed: [], unchanged: 3 })
  })

  test('each problem says its row, its column and what is there, and then nothing is written', async () => {
    const before = await list()
    const wrong = csv(
      'code,name,priority,classes',
      ',Nothing,1,Police',
      'A,First,9,Police',
      'B,Second,1,Navy',
      'C,Third,1,Fire',
      'c,Again,1,Fire',
    )
    const { problems } = await check(wrong)
    expect(problems.map(({ row, field, found }: { row: number; field: string; found: string }) => [row, field, found])).toEqual([
      [2, 'code', ''],
      [3, 'priority', '9'],
      [4, 'classes', 'Navy'],
      [6, 'code', 'c'],
    ])
    const refused = await write(wrong, 1, 0)
    expect([refused.statusCode, refused.json().field]).toEqual([400, 'file'])
    expect(await list()).toEqual(before)
  })

  test('a value that someone else changed after the check is not overwritten', async () => {
    const { added, changed, digest } = await check(file)
    const edited = (await update(await named('call-type', 'Burglary'), { name: 'Burglary in progress' })).json<CadValue>()
    const response = await send(`?kind=call-type&added=${added.length}&changed=${changed.length}&digest=${digest}`, file)
    expect(response.statusCode).toBe(409)
    expect(await named('call-type', 'Burglary in progress')).toEqual(edited)
  })

  test('a file that would do something else by now is a conflict', async () => {
    await add({ kind: 'disposition', name: 'Handed over' })
    expect((await write(csv('name', 'Handed over'), 1, 0, 'disposition')).statusCode).toBe(409)
  })

  test('a file is refused if it has too many rows, lacks a column or is no text', async () => {
    const many = csv('name', ...Array.from({ length: MAX_CAD_VALUES + 1 }, (_, at) => `Number ${at}`))
    for (const bad of [many, csv('code,name', 'A,B'), Buffer.from([0xff, 0xfe, 0x00])]) {
      const response = await send('/check?kind=call-type', bad)
      expect([response.statusCode, response.json().field]).toEqual([400, 'file'])
    }
    const full = csv('name', ...Array.from({ length: MAX_CAD_VALUES }, (_, at) => `Number ${at}`))
    const { problems } = await check(full, 'disposition')
    expect(problems).toHaveLength(10)
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
