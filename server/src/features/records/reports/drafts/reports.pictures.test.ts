import {
  EVIDENCE_BYTES,
  MAX_EVIDENCE,
  MAX_EVIDENCE_PICTURES,
  MEMBER_PICTURE_BYTES,
  type ReportDraft,
  type ReportSummary,
} from '@tenfour/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, WEB_KEY, type TestPortal } from '../../../../testing/test-portal.ts'
import { reportsOf } from '../../../../testing/test-reports.ts'

let t: TestPortal
let r: ReturnType<typeof reportsOf>
let officer: Member
let medic: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = reportsOf(t)
  officer = await r.officer()
  medic = await r.officer({ department: 'FIRE' })
})
afterAll(() => t.close())

const photo = (color: string) =>
  sharp({ create: { width: 200, height: 200, channels: 3, background: color } })
    .png()
    .toBuffer()
const send = async (by: Member, draftId: number, color = 'red') =>
  t.http(by.token, WEB_KEY, { headers: { 'content-type': 'image/png' } }).put(`/api/reports/drafts/${draftId}/pictures`, await photo(color))
const upload = async (by: Member, draftId: number, color?: string): Promise<number> => {
  const response = await send(by, draftId, color)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ pictureId: number }>().pictureId
}
const seen = async (by: Pick<Member, 'http'>, pictureId: number) =>
  (await by.http.get(`/api/reports/pictures/${pictureId}/full`)).statusCode
const kept = async ({ userId }: Member) => (await t.db.selectFrom('pictures').select('id').where('owner_id', '=', userId).execute()).length
const withEvidence = async (by: Member, draft: ReportDraft, pictureIds: number[]): Promise<ReportDraft> => {
  const response = await r.save(by, draft, { evidence: [{ text: 'A knife', holder: 'Locker 3', heldSince: null, pictureIds }] })
  expect(response.statusCode, response.body).toBe(200)
  return r.read(by, draft.draftId)
}

test('a picture of a draft is shown to its writer, and a picture of a report to its readers', async () => {
  const draft = await r.complete(officer)
  const pictureId = await upload(officer, draft.draftId)
  const [colleague, dispatcher, admin] = [await r.officer(), await r.officer({ department: 'COMM' }), { http: await t.as('admin') }]
  expect(await seen(officer, pictureId)).toBe(200)
  for (const other of [colleague, dispatcher, medic]) expect(await seen(other, pictureId)).toBe(404)
  const thumbnail = await officer.http.get(`/api/reports/pictures/${pictureId}/thumbnail`)
  expect([thumbnail.statusCode, thumbnail.headers['content-type']]).toEqual([200, 'image/webp'])
  await r.submit(officer, await withEvidence(officer, draft, [pictureId]))
  for (const other of [officer, colleague, dispatcher]) expect(await seen(other, pictureId)).toBe(200)
  expect([await seen(medic, pictureId), await seen(admin, pictureId)]).toEqual([404, 403])
  const treatment = await r.complete(medic, { kind: 'treatment' })
  const ofPatient = await upload(medic, treatment.draftId)
  await r.submit(medic, await withEvidence(medic, treatment, [ofPatient]))
  expect([await seen(medic, ofPatient), await seen(officer, ofPatient), await seen(dispatcher, ofPatient)]).toEqual([200, 404, 404])
})

test('pictures of a discarded draft, and those that a submitted draft does not use, are deleted; those of a version never are', async () => {
  const writer = await r.officer()
  const discarded = await r.draft(writer)
  await upload(writer, discarded.draftId)
  await writer.http.delete(`/api/reports/drafts/${discarded.draftId}?version=${discarded.version}`)
  expect(await kept(writer)).toBe(0)
  const draft = await r.complete(writer)
  const [used, unused] = [await upload(writer, draft.draftId), await upload(writer, draft.draftId, 'blue')]
  const report = (await r.submit(writer, await withEvidence(writer, draft, [used]))).json<ReportSummary>()
  expect([await kept(writer), await seen(writer, used), await seen(writer, unused)]).toEqual([1, 200, 404])
  const change = (await r.change(writer, report.reportId)).json<ReportDraft>()
  expect(change.content.evidence, 'the pictures of the report may stay').toMatchObject([{ pictureIds: [used] }])
  const another = await upload(writer, change.draftId, 'green')
  const next = await withEvidence(writer, change, [another])
  expect((await r.submit(writer, next, 'A better picture')).statusCode).toBe(200)
  expect([await kept(writer), await seen(writer, used), await seen(writer, another)], 'the earlier version has it').toEqual([2, 200, 200])
})

test('a picture of another draft or report can’t be referred to', async () => {
  const [mine, other] = [await r.draft(officer), await r.draft(officer)]
  const pictureId = await upload(officer, other.draftId)
  const response = await r.save(officer, mine, {
    evidence: [{ text: 'A knife', holder: '', heldSince: null, pictureIds: [pictureId] }],
  })
  expect([response.statusCode, response.json().field]).toEqual([400, 'content.evidence.0.pictureIds.0'])
})

test('only the writer uploads pictures to a draft, only pictures, and only up to a limit', async () => {
  const draft = await r.draft(officer)
  expect((await send(await r.officer(), draft.draftId)).statusCode).toBe(404)
  const wrong = t.http(officer.token, WEB_KEY, { headers: { 'content-type': 'image/png' } })
  expect((await wrong.put(`/api/reports/drafts/${draft.draftId}/pictures`, Buffer.from('no picture'))).statusCode).toBe(400)
  await upload(officer, draft.draftId)
  await sql`insert into report_pictures (draft_id, picture_id, by_user_id)
    select draft_id, picture_id, by_user_id from report_pictures, generate_series(1, ${MAX_EVIDENCE * MAX_EVIDENCE_PICTURES - 1})
    where draft_id = ${draft.draftId}`.execute(t.db)
  expect((await send(officer, draft.draftId)).statusCode).toBe(409)
})

test('evidence of the last 30 days is limited, and leaves room for a member’s own pictures', async () => {
  const writer = await r.officer()
  const draft = await r.draft(writer)
  const ofBytes = (bytes: number) =>
    sql`update pictures set bytes = ${bytes} where owner_id = ${writer.userId} and is_evidence`.execute(t.db)
  await upload(writer, draft.draftId)
  await ofBytes(MEMBER_PICTURE_BYTES)
  const own = t.http(writer.token, WEB_KEY, { headers: { 'content-type': 'image/png' } })
  expect((await own.put(`/api/user/picture/${writer.userId}`, await photo('blue'))).statusCode, 'a photo of their own').toBe(200)
  await ofBytes(EVIDENCE_BYTES)
  const refused = await send(writer, draft.draftId)
  expect([refused.statusCode, refused.json().field]).toEqual([413, 'picture'])
  await sql`update pictures set created_at = now() - interval '31 days' where owner_id = ${writer.userId} and is_evidence`.execute(t.db)
  expect((await send(writer, draft.draftId)).statusCode, 'a month later').toBe(200)
})
