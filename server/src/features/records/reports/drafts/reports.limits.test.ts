import {
  MAX_CHARGES,
  MAX_EVIDENCE,
  MAX_NARRATIVE,
  MAX_REPORT_OFFICERS,
  MAX_REPORT_PEOPLE,
  MAX_REPORT_VERSIONS,
  type Report,
  type ReportDraft,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { reportsOf } from '../../../../testing/test-reports.ts'

let t: TestPortal
let r: ReturnType<typeof reportsOf>
let writer: Member
let approver: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = reportsOf(t)
  writer = await r.officer()
  approver = await r.supervisor()
})
afterAll(() => t.close())

test('the versions of a report are limited: after the last, it has to be voided; the newest history is shown', async () => {
  const { reportId } = await r.submitted(writer)
  const revise = (count: number) =>
    sql`insert into report_revisions (report_id, content, by_user_id, by_identifier)
      select v.report_id, v.content, v.by_user_id, v.by_identifier from report_revisions v, generate_series(1, ${count})
      where v.id = (select revision_id from reports where id = ${reportId})`.execute(t.db)
  await revise(MAX_REPORT_VERSIONS - 2)
  const draft = (await r.change(writer, reportId)).json<ReportDraft>()
  await r.save(writer, draft, { narrative: 'The last version.' })
  expect((await r.submit(writer, await r.read(writer, draft.draftId), 'A mistake')).statusCode).toBe(200)
  expect((await r.change(writer, reportId)).json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('200') as string })
  await sql`insert into report_events (report_id, title) select ${reportId}, 'Something' from generate_series(1, 600)`.execute(t.db)
  const report = (await writer.http.get(`/api/reports/${reportId}`)).json<Report>()
  expect([report.revisions.length, report.history.length]).toEqual([MAX_REPORT_VERSIONS, 500])
})

test.each(['/api/reports/queue/2', '/api/fines/contested/2'])('%s has a last page, and says how to reach further items', async (path) => {
  expect((await approver.http.get(`${path}?page=100&pageSize=100`)).statusCode).toBe(200)
  expect((await approver.http.get(`${path}?page=101&pageSize=100`)).json()).toMatchObject({
    code: 'invalid_input',
    field: 'page',
    message: 'Only the first 10,000 can be listed: decide those that have waited longest, the others move up',
  })
})

test('a draft of the largest size is saved, read and submitted; one character more is refused, and so is text that can’t be stored', async () => {
  const offences = await Promise.all(Array.from({ length: MAX_CHARGES }, (_, index) => r.offence({ code: `Large ${index}` })))
  const officers = await Promise.all(
    Array.from({ length: MAX_REPORT_OFFICERS }, () => t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })),
  )
  const people = await Promise.all(Array.from({ length: MAX_REPORT_PEOPLE }, () => r.character(null)))
  for (const characterId of people) await r.lookUp(writer, characterId)
  // A letter under a tower of accents, each three bytes long.
  const narrative = `a${'\u1ab0'.repeat(MAX_NARRATIVE - 1)}`
  const full = {
    charges: offences.map(({ revisionId }) => ({ revisionId, counts: 99, fine: 99 * 500, jailMinutes: 99 * 30 })),
    people: people.map((characterId) => ({ characterId, role: 'witness' as const })),
    officers: officers.map(({ userId }) => ({ userId })),
    evidence: Array.from({ length: MAX_EVIDENCE }, () => ({
      text: '<'.repeat(300),
      holder: '"'.repeat(80),
      heldSince: null,
      pictureIds: [],
    })),
    narrative,
    location: '</script><img src=x onerror=alert(1)>',
  }
  await r.needsApproval('arrest', false)
  const draft = await r.complete(writer, { kind: 'arrest' }, full)
  for (const over of [{ narrative: `${narrative}a` }, { narrative: 'a\u0000' }, { location: '\ud800' }]) {
    const [field] = Object.keys(over)
    const response = await r.save(writer, draft, over)
    expect([response.statusCode, response.json().field]).toEqual([400, `content.${field}`])
  }
  const submitted = await r.submit(writer, draft)
  expect(submitted.statusCode, submitted.body).toBe(200)
  expect(submitted.json()).toMatchObject({ fine: 20 * 99 * 500, jailMinutes: 20 * 99 * 30, points: 20 * 99 * 2 })
  const { content } = (await writer.http.get(`/api/reports/${submitted.json().reportId}`)).json<Report>()
  expect(content).toMatchObject({ narrative, location: full.location, evidence: full.evidence })
})
