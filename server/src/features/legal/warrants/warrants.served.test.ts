import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { warrantsOf } from '../../../testing/test-warrants.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
})
afterAll(() => t.close())

/** As if they had served it so many hours ago. */
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

test('who served a warrant within a day writes the report about its subject without looking them up', async () => {
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

test('also when the person was only noted and has been claimed since', async () => {
  const officer = await w.officer()
  const [noted, own] = [await w.character(null), await w.character(await w.civilian())]
  await served(officer, noted)
  await sql`update characters set merged_into_id = ${own}, removed_at = now() where id = ${noted}`.execute(t.db)
  expect(await arrest(officer, own)).toBe(200)
})
