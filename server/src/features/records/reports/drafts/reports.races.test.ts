import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { recordsOf, type Civilian } from '../../../../testing/test-records.ts'
import { reportRows } from '../../../../testing/test-report-rows.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let rows: ReturnType<typeof reportRows>
let writer: Member
let approver: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  rows = reportRows(t)
  writer = await r.officer()
  approver = await r.supervisor()
})
afterAll(() => t.close())

const voidIt = async (reportId: number) =>
  approver.http.post(`/api/reports/${reportId}/void`, { reason: 'Wrong', version: await rows.version(reportId) })
const contest = async ({ http }: Civilian, reportId: number) => {
  const { id, version } = await t.db.selectFrom('fines').selectAll().where('report_id', '=', reportId).executeTakeFirstOrThrow()
  return http.post(`/api/fines/${id}/contest`, { reason: 'Not me', version })
}
/** A final report with a fine on a character of a member's own. */
const fined = async () => {
  const owner = await r.civilian()
  const reportId = await rows.submitted(writer, { subjectId: await r.character(owner) })
  const { statusCode } = await approver.http.post(`/api/reports/${reportId}/decide`, { isApproved: true, version: 1 })
  expect(statusCode).toBe(200)
  return { owner, reportId }
}
/** Waits until this many statements of the portal wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(
      async () => {
        const { rows: found } =
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
        return found.length
      },
      { timeout: 20_000 },
    )
    .toBe(count)

test('a fine is contested while another one of the same writer is dropped, without a deadlock', async () => {
  const [voided, contested] = [await fined(), await fined()]
  expect((await contest(voided.owner, voided.reportId)).statusCode).toBe(200)
  const answers: ReturnType<typeof voidIt>[] = []
  await t.db.transaction().execute(async (tx) => {
    // Both tell the queue and the writer. While the test holds the queue, both have told the writer, or wait for each other.
    await sql`select from streams where key = 'report-queue:2' for update`.execute(tx)
    answers.push(voidIt(voided.reportId))
    await waiting(1)
    answers.push(contest(contested.owner, contested.reportId))
    await waiting(2)
  })
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
})
