import type { Report, ReportDraft, ReportSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { reportsOf } from '../../../../testing/test-reports.ts'

let t: TestPortal
let r: ReturnType<typeof reportsOf>
let officer: Member
let medic: Member
let approver: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = reportsOf(t)
  officer = await r.officer()
  medic = await r.officer({ department: 'FIRE' })
  approver = await r.supervisor()
})
afterAll(() => t.close())

const refusal = (response: { statusCode: number; json: () => { field?: string } }) => [response.statusCode, response.json().field]
const decide = (report: ReportSummary, isApproved: boolean, remark = '') =>
  approver.http.post(`/api/reports/${report.reportId}/decide`, { isApproved, remark, version: report.version })
const summary = async (by: Member, reportId: number) => (await by.http.get(`/api/reports/${reportId}`)).json<Report>()
const changed = async (by: Member, reportId: number): Promise<ReportDraft> => {
  const response = await r.change(by, reportId)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<ReportDraft>()
}
const saved = async (by: Member, draft: ReportDraft, over: Parameters<typeof r.save>[2]): Promise<ReportDraft> => {
  const response = await r.save(by, draft, over)
  expect(response.statusCode, response.body).toBe(200)
  return r.read(by, draft.draftId)
}

test('a report is changed only by its writer once it was returned, with the remark; it keeps its number and waits again', async () => {
  const report = await r.submitted(officer, { kind: 'arrest' })
  expect((await r.change(officer, report.reportId)).statusCode, 'while it waits').toBe(409)
  expect((await decide(report, false, 'Say where')).statusCode).toBe(200)
  for (const other of [approver, await r.officer(), medic]) expect((await r.change(other, report.reportId)).statusCode).toBe(404)
  const draft = await changed(officer, report.reportId)
  expect(draft).toMatchObject({ remark: 'Say where', changes: { reportId: report.reportId, number: report.number }, kind: 'arrest' })
  expect((await changed(officer, report.reportId)).draftId, 'the draft that is there').toBe(draft.draftId)
  const other = await r.character(null)
  await r.lookUp(officer, other)
  const charges = [{ revisionId: (await r.offence()).revisionId, counts: 1, fine: 200, jailMinutes: 5 }]
  const next = await saved(officer, draft, { location: 'Legion Square', subjectId: other, charges })
  const again = (await r.submit(officer, next)).json<ReportSummary>()
  expect(again).toMatchObject({
    reportId: report.reportId,
    number: report.number,
    state: 'submitted',
    subject: { characterId: other },
    fine: 200,
    jailMinutes: 5,
  })
  expect((await decide(again, true)).json()).toMatchObject({ state: 'final', fine: 200 })
  const { revisions } = await summary(officer, report.reportId)
  expect(revisions.map(({ reason }) => reason)).toEqual(['', ''])
})

test('a report is changed with a reason when it is final, without approval if its kind needs none; subject and offences stay', async () => {
  const report = await r.submitted(officer)
  const draft = await changed(officer, report.reportId)
  expect(draft.remark).toBe('')
  const next = await saved(officer, draft, { narrative: 'Amended' })
  expect(refusal(await r.submit(officer, next))).toEqual([400, 'reason'])
  const other = await r.character(null)
  await r.lookUp(officer, other)
  const otherSubject = await saved(officer, next, { subjectId: other })
  expect(refusal(await r.submit(officer, otherSubject, 'Wrong'))).toEqual([400, 'content.subjectId'])
  const back = await saved(officer, otherSubject, { subjectId: report.subject?.characterId ?? null })
  const [charge] = back.content.charges
  const dearer = await saved(officer, back, { charges: [{ revisionId: charge?.revisionId ?? 0, counts: 1, fine: 200, jailMinutes: 0 }] })
  expect(refusal(await r.submit(officer, dearer, 'Wrong'))).toEqual([400, 'content.charges'])
  const right = await saved(officer, dearer, { charges: [{ revisionId: charge?.revisionId ?? 0, counts: 1, fine: 100, jailMinutes: 0 }] })
  const amended = (await r.submit(officer, right, 'Forgot to say')).json<ReportSummary>()
  expect(amended).toMatchObject({ number: report.number, state: 'final', amendment: null, fine: 100 })
  const read = await summary(officer, report.reportId)
  expect(read.content.narrative).toBe('Amended')
  expect(read.revisions.map(({ reason }) => reason)).toEqual(['', 'Forgot to say'])
})

test('a report is changed when it is final and its kind needs approval: the version before stays in force until then', async () => {
  const report = await r.submitted(officer, { kind: 'arrest' }, { narrative: 'First' })
  const final = (await decide(report, true)).json<Report>()
  const draft = await saved(officer, await changed(officer, report.reportId), { narrative: 'Second' })
  const waiting = (await r.submit(officer, draft, 'More is known')).json<ReportSummary>()
  expect(waiting).toMatchObject({ state: 'final', amendment: 'submitted', finalAt: final.finalAt })
  expect((await summary(officer, report.reportId)).content.narrative).toBe('First')
  expect((await r.change(officer, report.reportId)).statusCode).toBe(409)
  const returned = (await decide(waiting, false, 'Say more')).json<Report>()
  expect(returned).toMatchObject({ state: 'final', amendment: 'returned' })
  const again = await changed(officer, report.reportId)
  expect([again.content.narrative, again.remark], 'what was returned is worked on').toEqual(['Second', 'Say more'])
  const third = (await r.submit(officer, await saved(officer, again, { narrative: 'Third' }), 'More is known')).json<ReportSummary>()
  await decide(third, true)
  expect((await summary(officer, report.reportId)).content.narrative).toBe('Third')
})

test('a report is changed with offences that were reworded since, if one of its versions has them', async () => {
  const [old, other] = [await r.offence(), await r.offence()]
  const charge = ({ revisionId }: { revisionId: number }) => ({ revisionId, counts: 1, fine: 100, jailMinutes: 0 })
  const report = await r.submitted(officer, { kind: 'arrest' }, { charges: [charge(old)] })
  await decide(report, false, 'Again')
  const admin = await t.as('admin')
  for (const each of [old, other]) await admin.put(`/api/offences/${each.offenceId}`, { ...each, fineMax: 900 })
  const draft = await changed(officer, report.reportId)
  expect(draft.outdatedRevisionIds).toEqual([])
  const wrong = await saved(officer, draft, { charges: [charge(old), charge(other)] })
  expect(wrong.outdatedRevisionIds).toEqual([other.revisionId])
  expect(refusal(await r.submit(officer, wrong))).toEqual([400, 'content.charges.1.revisionId'])
  expect((await r.submit(officer, await saved(officer, wrong, { charges: [charge(old)] }))).statusCode).toBe(200)
})

test('a report is changed about a noted person whom a member claimed since', async () => {
  const [noted, own] = [await r.character(null, { name: 'Noted Then' }), await r.character(await r.civilian(), { name: 'Registered' })]
  const report = await r.submitted(officer, { characterId: noted })
  await sql`update characters set merged_into_id = ${own}, removed_at = now() where id = ${noted}`.execute(t.db)
  const draft = await saved(officer, await changed(officer, report.reportId), { narrative: 'Named by now' })
  expect(draft.content.subject).toMatchObject({ characterId: own, name: 'Registered' })
  expect((await r.submit(officer, draft, 'Identified')).json()).toMatchObject({ state: 'final', subject: { characterId: own } })
})

test('a report is not changed once it is voided, even if it has a draft', async () => {
  const report = await r.submitted(officer)
  const draft = await changed(officer, report.reportId)
  await approver.http.post(`/api/reports/${report.reportId}/void`, { reason: 'Wrong person', version: report.version })
  expect((await r.submit(officer, draft, 'Too late')).statusCode).toBe(409)
  expect((await officer.http.delete(`/api/reports/drafts/${draft.draftId}?version=${draft.version}`)).statusCode).toBe(200)
  expect((await r.change(officer, report.reportId)).statusCode).toBe(409)
})

test('a report is not changed by a writer who has left the department', async () => {
  const writer = await r.officer({ also: [{ name: 'COMM' }] })
  const { reportId } = await r.submitted(writer)
  await sql`delete from user_departments where user_id = ${writer.userId} and department_id = 2`.execute(t.db)
  expect((await r.change(writer, reportId)).statusCode).toBe(403)
})
