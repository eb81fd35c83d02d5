import { finesSwitch, type LookupResult, type Report, type ReportSummary } from '@tenfour/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { joinRoom, startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import type { Civilian } from '../../../../testing/test-records.ts'
import { reportsOf } from '../../../../testing/test-reports.ts'

let t: TestPortal
let r: ReturnType<typeof reportsOf>
let officer: Member
let owner: Civilian
let characterId: number
beforeAll(async () => {
  t = await startTestPortal()
  r = reportsOf(t)
  ;[officer, owner] = [await r.officer(), await r.civilian()]
  characterId = await r.character(owner)
})
afterAll(() => t.close())
afterEach(() => r.set(finesSwitch, true))

const finesOf = (reportId: number) => t.db.selectFrom('fines').select(['amount', 'state']).where('report_id', '=', reportId).execute()
const messagesOf = (reportId: number) => t.db.selectFrom('penalty_messages').select('payload').where('report_id', '=', reportId).execute()
const read = async (reportId: number) => (await officer.http.get(`/api/reports/${reportId}`)).json<Report>()
const charge = async (over: object) => ({
  charges: [{ revisionId: (await r.offence()).revisionId, counts: 1, jailMinutes: 0, fine: 100, ...over }],
})
const waiting = async () => {
  const reply = await joinRoom(await t.connect(owner.token), 'waiting', { userId: owner.userId })
  if (!reply.ok) throw new Error(reply.message)
  return (reply.snapshot as { words: string }[]).map(({ words }) => words)
}

test('while fines are off, a citation imposes its points and no money, and an arrest its jail time too', async () => {
  await r.set(finesSwitch, false)
  const citation = await r.submitted(officer, { characterId })
  expect(citation).toMatchObject({ state: 'final', fine: 0, points: 2 })
  expect((await read(citation.reportId)).content.charges).toMatchObject([{ fine: 0 }])
  expect(await finesOf(citation.reportId)).toEqual([])
  expect(await messagesOf(citation.reportId), 'the game hears of fines and jail alone').toEqual([])
  await r.needsApproval('arrest', false)
  const arrest = await r.submitted(officer, { kind: 'arrest', characterId }, await charge({ jailMinutes: 10 }))
  expect(arrest).toMatchObject({ state: 'final', fine: 0, jailMinutes: 10 })
  expect(await messagesOf(arrest.reportId)).toMatchObject([{ payload: { fine: 0, jailMinutes: 10 } }])
})

test('no amount has to be given: one outside of the range is not refused, and not kept', async () => {
  await r.set(finesSwitch, false)
  const { reportId } = await r.submitted(officer, { characterId }, await charge({ fine: 0 }))
  expect((await read(reportId)).content.charges).toMatchObject([{ fine: 0, fineMin: 100 }])
  await r.set(finesSwitch, true)
  const draft = await r.complete(officer, { characterId }, await charge({ fine: 0 }))
  expect((await r.submit(officer, draft)).json()).toMatchObject({ code: 'invalid_input', field: 'content.charges.0.fine' })
})

test('a citation that was submitted before and is approved while fines are off imposes none', async () => {
  await r.needsApproval('citation', true)
  const { reportId, version } = await r.submitted(officer, { characterId })
  await r.needsApproval('citation', false)
  const approver = await r.supervisor()
  await r.set(finesSwitch, false)
  const decided = await approver.http.post(`/api/reports/${reportId}/decide`, { isApproved: true, remark: '', version })
  expect(decided.json()).toMatchObject({ state: 'final', fine: 0, points: 2 })
  expect(await finesOf(reportId)).toEqual([])
})

test('a fine of before waits for nobody and is owed nowhere, is kept by an amendment, and is back once fines are on', async () => {
  const { reportId } = await r.submitted(officer, { characterId })
  const owed = async () => {
    await r.lookUp(officer, characterId)
    const { record } = (await officer.http.post('/api/lookups', { by: 'character', characterId })).json<LookupResult>()
    return record?.kind === 'person' && record.unpaidFines
  }
  expect([await owed(), await waiting()]).toEqual([100, ['1 unpaid fine']])
  await r.set(finesSwitch, false)
  expect([await owed(), await waiting()]).toEqual([0, []])
  const { id } = await t.db.selectFrom('fines').select('id').where('report_id', '=', reportId).executeTakeFirstOrThrow()
  const pay = () => owner.http.post(`/api/fines/${id}/pay`, { version: 1 })
  expect((await pay()).json()).toMatchObject({ code: 'feature_off', message: finesSwitch.offMessage })
  const draft = (await r.change(officer, reportId)).json<{ draftId: number }>()
  const amended = await r.submit(officer, await r.read(officer, draft.draftId), 'A word')
  expect(amended.json<ReportSummary>()).toMatchObject({ state: 'final', fine: 100 })
  expect((await read(reportId)).content.charges).toMatchObject([{ fine: 100 }])
  await r.set(finesSwitch, true)
  expect([await owed(), await waiting(), await finesOf(reportId)]).toEqual([100, ['1 unpaid fine'], [{ amount: 100, state: 'unpaid' }]])
  expect((await pay()).statusCode).toBe(200)
})
