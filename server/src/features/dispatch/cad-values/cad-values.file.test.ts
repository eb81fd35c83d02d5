import { CadValueKind, HEADERS, MAX_CAD_VALUES, type CadValue } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { joinRoom, nextEvent, startTestPortal, WEB_KEY, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
})
afterAll(() => t.close())
beforeEach(async () => {
  for (const kind of CadValueKind.options) await admin.post('/api/cad/values/reset', { kind })
  await sql`delete from cad_values where shipped is null`.execute(t.db)
})

const list = async () => (await admin.get('/api/cad/values')).json<CadValue[]>()
const named = async (kind: CadValueKind, name: string): Promise<CadValue> => {
  const value = (await list()).find(
    ({ kind: of, content, isRetired }) => of === kind && !isRetired && 'name' in content && content.name === name,
  )
  if (!value) throw new Error(`There is no ${kind} ${name}`)
  return value
}
const add = (input: object) => admin.post('/api/cad/values', input)
const update = ({ kind, valueId, version, content }: CadValue, over: object) =>
  admin.put(`/api/cad/values/${valueId}`, { kind, version, ...content, ...over })

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
    '\uFEFFCode,Name,Priority,Concerns,Tint',
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
      ignoredColumns: ['Tint'],
    })
    expect(await list()).toEqual(before)
  })

  test('a property whose column is not there stays; what a property refers to is named', async () => {
    const air = await named('unit-type', 'Air')
    await update(await named('call-type', 'Burglary'), { opening: 'Way in:' })
    const named_ = csv('code,name,priority,classes,recommend,needs', 'burglary,Burglary,2,Police,"Air, Patrol","2 patrol, 1 Air"')
    expect(await check(named_)).toMatchObject({ changed: ['burglary Burglary'], problems: [] })
    expect((await write(named_, 0, 1)).statusCode).toBe(200)
    const patrol = await named('unit-type', 'Patrol')
    expect((await named('call-type', 'Burglary')).content).toMatchObject({
      opening: 'Way in:',
      recommend: [air.valueId, patrol.valueId],
      needs: [
        { typeId: patrol.valueId, count: 2 },
        { typeId: air.valueId, count: 1 },
      ],
    })
    expect(await check(csv('code,name,priority,classes,needs', 'burglary,Burglary,2,Police,Patrol'))).toMatchObject({
      problems: [{ row: 2, field: 'needs', found: 'Patrol' }],
    })
    expect(await check(csv('code,name,priority,classes,recommend', 'burglary,Burglary,2,Police,Submarine'))).toMatchObject({
      problems: [{ row: 2, field: 'recommend', found: 'Submarine' }],
    })
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
