import type { Notice, PageOf, RepairCharacter, RepairVehicle } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
let owner: Person
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
  owner = await t.addPerson({ departments: [{ name: 'CIV', isPrimary: true }] })
})
afterAll(() => t.close())

const addCharacter = async (name: string, userId: number | null = owner.userId) =>
  (await t.db.insertInto('characters').values({ user_id: userId, name, medical_notes: 'Secret' }).returning('id').executeTakeFirstOrThrow())
    .id
const addVehicle = async (characterId: number, plate: string) =>
  (
    await t.db
      .insertInto('vehicles')
      .values({ character_id: characterId, plate, vin: `VIN${plate}`, model: 'Sultan' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const find = async <T = RepairCharacter>(q: string, kind = 'character') => {
  const answer = await admin.post('/api/records/find', { kind, q })
  expect(answer.statusCode).toBe(200)
  return answer.json<PageOf<T>>()
}
const one = async (q: string): Promise<RepairCharacter> => {
  const [found] = (await find(q)).items
  if (!found) throw new Error(`${q} is not found`)
  return found
}
const change = ({ name, bornOn, member, isDeleted, version }: RepairCharacter, to: object) => ({
  name,
  bornOn,
  memberEmail: member?.emailAddress ?? null,
  isDeleted,
  version,
  reason: 'Asked for it',
  ...to,
})
const noticesOf = async ({ token, userId }: Person) => (await t.http(token).get(`/api/user/notices/${userId}`)).json<Notice[]>()
const auditOf = (action: string, subjectId: string) =>
  t.db.selectFrom('audit').select(['before', 'after']).where('action', '=', action).where('subject_id', '=', subjectId).execute()

test('an admin finds characters by name, address and number, deleted ones too, without medical notes; every search is audited', async () => {
  const id = await addCharacter('Wilhelmina Repair')
  await t.db.updateTable('characters').set({ removed_at: new Date() }).where('id', '=', id).execute()
  for (const q of ['wilhelmina rep', owner.emailAddress.toUpperCase(), `#${id}`]) {
    const { items } = await find(q)
    expect(items.find(({ characterId }) => characterId === id)).toMatchObject({ name: 'Wilhelmina Repair', isDeleted: true })
  }
  const answer = await admin.post('/api/records/find', { kind: 'character', q: `#${id}` })
  expect(answer.body).not.toContain('Secret')
  expect((await admin.post('/api/records/find', { kind: 'character', q: 'w' })).json()).toMatchObject({ field: 'q' })
  expect((await find('%%')).items).toEqual([])
  expect((await auditOf('character.searched', 'all')).map(({ after }) => after)).toContainEqual({ q: 'wilhelmina rep' })
})

test('a name is corrected: the old name is kept, the member is told, and the audit has both names', async () => {
  const id = await addCharacter('Offensive Name')
  const before = await one(`#${id}`)
  const answer = await admin.put(`/api/records/characters/${id}`, change(before, { name: 'Decent Name' }))
  expect(answer.json()).toMatchObject({ name: 'Decent Name', version: before.version + 1 })
  const former = await t.db.selectFrom('character_names').select('name').where('character_id', '=', id).execute()
  expect(former).toEqual([{ name: 'Offensive Name' }])
  expect(await auditOf('character.repaired', String(id))).toEqual([
    { before: { name: 'Offensive Name' }, after: { name: 'Decent Name', reason: 'Asked for it' } },
  ])
  expect((await noticesOf(owner))[0]).toMatchObject({ title: 'Decent Name was corrected by an admin', path: `/user/characters/${id}` })
  const stale = await admin.put(`/api/records/characters/${id}`, change(before, { name: 'Third Name' }))
  expect([stale.statusCode, stale.json()]).toMatchObject([
    409,
    { message: 'This character has changed since you opened it: open it again' },
  ])
})

test('a character is given to another member, who is told as well; an unknown address changes nothing', async () => {
  const id = await addCharacter('Handed Over')
  const other = await t.addPerson({ departments: [{ name: 'CIV', isPrimary: true }] })
  const before = await one(`#${id}`)
  const wrong = await admin.put(`/api/records/characters/${id}`, change(before, { memberEmail: 'nobody@example.com' }))
  expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { field: 'memberEmail' }])
  const given = await admin.put(`/api/records/characters/${id}`, change(before, { memberEmail: other.emailAddress }))
  expect(given.json<RepairCharacter>().member?.userId).toBe(other.userId)
  expect((await noticesOf(other)).length).toBe(1)
  expect((await noticesOf(owner))[0]?.title).toBe('Handed Over was corrected by an admin')
})

test('a plate is corrected, but not to one that is taken; a vehicle is restored and given to another character', async () => {
  const [first, second] = [await addCharacter('Car Owner'), await addCharacter('New Owner')]
  const [taken, wrong] = [await addVehicle(first, 'REP 1'), await addVehicle(first, 'REP 2')]
  const [vehicle] = (await find<RepairVehicle>('rep-2', 'vehicle')).items
  expect(vehicle).toMatchObject({ vehicleId: wrong, plate: 'REP 2', owner: { characterId: first } })
  const body = {
    plate: 'REP 3',
    vin: '',
    model: 'Sultan',
    colour: 'Red',
    characterId: second,
    isDeleted: false,
    reason: 'Typo',
    version: 1,
  }
  const refused = await admin.put(`/api/records/vehicles/${wrong}`, { ...body, plate: 'rep-1' })
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { field: 'plate' }])
  expect((await admin.put(`/api/records/vehicles/${wrong}`, { ...body, characterId: 999_999 })).json()).toMatchObject({
    field: 'characterId',
  })
  const done = await admin.put(`/api/records/vehicles/${wrong}`, body)
  expect(done.json()).toMatchObject({ plate: 'REP 3', vin: 'VINREP 2', colour: 'Red', owner: { name: 'New Owner' } })
  const gone = await admin.put(`/api/records/vehicles/${taken}`, { ...body, plate: 'REP 1', isDeleted: true })
  expect(gone.json()).toMatchObject({ isDeleted: true })
  expect((await admin.put(`/api/records/vehicles/${wrong}`, { ...body, plate: 'REP1', version: 2 })).statusCode, 'the plate is free').toBe(
    200,
  )
})

test('a record that the game or an import added again is not restored, and the refusal says why', async () => {
  const removed = { removed_at: new Date(), external_id: 'game:7' }
  const [id, person] = [await addCharacter('Gone Before'), await addCharacter('Back Again')]
  await t.db.updateTable('characters').set(removed).where('id', '=', id).execute()
  await t.db.updateTable('characters').set({ external_id: 'game:7' }).where('id', '=', person).execute()
  const restored = await admin.put(`/api/records/characters/${id}`, change(await one(`#${id}`), { isDeleted: false }))
  expect([restored.statusCode, restored.json()]).toMatchObject([409, { field: 'isDeleted' }])
  const [first, second] = [await addVehicle(person, 'GONE 1'), await addVehicle(person, 'BACK 1')]
  await t.db.updateTable('vehicles').set(removed).where('id', '=', first).execute()
  await t.db.updateTable('vehicles').set({ external_id: 'game:7' }).where('id', '=', second).execute()
  const [{ version } = { version: 0 }] = (await find<RepairVehicle>(`#${first}`, 'vehicle')).items
  const vehicle = { plate: 'GONE 1', vin: '', model: 'Sultan', colour: '', characterId: person, isDeleted: false, reason: 'Back', version }
  const back = await admin.put(`/api/records/vehicles/${first}`, vehicle)
  expect([back.statusCode, back.json()]).toMatchObject([409, { field: 'isDeleted' }])
})

test('a noted person whom a member has claimed is not restored beside the character', async () => {
  const [noted, person] = [await addCharacter('Was Noted', null), await addCharacter('Was Noted')]
  await t.db.updateTable('characters').set({ removed_at: new Date(), merged_into_id: person }).where('id', '=', noted).execute()
  const restored = await admin.put(`/api/records/characters/${noted}`, change(await one(`#${noted}`), { isDeleted: false }))
  expect([restored.statusCode, restored.json()]).toMatchObject([409, { field: 'isDeleted' }])
})
