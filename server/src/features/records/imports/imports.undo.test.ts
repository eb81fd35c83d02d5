import type { Import } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { importsOf, type ImportsOf } from '../../../testing/test-imports.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
let imports: ImportsOf
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
  imports = await importsOf(t)
})
afterAll(() => t.close())
afterEach(() => imports.end())

const undo = ({ importId }: Import) => admin.post(`/api/imports/${importId}/undo`)
const imported = async (...given: Parameters<ImportsOf['check']>) => imports.start(await imports.check(...given))
const namesLike = async (like: string) => (await imports.characters(like)).map(({ name }) => name)

test('undo removes what the import added, keeps what was changed or used since and says so, and leaves other records alone', async () => {
  await t.db.insertInto('characters').values({ name: 'Old Undo', born_on: '1990-01-31', external_id: 'u-0' }).execute()
  const { userId, emailAddress } = await t.addPerson({ departments: [{ name: 'CIV', isPrimary: true }] })
  const done = await imported(
    'people',
    ['externalId,name,bornOn,email', 'u-0,Older Undo,1990-01-31,', `u-1,Owned Undo,1990-01-31,${emailAddress}`]
      .concat(['u-2,Changed Undo,1990-01-31,', 'u-3,Used Undo,1990-01-31,', 'u-4,Plain Undo,1990-01-31,'])
      .join('\n'),
  )
  expect(done).toMatchObject({ added: 4, changed: 1, undone: null })
  expect(Date.parse(done.undoUntil!) - Date.parse(done.endedAt!)).toBe(24 * 3_600_000)
  await sql`update characters set phone = '555', version = version + 1 where external_id = 'u-2'`.execute(t.db)
  await sql`insert into vehicles (character_id, plate, vin, model) select id, 'UNDO 1', 'VINUNDO', 'Asea' from characters
    where external_id = 'u-3'`.execute(t.db)
  const stream = () => t.db.selectFrom('streams').select('seq').where('key', '=', `own-records:${userId}`).executeTakeFirst()
  const before = (await stream())?.seq ?? 0

  const response = await undo(done)
  expect(response.statusCode, response.body).toBe(200)
  const { undone, undoUntil } = response.json<Import>()
  expect(undone).toMatchObject({ by: { userId: (await t.person('admin')).userId }, removed: 2, kept: 2 })
  expect(undone?.records).toEqual([
    { name: 'Changed Undo', reason: 'changed' },
    { name: 'Used Undo', reason: 'used' },
  ])
  expect(undoUntil).toBeNull()
  expect(await namesLike('%Undo')).toEqual(['Older Undo', 'Changed Undo', 'Used Undo'])
  expect((await stream())?.seq, 'the owner is told').toBe(before + 1)
  const audit = (await admin.get(`/api/audit?action=import.undone`)).json<{ items: { after: unknown }[] }>()
  expect(audit.items[0]?.after).toEqual({ kind: 'people', fileName: 'file.csv', removed: 2, kept: 2 })

  const again = await undo(done)
  expect([again.statusCode, again.json().message]).toEqual([409, 'This import was undone already'])
  expect(await imported('people', 'externalId,name,bornOn\nu-4,Plain Undo,1990-01-31'), 'it can be imported again').toMatchObject({
    added: 1,
  })
})

test('vehicles go, and offences that nobody has reworded are retired', async () => {
  const vehicles = await imported('vehicles', 'plate,model\nUND 1,Asea\nUND 2,Asea')
  await sql`insert into record_events (vehicle_id, title, text) select id, 'Seen', '' from vehicles where plate = 'UND 2'`.execute(t.db)
  expect((await undo(vehicles)).json<Import>().undone).toMatchObject({ removed: 1, kept: 1, records: [{ name: 'UND 2', reason: 'used' }] })

  const header = 'code,title,type,category,fineMin,fineMax,jailMin,jailMax,points'
  const offences = await imported(
    'offences',
    [header, 'U-1,Undone,Infraction,Undo,1,2,0,0,0', 'U-2,Kept,Infraction,Undo,1,2,0,0,0'].join('\n'),
  )
  await sql`update offences set version = version + 1 where code = 'U-2'`.execute(t.db)
  expect((await undo(offences)).json<Import>().undone).toMatchObject({
    removed: 1,
    kept: 1,
    records: [{ name: 'U-2 Kept', reason: 'changed' }],
  })
  const { items } = (await admin.get('/api/offences?category=Undo')).json<{ items: { code: string }[] }>()
  expect(items.map(({ code }) => code)).toEqual(['U-2'])
})

test('two admins at once undo it once, and after a day nobody can', async () => {
  const done = await imported('people', imports.people(2500, 'Twice'))
  const both = await Promise.all([undo(done), undo(done)])
  expect(both.some(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(await imports.get(done.importId)).toMatchObject({ undone: { removed: 2500, kept: 0 } })
  expect(await namesLike('Twice %')).toEqual([])
  const { items } = (await admin.get(`/api/audit?subjectType=import&subjectId=${done.importId}&action=import.undone`)).json<{
    items: unknown[]
  }>()
  expect(items).toHaveLength(1)

  const late = await imported('people', 'externalId,name,bornOn\nlate-1,Late Undo,1990-01-31')
  await sql`update imports set ended_at = now() - interval '25 hours' where id = ${late.importId}`.execute(t.db)
  expect((await imports.get(late.importId)).undoUntil).toBeNull()
  const refused = await undo(late)
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'An import can be undone for 24 hours'])
  const unwritten = await imports.check('people', 'externalId,name,bornOn\nlate-2,Unwritten Undo,1990-01-31')
  expect((await undo(unwritten)).json()).toMatchObject({ code: 'conflict', message: 'This file has not been imported' })
})
