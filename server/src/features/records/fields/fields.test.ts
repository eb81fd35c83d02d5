import { MAX_FIELDS, type Field, type FieldOf } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joinRoom, nextEvent, startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { statuses } from '../../../testing/test-records.ts'

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
})
afterAll(() => t.close())

let counter = 0
const input = (over: Partial<Field> = {}) => ({
  of: 'character',
  type: 'text',
  name: `Field ${(counter += 1)}`,
  isRequired: false,
  audience: ['owner', 'police'],
  ...over,
})
const add = async (over: Partial<Field> = {}): Promise<Field> => {
  const response = await admin.post('/api/fields', input(over))
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Field>()
}
const list = async (of: FieldOf) => (await admin.get('/api/fields')).json<Field[]>().filter((field) => field.of === of)
const update = (field: Field, over: object) => admin.put(`/api/fields/${field.fieldId}`, { ...field, ...over })
const retire = ({ fieldId, version }: Field, isRetired = true) => admin.post(`/api/fields/${fieldId}/retire`, { version, isRetired })

test('an admin adds a field, every member reads it, and forms are told', async () => {
  const member = await t.addPerson()
  const socket = await t.connect(member.token)
  await joinRoom(socket, 'fields', {})
  const told = nextEvent(socket, 'delta')
  const field = await add({ of: 'warning', type: 'choice', options: ['Dry', 'Wet'], name: 'Road', help: 'How it was', isRequired: true })
  expect(field).toMatchObject({ of: 'warning', type: 'choice', options: ['Dry', 'Wet'], help: 'How it was', position: 1, isRetired: false })
  expect(await told).toMatchObject({ event: 'fields.changed' })
  expect((await t.http(member.token).get('/api/fields')).json()).toContainEqual(field)
})

test.each([
  [{ type: 'choice', options: [] }, 'options'],
  [{ type: 'text', options: ['One'] }, 'options'],
  [{ type: 'choice', options: ['One', 'one'] }, 'options'],
  [{ type: 'choice', options: Array.from({ length: 51 }, (_, at) => `${at}`) }, 'options'],
  [{ audience: [] }, 'audience'],
  [{ audience: ['police', 'police'] }, 'audience'],
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(41) }, 'name'],
  [{ type: 'picture' }, 'type'],
  [{ of: 'weapon' }, 'of'],
])('%j is refused by its field', async (wrong, field) => {
  const response = await admin.post('/api/fields', { ...input(), ...wrong })
  expect([response.statusCode, response.json().field]).toEqual([400, field])
})

describe('changing a field', () => {
  test('leaves its kind and type as they are', async () => {
    const field = await add({ of: 'incident', type: 'number' })
    const response = await update(field, { name: 'Shots', of: 'arrest', type: 'text', audience: ['police'] })
    expect(response.json()).toEqual({ ...field, name: 'Shots', audience: ['police'], version: 2 })
    expect((await update(response.json<Field>(), { options: ['One'] })).json()).toMatchObject({ code: 'invalid_input', field: 'options' })
  })

  test('by two admins at once is a conflict for the second', async () => {
    const field = await add()
    expect(statuses(await Promise.all(['One', 'Two'].map((help) => update(field, { help }))))).toEqual([200, 409])
    expect((await update({ ...field, fieldId: 999_999 }, {})).statusCode).toBe(404)
  })

  test('is audited with the values before and after, and not if nothing changed', async () => {
    const field = await add({ name: 'Tattoos' })
    const after = (await update(field, { name: 'Marks' })).json<Field>()
    expect((await update(after, {})).json<Field>().version).toBe(after.version)
    await retire(after)
    const audit = (await admin.get(`/api/audit?subjectType=field&subjectId=${field.fieldId}`)).json<{ items: object[] }>()
    expect(audit.items).toMatchObject([
      { action: 'field.retired', after: { isRetired: true } },
      { action: 'field.changed', before: { name: 'Tattoos' }, after: { name: 'Marks' } },
      { action: 'field.created', after: { name: 'Tattoos', type: 'text', audience: ['owner', 'police'] } },
    ])
  })
})

test('a name is unique among the fields in use of its kind, whatever its case', async () => {
  const field = await add({ of: 'treatment', name: 'Blood group' })
  expect((await admin.post('/api/fields', input({ of: 'treatment', name: 'BLOOD GROUP' }))).json()).toMatchObject({
    code: 'conflict',
    field: 'name',
  })
  await add({ of: 'patient', name: 'Blood group' })
  await retire(field)
  const next = await add({ of: 'treatment', name: 'Blood group' })
  expect((await retire({ ...field, version: 2 }, false)).json()).toMatchObject({ code: 'conflict', field: 'name' })
  expect((await update(next, { name: 'blood Group' })).statusCode, 'its own name in another case').toBe(200)
})

test('fields are in the order that an admin chose; a field that is brought back comes last', async () => {
  const [one, two, three] = [await add({ of: 'citation' }), await add({ of: 'citation' }), await add({ of: 'citation' })]
  const order = (...fields: Field[]) => admin.put('/api/fields/order/citation', { fieldIds: fields.map(({ fieldId }) => fieldId) })
  const ids = async () => (await list('citation')).filter(({ isRetired }) => !isRetired).map(({ fieldId }) => fieldId)
  expect((await order(three, one, two)).json<Field[]>().map(({ position }) => position)).toEqual([1, 2, 3])
  expect(await ids()).toEqual([three, one, two].map(({ fieldId }) => fieldId))
  for (const wrong of [
    [one, two],
    [one, two, two],
    [one, two, await add({ of: 'arrest' })],
  ]) {
    expect((await order(...wrong)).json()).toMatchObject({ code: 'invalid_input', field: 'fieldIds' })
  }
  const retired = (await retire(three)).json<Field>()
  expect((await order(two, one)).statusCode).toBe(200)
  await retire(retired, false)
  expect(await ids()).toEqual([two, one, three].map(({ fieldId }) => fieldId))
})

test(`at most ${MAX_FIELDS} fields of a kind are in use, even if several are added at once`, async () => {
  const fields = await Promise.all(Array.from({ length: MAX_FIELDS - 2 }, () => add({ of: 'vehicle' })))
  const atOnce = await Promise.all(Array.from({ length: 6 }, () => admin.post('/api/fields', input({ of: 'vehicle' }))))
  expect(statuses(atOnce)).toEqual([200, 200, 409, 409, 409, 409])
  const retired = (await retire(fields[0]!)).json<Field>()
  const racing = await Promise.all([retire(retired, false), admin.post('/api/fields', input({ of: 'vehicle' }))])
  expect(statuses(racing)).toEqual([200, 409])
  const positions = (await list('vehicle')).filter(({ isRetired }) => !isRetired).map(({ position }) => position)
  expect([positions.length, new Set(positions).size]).toEqual([MAX_FIELDS, MAX_FIELDS])
})

test('at most 200 fields of a kind are retired', async () => {
  const field = await add({ of: 'arrest' })
  await sql`insert into record_fields (of, type, name, is_required, audience, position, retired_at)
    select 'arrest', 'text', 'Old', false, '{police}', 1, now() from generate_series(1, 200)`.execute(t.db)
  expect((await retire(field)).statusCode).toBe(409)
})
