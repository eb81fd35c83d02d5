import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { warrantRowsOf } from '../../../../testing/test-warrant-cast.ts'
import { warrantsOf } from '../../../../testing/test-warrants.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
})
afterAll(() => t.close())

/** A warrant that the member served this many hours ago. */
const served = async (by: Member, characterId: number, hours = 0): Promise<void> => {
  const { warrantId } = await w.submitted(await w.clerk(), { characterId })
  const { userId } = await t.person('legalSupervisor')
  await sql`update warrants set state = 'served', signer_id = ${userId}, signed_at = now(), expires_at = now() + interval '1 day',
    closed_at = now() - make_interval(hours => ${hours}), served_return = ${JSON.stringify({ by: { userId: by.userId } })}
    where id = ${warrantId}`.execute(t.db)
}
const arrest = async (by: Member, characterId: number) => {
  const response = await by.http.post('/api/reports/drafts', { kind: 'arrest', characterId, prefill: { narrative: 'Served.' } })
  return response.statusCode
}

test('an officer who served a warrant within a day writes a report about its subject without looking them up', async () => {
  const [officer, other] = [await w.officer(), await w.officer()]
  const characterId = await w.character(null)
  expect(await arrest(officer, characterId)).toBe(400)
  await served(officer, characterId)
  expect(await arrest(officer, characterId)).toBe(200)
  expect(await arrest(other, characterId), 'nobody else').toBe(400)
  const old = await w.character(null)
  await served(officer, old, 25)
  expect(await arrest(officer, old)).toBe(400)
})

test('so does an officer who served a warrant on a noted person who was claimed since', async () => {
  const officer = await w.officer()
  const [noted, own] = [await w.character(null), await w.character(await w.civilian())]
  await served(officer, noted)
  await sql`update characters set merged_into_id = ${own}, removed_at = now() where id = ${noted}`.execute(t.db)
  expect(await arrest(officer, own)).toBe(200)
})

test('an officer who served a search warrant on a vehicle writes a report about it without looking it up', async () => {
  const [officer, other] = [await w.officer(), await w.officer()]
  const { rows } = await sql<{ id: number }>`
    insert into vehicles (plate, vin, model, character_id)
    select plate, plate, 'Sultan', ${await w.character(null)} from unnest(array['SERVED1', 'SERVED2']) plate returning id`.execute(t.db)
  const [searched, another] = rows.map(({ id }) => id)
  const incident = async (by: Member, vehicleId: number) =>
    (await by.http.post('/api/reports/drafts', { kind: 'incident', vehicleId })).statusCode
  expect(await incident(officer, searched!)).toBe(400)
  const { userId: writerId } = await w.clerk()
  const { userId: signerId } = await w.judge()
  const servedBy = { userId: officer.userId, name: 'An Officer', identifier: '' }
  await warrantRowsOf(t).insert({ type: 'search', state: 'served', writerId, signerId, vehicleId: searched!, servedBy })
  expect(await incident(officer, searched!)).toBe(200)
  expect(await incident(officer, another!), 'no other vehicle').toBe(400)
  expect(await incident(other, searched!), 'nobody else').toBe(400)
})
