import type { Field, Import, ImportProblem, PageOf } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, until, WEB_KEY, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf } from '../../../testing/test-records.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let admin: Http
let eyes: Field
let height: Field
let since: Field
let armed: Field
let gang: Field
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  admin = await t.as('admin')
  eyes = await r.field({ name: 'Eye colour', type: 'choice', options: ['Blue', 'Brown'], isRequired: true })
  height = await r.field({ name: 'Height', type: 'number' })
  since = await r.field({ name: 'Resident since', type: 'date' })
  armed = await r.field({ name: 'Armed?', type: 'flag' })
  gang = await r.field({ name: 'Банда', audience: ['police'] })
})
afterAll(() => t.close())

const settled = async (importId: number): Promise<Import> => {
  const get = async () => (await admin.get(`/api/imports/${importId}`)).json<Import>()
  await until('the import rests', async () => !['checking', 'writing'].includes((await get()).state), 40_000)
  return get()
}
const check = async (kind: string, content: string, format = 'csv'): Promise<Import> => {
  const type = format === 'csv' ? 'text/csv' : 'application/json'
  const response = await t
    .http((await t.person('admin')).token, WEB_KEY, { headers: { 'content-type': type } })
    .post(`/api/imports?kind=${kind}&format=${format}&fileName=file.${format}`, content)
  expect(response.statusCode, response.body).toBe(200)
  return settled(response.json<Import>().importId)
}
const write = async (kind: string, content: string, format = 'csv'): Promise<Import> => {
  const { importId, state } = await check(kind, content, format)
  expect(state).toBe('ready')
  expect((await admin.post(`/api/imports/${importId}/start`)).statusCode).toBe(200)
  return settled(importId)
}
const problems = async ({ importId }: Import) =>
  (await admin.get(`/api/imports/${importId}/problems?pageSize=100`))
    .json<PageOf<ImportProblem>>()
    .items.map(({ row, field, message }) => [row, field, message])
const discard = ({ importId }: Import) => admin.delete(`/api/imports/${importId}/file`)
const fieldsOf = async (externalId: string) =>
  await t.db.selectFrom('characters').select(['fields', 'version']).where('external_id', '=', externalId).executeTakeFirstOrThrow()

test('columns named like a field fill it in, whatever its type; an empty cell is no value', async () => {
  const done = await write(
    'people',
    [
      'externalId,name,bornOn,EYE_COLOUR,field: Height,resident since,Armed?,Банда,unknown',
      'of-1,Imported One,1990-01-31,blue,"1,810.5",2020-02-29T00:00:00Z,yes,Vagos,x',
      'of-2,Imported Two,1990-01-31,,,,,,',
    ].join('\n'),
  )
  expect(done).toMatchObject({ state: 'done', added: 2, ignoredColumns: ['unknown'] })
  const values = {
    [eyes.fieldId]: 'Blue',
    [height.fieldId]: 1810.5,
    [since.fieldId]: '2020-02-29',
    [armed.fieldId]: true,
    [gang.fieldId]: 'Vagos',
  }
  expect(await fieldsOf('of-1')).toEqual({ fields: values, version: 1 })
  expect(await fieldsOf('of-2'), 'what is required is not asked of an import').toEqual({ fields: {}, version: 1 })
  const officer = await r.officer()
  const found = (await officer.http.get(`/api/fields/${gang.fieldId}/search?q=vag`)).json()
  expect(found, 'they are found by it').toMatchObject({ rows: [{ label: 'Imported One, 1990', value: 'Vagos' }] })
})

test('an empty cell keeps the present value, another value replaces it, and other fields stay', async () => {
  await write('people', 'externalId,name,bornOn,Eye colour,Height\nof-3,Imported Three,1990-01-31,Blue,180')
  const same = await check('people', 'externalId,name,bornOn,Eye colour,Height\nof-3,Imported Three,1990-01-31,,180')
  expect(same).toMatchObject({ toChange: 0, unchanged: 1 })
  await discard(same)
  expect(await write('people', 'externalId,name,bornOn,Eye colour,Height\nof-3,Imported Three,1990-01-31,Brown,')).toMatchObject({
    changed: 1,
  })
  expect(await fieldsOf('of-3')).toEqual({ fields: { [eyes.fieldId]: 'Brown', [height.fieldId]: 180 }, version: 2 })
})

test('a value that does not fit its field is a problem of its row, and the row is left out', async () => {
  const checked = await check(
    'people',
    [
      'name,bornOn,Eye colour,Height,Resident since,Armed?',
      'Bad One,1990-01-31,Green,"1,5",2026-02-30,maybe',
      'Bad Two,1990-01-31,,1e3,31.01.2020,',
      'Good One,1990-01-31,brown,-3,2020-01-31,no',
    ].join('\n'),
  )
  expect(checked).toMatchObject({ toAdd: 1, problemRows: 2 })
  expect(await problems(checked)).toEqual([
    [2, 'field: Eye colour', 'Choose one of the options for Eye colour'],
    [2, 'field: Height', 'Height is a number'],
    [2, 'field: Resident since', 'Resident since is a day, such as 2026-01-31'],
    [2, 'field: Armed?', 'Armed? is yes or no'],
    [3, 'field: Height', 'Height is a number'],
    [3, 'field: Resident since', 'Resident since is a day, such as 2026-01-31'],
  ])
  await discard(checked)
})

test('a built-in column goes before a field of the same name, which is named with a prefix; retired fields are left out', async () => {
  const colour = await r.field({ of: 'vehicle', name: 'Colour' })
  const gone = await r.field({ of: 'vehicle', name: 'Spoiler' })
  await r.retire(gone)
  const content = JSON.stringify([
    { plate: 'OWN 1', model: 'Sultan', colour: 'Red', 'Field:Colour': 'matt', Spoiler: 'big', fields: { 1: 'x' } },
  ])
  const done = await write('vehicles', content, 'json')
  expect(done).toMatchObject({ added: 1, ignoredColumns: ['Spoiler', 'fields'] })
  const vehicle = await t.db.selectFrom('vehicles').select(['colour', 'fields']).where('plate', '=', 'OWN 1').executeTakeFirstOrThrow()
  expect(vehicle).toEqual({ colour: 'Red', fields: { [colour.fieldId]: 'matt' } })
})

test('values of another type, and text that can’t be stored, are problems of a JSON file', async () => {
  const row = { name: 'Json One', bornOn: '1990-01-31' }
  const checked = await check(
    'people',
    JSON.stringify([
      { ...row, Height: [1], 'Eye colour': {} },
      { ...row, name: 'Json Two', Банда: 'a\u0000b' },
      { ...row, name: 'Json Three', Банда: 7, 'Armed?': true, Height: 2.5 },
    ]),
    'json',
  )
  expect((await problems(checked)).map(([at, field]) => [at, field])).toEqual([
    [1, 'field: Height'],
    [1, 'field: Eye colour'],
    [2, 'field: Банда'],
  ])
  expect(checked.toAdd).toBe(1)
  await discard(checked)
})

test('a header that names a field twice is refused', async () => {
  expect(await check('people', 'name,bornOn,Height,field: height\nA B,1990-01-31,1,2')).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('the header names field: Height twice') as string,
  })
})
