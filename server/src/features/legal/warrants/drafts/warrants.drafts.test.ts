import { MAX_WARRANT_DRAFTS, type WarrantDraft, type WarrantDraftSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { statuses } from '../../../../testing/test-records.ts'
import { watchRoom } from '../../../../testing/test-room.ts'
import { warrantsOf } from '../../../../testing/test-warrants.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
let d: ReturnType<typeof dispatchOf>
let officer: Member
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
  d = dispatchOf(t)
  officer = await w.officer({ name: 'R. Delgado' })
})
afterAll(() => t.close())

const vehicle = async (plate: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into vehicles (plate, model, colour, vin) values (${plate}, 'Sultan', 'Silver', ${`VIN${plate}`}) returning id`.execute(t.db)
  return rows[0]?.id ?? 0
}
const putOnCall = (callId: number, by: Member, subject: { characterId?: number; vehicleId?: number }) =>
  sql`insert into call_subjects (call_id, character_id, vehicle_id, by_user_id)
    values (${callId}, ${subject.characterId ?? null}, ${subject.vehicleId ?? null}, ${by.userId})`.execute(t.db)
const onCall = async (unit: Member) => {
  const dispatcher = await w.officer({ department: 'COMM' })
  const call = await d.call(dispatcher)
  await d.assign(dispatcher, unit, call.callId)
  return call.callId
}
const refusal = (response: { statusCode: number; json: () => { field?: string } }) => [response.statusCode, response.json().field]
const bag = { text: 'A bag of pills', holder: '', heldSince: null, pictureIds: [] }

describe('a warrant is started', () => {
  test('by police with the call they are on, and the only person that it is about', async () => {
    const writer = await w.officer()
    const callId = await onCall(writer)
    const person = await w.character(null, { name: 'Dexter Marlowe' })
    await putOnCall(callId, writer, { characterId: person })
    const response = await w.start(writer)
    expect(response.statusCode).toBe(200)
    expect(response.json<WarrantDraft>()).toMatchObject({
      type: 'arrest',
      changes: null,
      subjectName: 'Dexter Marlowe',
      callId,
      version: 1,
      writer: { userId: writer.userId, identifier: writer.identifier },
      outdatedRevisionIds: [],
      remark: '',
      content: {
        subject: { kind: 'person', characterId: person, name: 'Dexter Marlowe', bornOn: '1990-01-31' },
        callTitle: expect.any(String) as string,
      },
    })
    await putOnCall(callId, writer, { characterId: await w.character(null) })
    expect((await w.start(writer)).json<WarrantDraft>().content.subject, 'a call with two people gives no subject').toBeNull()
    expect((await w.start(writer, { callId: null })).json<WarrantDraft>()).toMatchObject({ callId: null, content: { subject: null } })
  })

  test('with the only vehicle of the call as its subject, for a search warrant alone', async () => {
    const writer = await w.officer()
    const callId = await onCall(writer)
    const vehicleId = await vehicle('46EEK572')
    await putOnCall(callId, writer, { vehicleId })
    expect((await w.start(writer, { type: 'search' })).json<WarrantDraft>()).toMatchObject({
      subjectName: '46EEK572 Sultan',
      content: { subject: { kind: 'vehicle', vehicleId, plate: '46EEK572', model: 'Sultan', colour: 'Silver' } },
    })
    expect((await w.start(writer)).json<WarrantDraft>().content.subject).toBeNull()
    expect(refusal(await w.start(writer, { vehicleId }))).toEqual([400, 'vehicleId'])
    expect(refusal(await w.start(writer, { type: 'search', vehicleId, characterId: 1 }))).toEqual([400, 'vehicleId'])
  })

  test('about people and vehicles that the writer looked up, and no others', async () => {
    const [known, unknown, dead] = [await w.character(null), await w.character(null), await w.character(null, { isDeceased: true })]
    for (const id of [known, dead]) await w.reports.lookUp(officer, id)
    expect((await w.start(officer, { characterId: known })).json<WarrantDraft>().content.subject).toMatchObject({ characterId: known })
    expect(refusal(await w.start(officer, { characterId: unknown }))).toEqual([400, 'characterId'])
    expect(refusal(await w.start(officer, { characterId: dead }))).toEqual([400, 'characterId'])
    expect((await w.start(officer, { characterId: dead, type: 'search' })).statusCode).toBe(200)
    expect(refusal(await w.start(officer, { type: 'search', vehicleId: await vehicle('99XXX999') }))).toEqual([400, 'vehicleId'])
  })

  test('from a report: its subject, offences, evidence and call', async () => {
    const writer = await w.officer()
    const callId = await onCall(writer)
    const characterId = await w.character(null, { name: 'Jamal Reed' })
    const report = await w.reports.submitted(writer, { kind: 'arrest', characterId }, { evidence: [bag, { ...bag, text: 'A knife' }] })
    const other = await w.officer()
    const { reportId, number } = report
    const draft = (await w.start(other, { reportId })).json<WarrantDraft>()
    expect(draft).toMatchObject({
      callId,
      content: {
        subject: { characterId },
        charges: [{ code: expect.stringMatching(/^T-/) as string, counts: 1 }],
        reports: [{ reportId, number, about: report.about }],
        evidence: [
          { reportId, item: 0, number, text: 'A bag of pills' },
          { reportId, item: 1, number, text: 'A knife' },
        ],
      },
    })
    const named = (await w.start(other, { reportId, characterId })).json<WarrantDraft>()
    expect(named.content.subject, 'a person whom the report names needs no lookup').toMatchObject({ characterId })
    expect(refusal(await w.start(other, { reportId: 999_999 }))).toEqual([400, 'reportId'])
    const medic = await w.officer({ department: 'FIRE' })
    const patient = await w.reports.submitted(medic, { kind: 'patient' })
    expect(refusal(await w.start(other, { reportId: patient.reportId })), 'of police alone').toEqual([400, 'reportId'])
  })

  test('by legal staff off duty, of no department, from a report on the record of someone they looked up', async () => {
    const clerk = await w.clerk('C. Hale')
    const characterId = await w.character(null)
    const { reportId } = await w.reports.submitted(officer, { kind: 'arrest', characterId })
    expect(refusal(await w.start(clerk, { reportId }))).toEqual([400, 'reportId'])
    expect(refusal(await w.start(clerk, { characterId }))).toEqual([400, 'characterId'])
    const draft = (await w.start(clerk)).json<WarrantDraft>()
    expect(draft).toMatchObject({ writer: { userId: clerk.userId, name: 'C. Hale', identifier: '' }, callId: null })
    await w.looked(clerk, draft, characterId)
    expect((await w.start(clerk, { reportId })).json<WarrantDraft>().content.subject).toMatchObject({ characterId })
    expect((await w.start(clerk, { characterId })).statusCode).toBe(200)
    const { rows } = await sql`select department_id, server_id from warrant_drafts where id = ${draft.draftId}`.execute(t.db)
    expect(rows).toEqual([{ department_id: null, server_id: null }])
  })

  test('by legal staff who are police on duty as the unit that they are', async () => {
    const writer = await w.officer()
    await sql`insert into user_roles (user_id, role_id) select ${writer.userId}, id from roles where name = 'Legal Services'`.execute(t.db)
    const draft = (await w.start(writer)).json<WarrantDraft>()
    expect(draft.writer.identifier).toBe(writer.identifier)
    const { rows } = await sql`select department_id, server_id from warrant_drafts where id = ${draft.draftId}`.execute(t.db)
    expect(rows).toEqual([{ department_id: 2, server_id: 1 }])
  })

  test('not by others, nor by police off duty', async () => {
    const off = await w.officer()
    await off.http.delete(`/api/patrol/unit/${off.userId}`)
    await d.status(off, off, 1)
    const civilian = await w.civilian()
    const [medic, dispatcher] = [await w.officer({ department: 'FIRE' }), await w.officer({ department: 'COMM' })]
    for (const by of [off, civilian, medic, dispatcher]) expect((await w.start(by)).statusCode).toBe(403)
  })

  test('not with a call of another server; legal staff links only calls of linked reports', async () => {
    const callId = await onCall(await w.officer())
    const { rows } = await sql<{ id: number }>`
      insert into servers (name, environment) values ('Second', 'prod') returning id`.execute(t.db)
    const serverId = rows[0]?.id ?? 0
    const elsewhere = await d.call(await w.officer({ department: 'COMM', serverId }), { serverId })
    expect((await w.start(officer, { callId })).json<WarrantDraft>().callId).toBe(callId)
    expect(refusal(await w.start(officer, { callId: elsewhere.callId }))).toEqual([400, 'callId'])
    expect(refusal(await w.start(officer, { callId: 999_999 }))).toEqual([400, 'callId'])
    expect(refusal(await w.start(await w.clerk(), { callId }))).toEqual([400, 'callId'])
  })

  test(`only while the writer has fewer than ${MAX_WARRANT_DRAFTS} drafts, even if several are started at once`, async () => {
    const writer = await w.clerk()
    await sql`insert into warrant_drafts (writer_id, writer_identifier, content)
      select ${writer.userId}, '', '{"type":"arrest"}' from generate_series(2, ${MAX_WARRANT_DRAFTS}::int)`.execute(t.db)
    expect(statuses(await Promise.all([1, 2, 3].map(() => w.start(writer))))).toEqual([200, 409, 409])
  })
})

describe('a draft', () => {
  test('is saved as it is typed, told to the other windows of its writer, and read by nobody else', async () => {
    const writer = await w.officer()
    const room = await watchRoom(t, writer.token, 'own-warrants', { userId: writer.userId })
    const draft = (await w.start(writer)).json<WarrantDraft>()
    expect(await room.received()).toMatchObject([{ event: 'draft.saved', payload: { draftId: draft.draftId, version: 1 } }])
    const saved = (await w.save(writer, draft, { affidavit: 'I saw him\n', bail: 5000, days: 7, isConfidential: true })).json<{
      version: number
    }>()
    expect(Object.keys(saved)).toEqual(['version', 'savedAt'])
    expect(await room.received()).toMatchObject([{ event: 'draft.saved', payload: { draftId: draft.draftId, version: saved.version } }])
    const after = await w.read(writer, draft.draftId)
    expect(after.content).toMatchObject({ affidavit: 'I saw him\n', bail: 5000, days: 7, isConfidential: true })
    expect((await w.save(writer, after)).json<{ version: number }>().version, 'saving the same content makes no new version').toBe(
      saved.version,
    )
    expect(await room.received()).toEqual([])
    expect((await writer.http.get('/api/warrants/drafts')).json<WarrantDraftSummary[]>()).toMatchObject([{ draftId: draft.draftId }])
    const path = `/api/warrants/drafts/${draft.draftId}`
    for (const other of [officer, await w.clerk(), await w.judge()]) {
      expect((await other.http.get(path)).statusCode).toBe(404)
      expect((await w.save(other, after, { affidavit: 'Not his' })).statusCode).toBe(404)
      expect((await w.discard(other, after)).statusCode).toBe(404)
      expect((await w.submit(other, after)).statusCode).toBe(404)
      expect((await other.http.get('/api/warrants/drafts')).json<WarrantDraftSummary[]>().map(({ draftId }) => draftId)).not.toContain(
        draft.draftId,
      )
    }
    expect((await w.discard(writer, after)).statusCode).toBe(200)
    expect(await room.received()).toEqual([{ event: 'draft.left', payload: { draftId: draft.draftId } }])
    expect((await writer.http.get(path)).statusCode).toBe(404)
  })

  test('that is open in two windows is saved, discarded and submitted only by the window with the present version', async () => {
    const draft = await w.complete(officer)
    expect((await w.save(officer, draft, { affidavit: 'Another' })).statusCode).toBe(200)
    expect((await w.save(officer, draft, { affidavit: 'Yet another' })).json()).toMatchObject({ code: 'conflict' })
    expect((await w.discard(officer, draft)).statusCode).toBe(409)
    expect((await w.submit(officer, draft)).statusCode).toBe(409)
    expect((await w.read(officer, draft.draftId)).content.affidavit).toBe('Another')
  })

  test('refuses people and vehicles that its writer did not look up, and says which', async () => {
    const [known, unknown] = [await w.character(null), await w.character(null)]
    const draft = await w.draft(officer, { characterId: known })
    const at = async (over: Parameters<typeof w.save>[2]) => refusal(await w.save(officer, draft, over))
    expect(await at({ subject: { kind: 'person', characterId: unknown } })).toEqual([400, 'content.subject.characterId'])
    expect(await at({ subject: { kind: 'person', characterId: 999_999 } })).toEqual([400, 'content.subject.characterId'])
    expect(await at({ subject: { kind: 'vehicle', vehicleId: await vehicle('11AAA111') } })).toEqual([400, 'content.subject.vehicleId'])
    expect(await at({ charges: [{ revisionId: 999_999, counts: 1 }] })).toEqual([400, 'content.charges.0.revisionId'])
    expect(await at({ callId: 999_999 })).toEqual([400, 'content.callId'])
    expect(await at({ reportIds: [999_999] })).toEqual([400, 'content.reportIds.0'])
    expect((await w.read(officer, draft.draftId)).version, 'nothing was changed').toBe(draft.version)
    await t.db.updateTable('characters').set({ removed_at: new Date() }).where('id', '=', known).execute()
    expect((await w.save(officer, draft, { affidavit: 'More' })).statusCode, 'what the draft named before stays').toBe(200)
  })

  test('links reports of police that are submitted or final, once, and their evidence', async () => {
    const writer = await w.officer()
    const { reportId } = await w.reports.submitted(officer, { kind: 'arrest' }, { evidence: [bag] })
    const draft = await w.draft(writer)
    const at = async (over: Parameters<typeof w.save>[2]) => refusal(await w.save(writer, draft, over))
    expect(await at({ reportIds: [reportId, reportId] })).toEqual([400, 'content.reportIds.1'])
    expect(await at({ evidence: [{ reportId, item: 0 }] })).toEqual([400, 'content.evidence.0.reportId'])
    expect(await at({ reportIds: [reportId], evidence: [{ reportId, item: 1 }] })).toEqual([400, 'content.evidence.0.item'])
    const twice = { reportId, item: 0 }
    expect(await at({ reportIds: [reportId], evidence: [twice, twice] })).toEqual([400, 'content.evidence.1.item'])
    const medic = await w.officer({ department: 'FIRE' })
    const patient = await w.reports.submitted(medic, { kind: 'patient' })
    expect(await at({ reportIds: [patient.reportId] })).toEqual([400, 'content.reportIds.0'])
    const voided = await w.reports.submitted(officer)
    await (await w.reports.supervisor()).http.post(`/api/reports/${voided.reportId}/void`, { reason: 'Wrong', version: voided.version })
    expect(await at({ reportIds: [voided.reportId] })).toEqual([400, 'content.reportIds.0'])
    expect((await w.save(writer, draft, { reportIds: [reportId], evidence: [twice] })).statusCode).toBe(200)
  })

  test('of police off duty links only their own reports', async () => {
    const writer = await w.officer()
    const [own, others] = [await w.reports.submitted(writer), await w.reports.submitted(officer)]
    const draft = await w.draft(writer)
    await d.status(writer, writer, 1)
    expect(refusal(await w.save(writer, draft, { reportIds: [own.reportId, others.reportId] }))).toEqual([400, 'content.reportIds.1'])
    expect((await w.save(writer, draft, { reportIds: [own.reportId] })).statusCode).toBe(200)
  })

  test('of legal staff links reports on the records of people looked up for it, and the calls of these reports', async () => {
    const [clerk, writer] = [await w.clerk(), await w.officer()]
    const callId = await onCall(writer)
    const characterId = await w.character(null)
    const { reportId } = await w.reports.submitted(writer, { characterId })
    const draft = await w.draft(clerk)
    expect(refusal(await w.save(clerk, draft, { reportIds: [reportId] }))).toEqual([400, 'content.reportIds.0'])
    await w.looked(clerk, draft, characterId)
    expect(refusal(await w.save(clerk, draft, { callId }))).toEqual([400, 'content.callId'])
    expect((await w.save(clerk, draft, { reportIds: [reportId], callId })).statusCode).toBe(200)
    expect((await w.read(clerk, draft.draftId)).content).toMatchObject({ callId, reports: [{ reportId }] })
  })

  test('says which of its offences were changed since', async () => {
    const offence = await w.offence()
    const draft = await w.complete(officer, {}, { charges: [{ revisionId: offence.revisionId, counts: 2 }] })
    expect(draft.outdatedRevisionIds).toEqual([])
    await t.db.updateTable('offences').set({ retired_at: new Date() }).where('id', '=', offence.offenceId).execute()
    expect((await w.read(officer, draft.draftId)).outdatedRevisionIds).toEqual([offence.revisionId])
  })

  test('of a writer who left the department, or is no longer legal staff, can only be discarded', async () => {
    const [writer, clerk] = [await w.officer({ also: [{ name: 'CIV' }] }), await w.officer({ department: 'CIV' })]
    await sql`insert into user_roles (user_id, role_id) select ${clerk.userId}, id from roles where name = 'Legal Services'`.execute(t.db)
    const drafts = [
      { by: writer, draft: await w.complete(writer) },
      { by: clerk, draft: await w.complete(clerk) },
    ]
    await sql`delete from user_departments where user_id = ${writer.userId} and department_id = 2`.execute(t.db)
    await sql`delete from user_roles where user_id = ${clerk.userId}`.execute(t.db)
    for (const { by, draft } of drafts) {
      expect((await by.http.get(`/api/warrants/drafts/${draft.draftId}`)).statusCode).toBe(403)
      expect((await w.save(by, draft, { affidavit: 'Later' })).statusCode).toBe(403)
      expect((await w.submit(by, draft)).statusCode).toBe(403)
      expect((await w.discard(by, draft)).statusCode).toBe(200)
    }
  })
})
