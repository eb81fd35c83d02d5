import { REPORT_APPROVAL, type Report, type ReportDraft, type ReportKind, type ReportSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { statuses } from '../../../../testing/test-records.ts'
import { reportsOf } from '../../../../testing/test-reports.ts'
import { watchRoom } from '../../../../testing/test-room.ts'

let t: TestPortal
let r: ReturnType<typeof reportsOf>
let officer: Member
let medic: Member
let approver: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = reportsOf(t)
  officer = await r.officer({ name: 'R. Delgado' })
  medic = await r.officer({ department: 'FIRE' })
  approver = await r.supervisor()
})
afterAll(() => t.close())

const YEAR = new Date().getUTCFullYear()
const lastNumber = async (kind: ReportKind): Promise<number> => {
  const { rows } = await sql<{ last: number }>`select last from report_numbers where kind = ${kind} and year = ${YEAR}`.execute(t.db)
  return rows[0]?.last ?? 0
}
const numbers = async (kind: ReportKind): Promise<number[]> => {
  const { rows } = await sql<{
    number: number
  }>`select number from reports where kind = ${kind} and year = ${YEAR} order by number`.execute(t.db)
  return rows.map(({ number }) => number)
}
const consecutive = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const refusal = (response: { statusCode: number; json: () => { field?: string } }) => [response.statusCode, response.json().field]
const summary = async (by: Member, reportId: number) => (await by.http.get(`/api/reports/${reportId}`)).json<Report>()
const saved = async (by: Member, draft: ReportDraft, over: Parameters<typeof r.save>[2]): Promise<ReportDraft> => {
  const response = await r.save(by, draft, over)
  expect(response.statusCode, response.body).toBe(200)
  return r.read(by, draft.draftId)
}

describe('submission', () => {
  test('gives the report a number, ends the draft, and tells the writer', async () => {
    const writer = await r.officer()
    const draft = await r.complete(writer)
    const room = await watchRoom(t, writer.token, 'own-reports', { userId: writer.userId })
    const before = await lastNumber('citation')
    const report = (await r.submit(writer, draft)).json<ReportSummary>()
    expect(report).toMatchObject({
      kind: 'citation',
      number: `C-${YEAR}-${String(before + 1).padStart(4, '0')}`,
      state: 'final',
      writer: { userId: writer.userId, identifier: writer.identifier },
      fine: 100,
      points: 2,
    })
    expect(await room.received()).toEqual([
      { event: 'draft.left', payload: { draftId: draft.draftId } },
      { event: 'report.saved', payload: { ...report, returned: null } },
    ])
    expect((await writer.http.get(`/api/reports/drafts/${draft.draftId}`)).statusCode).toBe(404)
    expect((await r.submit(writer, draft)).statusCode, 'a second time').toBe(404)
  })

  test('of a kind that needs approval waits for it, and tells members who approve', async () => {
    const draft = await r.complete(officer, { kind: 'arrest' })
    expect(draft.approval).toEqual({ isNeeded: true, hasApprover: true })
    const room = await watchRoom(t, approver.token, 'report-queue', { departmentId: 2 })
    const report = (await r.submit(officer, draft)).json<ReportSummary>()
    expect(report).toMatchObject({ state: 'submitted', amendment: null, finalAt: null })
    expect(await room.received()).toEqual([{ event: 'report.waiting', payload: report }])
    const own = await watchRoom(t, officer.token, 'own-reports', { userId: officer.userId })
    expect(own.snapshot.reports).toContainEqual({ ...report, returned: null })
  })

  test.each(Object.keys(REPORT_APPROVAL) as ReportKind[])('of a %s follows the setting of its kind', async (kind) => {
    const by = kind === 'patient' || kind === 'treatment' ? medic : officer
    const byDefault = kind === 'arrest' || kind === 'incident'
    await r.needsApproval(kind, !byDefault)
    expect((await r.submitted(by, { kind })).state).toBe(byDefault ? 'final' : 'submitted')
    await r.needsApproval(kind, byDefault)
    expect((await r.submitted(by, { kind })).state).toBe(byDefault ? 'submitted' : 'final')
  })

  test('of one draft, several times at once, makes one report', async () => {
    const draft = await r.complete(officer, { kind: 'warning' })
    const before = await lastNumber('warning')
    const answers = await Promise.all([1, 2, 3, 4].map(() => r.submit(officer, draft)))
    expect(statuses(answers)).toEqual([200, 404, 404, 404])
    expect(await lastNumber('warning')).toBe(before + 1)
  })

  test('keeps names and wordings as they were', async () => {
    const offence = await r.offence()
    const characterId = await r.character(null, { name: 'Name Then' })
    const charges = [{ revisionId: offence.revisionId, counts: 2, fine: 400, jailMinutes: 0 }]
    const { reportId } = await r.submitted(officer, { characterId }, { charges })
    await (await t.as('admin')).put(`/api/offences/${offence.offenceId}`, { ...offence, title: 'Worded otherwise' })
    await sql`update characters set name = 'Name Now' where id = ${characterId}`.execute(t.db)
    expect((await summary(officer, reportId)).content).toMatchObject({
      subject: { name: 'Name Then' },
      charges: [{ title: offence.title, counts: 2, fine: 400 }],
    })
  })
})

describe('a number', () => {
  test('is unique and consecutive for twenty submissions at once, whatever fails among them', async () => {
    const writers = await Promise.all([1, 2, 3, 4].map(() => r.officer()))
    const { revisionId } = await r.offence()
    const charges = [{ revisionId, counts: 1, fine: 100, jailMinutes: 0 }]
    // The last of each writer's six drafts can't be submitted.
    const sixOf = async (writer: Member) => {
      const six = []
      for (const index of consecutive(6)) six.push({ writer, draft: await r.complete(writer, {}, { charges: index === 6 ? [] : charges }) })
      return six
    }
    const drafts = (await Promise.all(writers.map(sixOf))).flat()
    const before = await numbers('citation')
    // On a slow machine some requests wait too long for a connection. They have changed nothing, and are sent again, as a browser would.
    const send = async (writer: Member, draft: ReportDraft, tries = 5): ReturnType<typeof r.submit> => {
      const answer = await r.submit(writer, draft)
      return answer.statusCode === 503 && tries > 1 ? send(writer, draft, tries - 1) : answer
    }
    const answers = await Promise.all(drafts.map(({ writer, draft }) => send(writer, draft)))
    expect(statuses(answers)).toEqual([...Array.from({ length: 20 }, () => 200), ...Array.from({ length: 4 }, () => 400)])
    const after = await numbers('citation')
    expect(after).toEqual(consecutive(before.length + 20))
    expect(await lastNumber('citation')).toBe(after.length)
  })

  test('is taken again if the submission fails afterwards', async () => {
    const draft = await r.complete(officer, { kind: 'incident' })
    const before = await lastNumber('incident')
    await sql`create function break_submission() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(
      t.db,
    )
    await sql`create trigger break_submission before insert on report_events for each row execute function break_submission()`.execute(t.db)
    expect((await r.submit(officer, draft)).statusCode).toBe(500)
    await sql`drop trigger break_submission on report_events`.execute(t.db)
    expect(await lastNumber('incident')).toBe(before)
    expect(await r.read(officer, draft.draftId), 'the draft is as it was').toEqual(draft)
    expect((await r.submit(officer, draft)).json()).toMatchObject({ number: `I-${YEAR}-${String(before + 1).padStart(4, '0')}` })
  })

  test('is taken again if the portal is killed before the commit', async () => {
    const draft = await r.complete(officer, { kind: 'incident' })
    const before = await lastNumber('incident')
    // Holds the submission after it has taken its number, until its connection is cut as by a crash.
    await sql`create function wait_long() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$`.execute(
      t.db,
    )
    await sql`create trigger wait_long before insert on report_events for each row execute function wait_long()`.execute(t.db)
    const submission = r.submit(officer, draft)
    let killed = 0
    for (const deadline = Date.now() + 20_000; killed === 0 && Date.now() < deadline;) {
      const { rows } = await sql<{ pid: number }>`
        select pid, pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'insert into "report_events"%' and wait_event = 'PgSleep'`.execute(t.db)
      killed = rows.length
    }
    expect(killed).toBe(1)
    expect((await submission).statusCode).toBeGreaterThanOrEqual(500)
    await sql`drop trigger wait_long on report_events`.execute(t.db)
    expect(await lastNumber('incident')).toBe(before)
    expect((await r.submit(officer, draft)).json()).toMatchObject({ number: `I-${YEAR}-${String(before + 1).padStart(4, '0')}` })
    expect(await numbers('incident')).toEqual(consecutive(before + 1))
  })
})

describe('a draft that is not complete', () => {
  test.each([
    ['warning', { subjectId: null }, 'content.subjectId'],
    ['citation', { charges: [] }, 'content.charges'],
    ['arrest', { narrative: ' \n' }, 'content.narrative'],
    ['incident', { narrative: '' }, 'content.narrative'],
    ['citation', { occurredAt: new Date(Date.now() + 3_600_000).toISOString() }, 'content.occurredAt'],
    ['patient', { medical: { complaint: ' ', findings: 'x', treatment: '', outcome: '', takenTo: '' } }, 'content.medical.complaint'],
    ['treatment', { medical: { complaint: '', findings: '', treatment: '', outcome: 'x', takenTo: '' } }, 'content.medical.treatment'],
    ['patient', { subjectId: null }, 'content.subjectId'],
  ] as const)('in a %s, %j is refused by its field and leaves everything as it was', async (kind, over, field) => {
    const by = kind === 'patient' || kind === 'treatment' ? medic : officer
    const draft = await r.complete(by, { kind }, over as object)
    const before = await lastNumber(kind)
    expect(refusal(await r.submit(by, draft))).toEqual([400, field])
    expect(await r.read(by, draft.draftId)).toEqual(draft)
    expect(await lastNumber(kind)).toBe(before)
  })

  test('a warning needs no narrative, an incident no offence and no people', async () => {
    expect((await r.submitted(officer, { kind: 'warning' }, { narrative: '' })).state).toBe('final')
    expect((await r.submitted(officer, { kind: 'incident' }, { charges: [], people: [] })).state).toBe('submitted')
  })

  test('a subject who died or was removed since, or who is also among the people, is refused', async () => {
    const characterId = await r.character(null, { name: 'Walter Late' })
    const draft = await r.complete(officer, { characterId })
    await sql`update characters set deceased_at = now(), deceased_cause = 'Fell' where id = ${characterId}`.execute(t.db)
    expect((await r.submit(officer, draft)).json()).toMatchObject({ field: 'content.subjectId', message: 'Walter Late is deceased' })
    await sql`update characters set deceased_at = null, deceased_cause = null, removed_at = now() where id = ${characterId}`.execute(t.db)
    expect(refusal(await r.submit(officer, draft))).toEqual([400, 'content.subjectId'])
    await sql`update characters set removed_at = null where id = ${characterId}`.execute(t.db)
    const twice = await saved(officer, draft, { people: [{ characterId, role: 'witness' }] })
    expect(refusal(await r.submit(officer, twice))).toEqual([400, 'content.people.0.characterId'])
  })

  test('required fields of the community need a value', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into record_fields (of, type, name, is_required, audience, position) values ('warning', 'text', 'Dashcam', true, '{police}', 1)
      returning id`.execute(t.db)
    const fieldId = rows[0]?.id ?? 0
    const draft = await r.complete(officer, { kind: 'warning' })
    expect(refusal(await r.submit(officer, draft))).toEqual([400, `content.fields.${fieldId}`])
    const next = await saved(officer, draft, { fields: { [fieldId]: 'Axon 3' } })
    const { reportId } = (await r.submit(officer, next)).json<ReportSummary>()
    expect((await summary(officer, reportId)).content.fields).toEqual({ [fieldId]: 'Axon 3' })
    await sql`update record_fields set retired_at = now()`.execute(t.db)
  })
})

describe('fine and jail time are within the range of the offence times its counts', () => {
  test.each([
    ['citation', { counts: 1, fine: 99 }, 'content.charges.0.fine'],
    ['citation', { counts: 1, fine: 100 }, undefined],
    ['citation', { counts: 1, fine: 500 }, undefined],
    ['citation', { counts: 1, fine: 501 }, 'content.charges.0.fine'],
    ['citation', { counts: 3, fine: 299 }, 'content.charges.0.fine'],
    ['citation', { counts: 3, fine: 300 }, undefined],
    ['citation', { counts: 3, fine: 1500 }, undefined],
    ['citation', { counts: 3, fine: 1501 }, 'content.charges.0.fine'],
    ['arrest', { counts: 1, fine: 100, jailMinutes: 9 }, 'content.charges.0.jailMinutes'],
    ['arrest', { counts: 1, fine: 100, jailMinutes: 10 }, undefined],
    ['arrest', { counts: 1, fine: 100, jailMinutes: 30 }, undefined],
    ['arrest', { counts: 1, fine: 100, jailMinutes: 31 }, 'content.charges.0.jailMinutes'],
    ['arrest', { counts: 2, fine: 200, jailMinutes: 19 }, 'content.charges.0.jailMinutes'],
    ['arrest', { counts: 2, fine: 200, jailMinutes: 20 }, undefined],
    ['arrest', { counts: 2, fine: 200, jailMinutes: 60 }, undefined],
    ['arrest', { counts: 2, fine: 200, jailMinutes: 61 }, 'content.charges.0.jailMinutes'],
  ] as const)('%s %j: %s', async (kind, charge, field) => {
    const { revisionId } = await r.offence({ jailMin: 10 })
    const draft = await r.complete(officer, { kind }, { charges: [{ revisionId, jailMinutes: 0, ...charge }] })
    const response = await r.submit(officer, draft)
    expect(refusal(response)).toEqual([field ? 400 : 200, field])
    if (!field) expect(response.json()).toMatchObject({ jailMinutes: 0, ...totals(charge) })
  })
  const totals = ({ counts, fine, ...rest }: { counts: number; fine: number; jailMinutes?: number }) => ({
    fine,
    points: 2 * counts,
    ...rest,
  })

  test('several offences add up; warnings and incident reports impose nothing, citations no jail time', async () => {
    const [one, two] = [await r.offence(), await r.offence({ points: 5 })]
    const charges = [
      { revisionId: one.revisionId, counts: 2, fine: 300, jailMinutes: 10 },
      { revisionId: two.revisionId, counts: 1, fine: 200, jailMinutes: 30 },
    ]
    const imposed = async (kind: ReportKind) => {
      const { fine, jailMinutes, points } = await r.submitted(officer, { kind }, { charges })
      return [fine, jailMinutes, points]
    }
    expect(await imposed('arrest')).toEqual([500, 40, 9])
    expect(await imposed('citation')).toEqual([500, 0, 9])
    expect(await imposed('warning')).toEqual([0, 0, 0])
    expect(await imposed('incident')).toEqual([0, 0, 0])
  })
})

test('submitted versions are never changed or deleted: the database refuses', async () => {
  const { reportId } = await r.submitted(officer)
  const refused = [
    sql`update report_revisions set content = '{}' where report_id = ${reportId}`,
    sql`delete from report_revisions where report_id = ${reportId}`,
    sql`update report_events set title = 'x' where report_id = ${reportId}`,
    sql`delete from report_events where report_id = ${reportId}`,
    sql`truncate report_events`,
    sql`delete from reports where id = ${reportId}`,
    sql`update reports set number = 9999 where id = ${reportId}`,
    sql`update reports set writer_id = ${approver.userId} where id = ${reportId}`,
    sql`update reports set fine = 1 where id = ${reportId}`,
    sql`update reports set state = 'submitted', proposed_revision_id = revision_id where id = ${reportId}`,
  ]
  for (const statement of refused) await expect(statement.execute(t.db)).rejects.toThrow()
  expect((await summary(officer, reportId)).revisions.length).toBe(1)
})
