import type { HistoryCheck, LookupResult, PageOf, PersonRecord, VehicleRecord, Warrant, WarrantSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { warrantsOf } from '../../../../testing/test-warrants.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
let writer: Member
let officer: Member
let clerk: Member
let judge: Member
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
  officer = await w.officer()
  clerk = await w.clerk()
  judge = await w.judge()
})
beforeEach(async () => {
  writer = await w.officer({ name: 'Wilma Writer' })
})
afterAll(() => t.close())

type Held = Pick<WarrantSummary, 'warrantId' | 'version'>
const act = async (by: Member, name: string, { warrantId, version }: Held, over: object = {}): Promise<Warrant> => {
  const response = await by.http.post(`/api/warrants/${warrantId}/${name}`, { version, ...over })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Warrant>()
}
const sign = (held: Held, over: object = {}) => act(judge, 'sign', held, { bail: null, isConfidential: false, ...over })
const serve = (held: Held, over: object = {}) =>
  act(officer, 'serve', held, { servedAt: new Date().toISOString(), location: 'Legion Square', text: 'Done', ...over })
const recall = (held: Held) => act(judge, 'recall', held, { reason: 'Needed no more' })
const lookUp = async <T>(body: object): Promise<T> => {
  const response = await officer.http.post('/api/lookups', body)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<LookupResult>().record as T
}
const person = (characterId: number) => lookUp<PersonRecord>({ by: 'character', characterId })
const listed = async (tab: string, by = clerk) =>
  (await by.http.get(`/api/warrants?tab=${tab}&pageSize=100`)).json<PageOf<WarrantSummary>>().items.map(({ warrantId }) => warrantId)
const isWhole = async () =>
  expect((await (await t.as('admin')).get('/api/warrants/history/check')).json<HistoryCheck>().problems).toEqual([])

describe('the subject of a warrant', () => {
  test('is claimed before the warrant is signed: the warrant is about the character, and its history does not change', async () => {
    const noted = await w.character(null, { name: 'Nora Noted' })
    const submitted = await w.submitted(writer, { characterId: noted })
    const claimed = await w.character(await w.civilian(), { name: 'Nora Noted' })
    await sql`update characters set merged_into_id = ${claimed} where id = ${noted}`.execute(t.db)
    const signed = await sign(await act(clerk, 'take', submitted))
    expect(signed.subject).toEqual({ kind: 'person', characterId: claimed, vehicleId: null, name: 'Nora Noted' })
    for (const each of [noted, claimed]) {
      expect((await person(each)).warrants).toMatchObject([{ warrantId: signed.warrantId, characterId: claimed }])
    }
    expect(await serve(signed, { isArrested: true })).toMatchObject({ state: 'served', subject: { characterId: claimed } })
    expect((await person(claimed)).warrants).toEqual([])
    await isWhole()
  })

  test('is claimed after the warrant was returned: its writer changes it and submits it again', async () => {
    const noted = await w.character(null)
    const submitted = await w.submitted(writer, { characterId: noted })
    await act(judge, 'return', submitted, { reason: 'Name the street' })
    const claimed = await w.character(await w.civilian())
    await sql`update characters set merged_into_id = ${claimed} where id = ${noted}`.execute(t.db)
    const draft = await w.change(writer, submitted.warrantId)
    const again = await w.submit(writer, draft.json())
    expect(again.json(), again.body).toMatchObject({ state: 'submitted', isChanged: true, subject: { characterId: claimed } })
    await sign(again.json())
    expect((await person(claimed)).warrants).toHaveLength(1)
    await isWhole()
  })

  test('dies: the warrant stays active until it is recalled', async () => {
    const characterId = await w.character(await w.civilian())
    const submitted = await w.submitted(writer, { characterId })
    await sql`update characters set deceased_at = now(), deceased_cause = 'Fell' where id = ${characterId}`.execute(t.db)
    const signed = await sign(submitted)
    expect((await person(characterId)).warrants).toHaveLength(1)
    expect(await recall(signed)).toMatchObject({ state: 'recalled' })
  })

  test('is removed: the warrant is still listed, read, signed, served and recalled under the name they had', async () => {
    const owner = await w.civilian()
    const ids = [await w.character(owner, { name: 'Rex Removed' }), await w.character(owner, { name: 'Rex Removed' })]
    const submitted = [await w.submitted(writer, { characterId: ids[0]! }), await w.submitted(writer, { characterId: ids[1]! })]
    await sql`update characters set removed_at = now() where id = any(${ids}::int[])`.execute(t.db)
    expect(await listed('mine')).toEqual(expect.arrayContaining(submitted.map(({ warrantId }) => warrantId)))
    const [first, second] = [await sign(submitted[0]!), await sign(submitted[1]!)]
    expect(first.subject.name).toBe('Rex Removed')
    expect(await listed('active')).toEqual(expect.arrayContaining([first.warrantId, second.warrantId]))
    expect(await serve(first)).toMatchObject({ state: 'served' })
    expect(await recall(second)).toMatchObject({ state: 'recalled' })
    expect((await clerk.http.get(`/api/warrants/${second.warrantId}`)).json()).toMatchObject({ subject: { name: 'Rex Removed' } })
  })

  test('is a vehicle that is handed over: the warrant stays on the vehicle, and on neither owner', async () => {
    const [seller, buyer] = [await w.character(await w.civilian()), await w.character(await w.civilian())]
    const { rows } = await sql<{ id: number }>`
      insert into vehicles (plate, vin, model, character_id, registered_until, insured_until)
      values ('HANDED1', 'VINHANDED1', 'Sultan', ${seller}, '2199-01-01', '2199-01-01') returning id`.execute(t.db)
    const vehicleId = rows[0]!.id
    const looked = await writer.http.post('/api/lookups', { by: 'vehicle', vehicleId })
    expect(looked.statusCode, looked.body).toBe(200)
    const submitted = await w.submitted(writer, { type: 'search' }, { subject: { kind: 'vehicle', vehicleId } })
    await sql`update vehicles set character_id = ${buyer} where id = ${vehicleId}`.execute(t.db)
    const signed = await sign(submitted)
    expect(await lookUp<VehicleRecord>({ by: 'vehicle', vehicleId })).toMatchObject({
      warrants: [{ warrantId: signed.warrantId, vehicleId }],
      owner: { characterId: buyer, warrants: [] },
    })
    for (const each of [seller, buyer]) expect((await person(each)).warrants).toEqual([])
    await sql`update vehicles set removed_at = now() where id = ${vehicleId}`.execute(t.db)
    expect(await serve(signed)).toMatchObject({ state: 'served', subject: { kind: 'vehicle', vehicleId } })
  })
})

describe('members who work on a warrant', () => {
  test('belong to a department that is retired: the warrant is read and decided as before', async () => {
    const deputy = await w.officer({ department: 'BCSO' })
    const [submitted, other] = [await w.submitted(deputy), await w.submitted(deputy)]
    const named = await sign(other, { isConfidential: true, servedBy: { departmentIds: [3], userIds: [] } })
    await sql`update departments set retired_at = now() where id = 3`.execute(t.db)
    try {
      expect(await sign(submitted)).toMatchObject({ state: 'active', department: 'BCSO' })
      expect((await judge.http.get(`/api/warrants/${named.warrantId}`)).json()).toMatchObject({
        servedBy: { departments: [{ departmentId: 3, name: 'BCSO' }] },
      })
      expect(await recall(named)).toMatchObject({ state: 'recalled' })
    } finally {
      await sql`update departments set retired_at = null where id = 3`.execute(t.db)
    }
  })

  test.each(['disabled_at', 'deleted_at'])('have the warrant under review and leave (%s): another member takes it over', async (column) => {
    const gone = await w.clerk('Gone Clerk')
    const taken = await act(gone, 'take', await w.submitted(writer))
    await sql`update users set ${sql.ref(column)} = now() where id = ${gone.userId}`.execute(t.db)
    const over = await act(clerk, 'take', taken)
    expect(over).toMatchObject({ reviewer: { userId: clerk.userId } })
    expect(over.history[0]).toMatchObject({ title: 'Taken over', changes: [{ what: 'Reviewer', before: 'Gone Clerk' }] })
    expect(await act(clerk, 'pass', over)).toMatchObject({ isReady: true })
  })

  test.each(['disabled_at', 'deleted_at'])('wrote the warrant and leave (%s): it is still listed, read and decided', async (column) => {
    const [one, other] = [await w.submitted(writer), await w.submitted(writer)]
    await sql`update users set ${sql.ref(column)} = now() where id = ${writer.userId}`.execute(t.db)
    expect(await listed('mine')).toEqual(expect.arrayContaining([one.warrantId, other.warrantId]))
    const signed = await sign(await act(clerk, 'take', one))
    expect(signed.writer).toMatchObject({ userId: writer.userId, name: 'Wilma Writer' })
    const kept = await sign(other, { isConfidential: true, servedBy: { departmentIds: [2], userIds: [] } })
    expect((await person(signed.subject.characterId!)).warrants).toHaveLength(1)
    expect(await serve(signed)).toMatchObject({ state: 'served' })
    expect(await serve(kept)).toMatchObject({ state: 'served', isConfidential: false })
    await isWhole()
  })
})
