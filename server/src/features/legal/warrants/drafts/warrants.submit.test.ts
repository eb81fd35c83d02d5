import {
  MAX_WARRANT_SUBMISSIONS,
  type WarrantContent,
  type WarrantContentInput,
  type WarrantDraft,
  type WarrantState,
  type WarrantSummary,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { statuses } from '../../../../testing/test-records.ts'
import { watchRoom } from '../../../../testing/test-room.ts'
import { warrantsOf } from '../../../../testing/test-warrants.ts'
import type { EntryBody } from '../history/warrants.entries.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
let officer: Member
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
  officer = await w.officer({ name: 'R. Delgado' })
})
afterAll(() => t.close())

type Refused = { code: string; message: string; field?: string }
const refusal = (response: { statusCode: number; json: () => Refused }) => [response.statusCode, response.json().field]
const row = async (warrantId: number) => t.db.selectFrom('warrants').selectAll().where('id', '=', warrantId).executeTakeFirstOrThrow()
const entries = async (warrantId: number): Promise<(EntryBody & { at: Date })[]> => {
  const rows = await t.db.selectFrom('warrant_entries').select(['body', 'at']).where('warrant_id', '=', warrantId).orderBy('step').execute()
  return rows.map(({ body, at }) => ({ ...(JSON.parse(body) as EntryBody), at }))
}
/** Returns a warrant to its writer. */
const giveBack = (warrantId: number, reason = 'Name the witness') =>
  sql`update warrants set state = 'returned', reason = ${reason}, reviewer_id = null, is_ready = false, version = version + 1, since = now()
    where id = ${warrantId}`.execute(t.db)
const returned = async (by: Member, ...of: [Parameters<typeof w.submitted>[1]?, Partial<WarrantContentInput>?]): Promise<WarrantDraft> => {
  const { warrantId } = await w.submitted(by, ...of)
  await giveBack(warrantId)
  return (await w.change(by, warrantId)).json<WarrantDraft>()
}
const bag = { text: 'A bag of pills', holder: '', heldSince: null, pictureIds: [] }

describe('a warrant is submitted', () => {
  test('with a number of this year and with today’s names, and its draft is gone', async () => {
    const writer = await w.officer()
    const room = await watchRoom(t, writer.token, 'own-warrants', { userId: writer.userId })
    const characterId = await w.character(null, { name: 'Dexter Marlowe' })
    const offence = await w.offence({ code: 'PC 459', title: 'Burglary' })
    const charges = [{ revisionId: offence.revisionId, counts: 2 }]
    const draft = await w.complete(writer, { characterId }, { charges, bail: 5000, days: 14, isConfidential: true })
    await room.received()
    const response = await w.submit(writer, draft)
    expect(response.statusCode).toBe(200)
    const warrant = response.json<WarrantSummary>()
    expect(warrant).toMatchObject({
      number: expect.stringMatching(new RegExp(`^W-${new Date().getUTCFullYear()}-\\d{4}$`)) as string,
      type: 'arrest',
      state: 'submitted',
      isReady: false,
      isChanged: false,
      subject: { kind: 'person', characterId, vehicleId: null, name: 'Dexter Marlowe' },
      about: 'PC 459 Burglary x2',
      writer: { userId: writer.userId, identifier: writer.identifier },
      reviewer: null,
      signer: null,
      bail: 5000,
      isConfidential: false,
      signedAt: null,
      expiresAt: null,
      version: 1,
    })
    expect((await room.received()).filter(({ event }) => event.startsWith('draft'))).toEqual([
      { event: 'draft.left', payload: { draftId: draft.draftId } },
    ])
    expect((await writer.http.get(`/api/warrants/drafts/${draft.draftId}`)).statusCode).toBe(404)
    const stored = await row(warrant.warrantId)
    expect(stored).toMatchObject({ department_id: 2, server_id: 1, submissions: 1, is_confidential: false })
    expect(stored.content).toMatchObject({ isConfidential: true, days: 14, charges: [{ code: 'PC 459', counts: 2 }] })
  })

  test('and its history begins with the draft', async () => {
    const characterId = await w.character(null)
    const { reportId, number } = await w.reports.submitted(officer, { kind: 'arrest', characterId }, { evidence: [bag] })
    const draft = (await w.start(officer, { reportId })).json<WarrantDraft>()
    await sql`update warrant_drafts set created_at = '2026-01-31T12:00:00Z' where id = ${draft.draftId}`.execute(t.db)
    await w.save(officer, draft, { affidavit: 'I saw it myself.' })
    const { warrantId } = (await w.submit(officer, await w.read(officer, draft.draftId))).json<WarrantSummary>()
    const [drafted, submitted, ...more] = await entries(warrantId)
    expect(more).toEqual([])
    const by = { userId: officer.userId, name: 'R. Delgado', identifier: officer.identifier }
    expect(drafted).toMatchObject({ title: 'Drafted', text: `From report ${number}`, by, at: new Date('2026-01-31T12:00:00Z') })
    expect(submitted).toMatchObject({ title: 'Submitted', by, changes: [], content: { evidence: [{ text: 'A bag of pills', number }] } })
    const links = await t.db.selectFrom('warrant_reports').select('report_id').where('warrant_id', '=', warrantId).execute()
    expect(links).toEqual([{ report_id: reportId }])
  })

  test('from a call, and lookups for the draft then belong to the warrant', async () => {
    const dispatcher = await w.officer({ department: 'COMM' })
    const made = await dispatcher.http.post('/api/cad/call', { serverId: 1, callTypeId: 23, location: 'Legion Square' })
    const callId = made.json<{ callId: number }>().callId
    const { warrantId } = await w.submitted(officer, { callId })
    expect((await entries(warrantId))[0]).toMatchObject({ title: 'Drafted', text: `From call ${callId}` })
    const lookups = await t.db
      .selectFrom('lookups')
      .select('warrant_id')
      .where('user_id', '=', officer.userId)
      .orderBy('id', 'desc')
      .execute()
    expect(lookups[0]).toEqual({ warrant_id: warrantId })
  })

  test('by legal staff off duty, of no department', async () => {
    const clerk = await w.clerk()
    const { warrantId, writer } = await w.submitted(clerk)
    expect(writer.identifier).toBe('')
    expect(await row(warrantId)).toMatchObject({ department_id: null, server_id: null })
  })

  test('to search a place, a vehicle or a person', async () => {
    expect(await w.submitted(officer, { type: 'search' })).toMatchObject({
      subject: { kind: 'place', characterId: null, vehicleId: null, name: '12 Grove Street, 7031' },
      about: 'Stolen radios',
    })
    const characterId = await w.character(null, { name: 'Jamal Reed', isDeceased: true })
    expect(await w.submitted(officer, { type: 'search', characterId })).toMatchObject({ subject: { kind: 'person', name: 'Jamal Reed' } })
    const { rows } = await sql<{ id: number }>`
      insert into vehicles (character_id, plate, model, vin) values (${characterId}, '46EEK572', 'Sultan', 'VIN1') returning id`.execute(
      t.db,
    )
    const vehicleId = rows[0]?.id ?? 0
    await officer.http.post('/api/lookups', { by: 'vehicle', vehicleId })
    expect(await w.submitted(officer, { type: 'search' }, { subject: { kind: 'vehicle', vehicleId } })).toMatchObject({
      subject: { kind: 'vehicle', vehicleId, name: '46EEK572 Sultan' },
    })
  })

  test('without what is searched for, unless it is a search warrant', async () => {
    const { warrantId } = await w.submitted(officer, {}, { searchFor: 'Left over from another type' })
    expect((await row(warrantId)).content).toMatchObject({ searchFor: '' })
  })

  test('only when it is complete: the first thing that is missing or wrong is named', async () => {
    const wrong = async (started: Parameters<typeof w.complete>[1], over: Partial<WarrantContentInput>) =>
      refusal(await w.submit(officer, await w.complete(officer, started, over)))
    const nothing = await w.draft(officer)
    expect(refusal(await w.submit(officer, nothing))).toEqual([400, 'content.subject'])
    expect(await wrong({}, { subject: { kind: 'place', place: 'Here', postal: '' } })).toEqual([400, 'content.subject'])
    expect(await wrong({ type: 'bench' }, { subject: { kind: 'place', place: 'Here', postal: '' } })).toEqual([400, 'content.subject'])
    expect(await wrong({}, { charges: [], affidavit: '' })).toEqual([400, 'content.charges'])
    expect(await wrong({ type: 'bench' }, { charges: [] })).toEqual([400, 'content.charges'])
    expect(await wrong({ type: 'search' }, { subject: null })).toEqual([400, 'content.subject'])
    expect(await wrong({ type: 'search' }, { subject: { kind: 'place', place: '', postal: '' } })).toEqual([400, 'content.subject.place'])
    expect(await wrong({ type: 'search' }, { searchFor: ' \n', affidavit: '' })).toEqual([400, 'content.searchFor'])
    expect(await wrong({}, { affidavit: ' \n' })).toEqual([400, 'content.affidavit'])
    expect(await wrong({ type: 'search' }, { affidavit: '' })).toEqual([400, 'content.affidavit'])
  })

  test('not about someone who died or was removed since, nor about a removed vehicle', async () => {
    const [dead, gone] = [await w.character(null), await w.character(null)]
    const drafts = [await w.complete(officer, { characterId: dead }), await w.complete(officer, { characterId: gone })]
    await sql`update characters set deceased_at = now(), deceased_cause = 'Fell' where id = ${dead}`.execute(t.db)
    await sql`update characters set removed_at = now() where id = ${gone}`.execute(t.db)
    for (const draft of drafts) expect(refusal(await w.submit(officer, draft))).toEqual([400, 'content.subject.characterId'])
    const { rows } = await sql<{ id: number }>`
      insert into vehicles (plate, model, vin) values ('11AAA111', 'Sultan', 'VIN2') returning id`.execute(t.db)
    const vehicleId = rows[0]?.id ?? 0
    await officer.http.post('/api/lookups', { by: 'vehicle', vehicleId })
    const search = await w.complete(officer, { type: 'search' }, { subject: { kind: 'vehicle', vehicleId } })
    await sql`update vehicles set removed_at = now() where id = ${vehicleId}`.execute(t.db)
    expect(refusal(await w.submit(officer, search))).toEqual([400, 'content.subject.vehicleId'])
  })

  test('not with an offence that was reworded, a voided report, or evidence that is gone', async () => {
    const offence = await w.offence()
    const old = await w.complete(officer, {}, { charges: [{ revisionId: offence.revisionId, counts: 1 }] })
    await t.db.updateTable('offences').set({ retired_at: new Date() }).where('id', '=', offence.offenceId).execute()
    expect(refusal(await w.submit(officer, old))).toEqual([400, 'content.charges.0.revisionId'])
    const { reportId } = await w.reports.submitted(officer, { kind: 'citation' }, { evidence: [bag] })
    const drafts = [
      await w.complete(officer, {}, { reportIds: [reportId], evidence: [{ reportId, item: 0 }] }),
      await w.complete(officer, {}, { reportIds: [reportId] }),
    ] as const
    const amended = (await w.reports.change(officer, reportId)).json<Parameters<typeof w.reports.save>[1]>()
    await w.reports.save(officer, amended, { evidence: [] })
    expect((await w.reports.submit(officer, await w.reports.read(officer, amended.draftId), 'Not ours')).statusCode).toBe(200)
    expect(refusal(await w.submit(officer, drafts[0]))).toEqual([400, 'content.evidence.0.item'])
    const supervisor = await w.reports.supervisor()
    const { version } = await t.db.selectFrom('reports').select('version').where('id', '=', reportId).executeTakeFirstOrThrow()
    expect((await supervisor.http.post(`/api/reports/${reportId}/void`, { reason: 'Wrong', version })).statusCode).toBe(200)
    expect(refusal(await w.submit(officer, drafts[1]))).toEqual([400, 'content.reportIds.0'])
  })

  test('once, however many requests submit it at the same time', async () => {
    const draft = await w.complete(officer)
    const responses = await Promise.all([1, 2, 3, 4].map(() => w.submit(officer, draft)))
    expect(statuses(responses)).toEqual([200, 404, 404, 404])
    const { rows } = await sql<{ count: number }>`select count(*) from warrants where subject_name = ${draft.subjectName}`.execute(t.db)
    expect(rows[0]?.count).toBe(1)
  })

  test('or saved, when both happen at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const draft = await w.complete(officer)
      const [saved, submitted] = await Promise.all([w.save(officer, draft, { affidavit: 'Other' }), w.submit(officer, draft)])
      expect([saved.statusCode, submitted.statusCode]).toEqual(submitted.statusCode === 200 ? [404, 200] : [200, 409])
    }
  })
})

describe('a warrant that was returned', () => {
  test('is changed in a single draft, which says why the warrant was returned', async () => {
    const { warrantId, number } = await w.submitted(officer)
    await giveBack(warrantId)
    const drafts = await Promise.all([w.change(officer, warrantId), w.change(officer, warrantId)])
    expect(statuses(drafts)).toEqual([200, 200])
    const [first, second] = drafts.map((response) => response.json<WarrantDraft>())
    expect(first).toMatchObject({ changes: { warrantId, number }, remark: 'Name the witness', content: { affidavit: 'I saw it myself.' } })
    expect(second?.draftId).toBe(first?.draftId)
  })

  test('is submitted again, lists its changes as text, and waits for review again', async () => {
    const [first, second] = [await w.character(null, { name: 'Dexter Marlowe' }), await w.character(null, { name: 'Jamal Reed' })]
    const [burglary, theft] = [await w.offence({ code: 'PC 460', title: 'Burglary' }), await w.offence({ code: 'PC 484', title: 'Theft' })]
    const report = await w.reports.submitted(officer, { kind: 'arrest' }, { evidence: [bag] })
    const { reportId } = report
    const before = { charges: [{ revisionId: burglary.revisionId, counts: 1 }] }
    const draft = await returned(officer, { characterId: first }, before)
    const warrantId = draft.changes?.warrantId ?? 0
    await w.looked(officer, draft, second)
    const saved = await w.save(officer, draft, {
      subject: { kind: 'person', characterId: second },
      charges: [{ revisionId: theft.revisionId, counts: 3 }],
      affidavit: 'J. Reed was seen by E. Moss.',
      reportIds: [reportId],
      evidence: [{ reportId, item: 0 }],
      bail: 2500,
      days: 7,
      isConfidential: true,
    })
    expect(saved.statusCode).toBe(200)
    const response = await w.submit(officer, await w.read(officer, draft.draftId))
    expect(response.json<WarrantSummary>()).toMatchObject({
      warrantId,
      state: 'submitted',
      isChanged: true,
      reviewer: null,
      subject: { characterId: second, name: 'Jamal Reed' },
      about: 'PC 484 Theft x3',
      version: 3,
    })
    expect(await row(warrantId)).toMatchObject({ reviewer_id: null, is_ready: false, reason: '', submissions: 2 })
    const last = (await entries(warrantId)).at(-1)
    expect(last?.title).toBe('Submitted again')
    expect(last?.changes).toEqual([
      { what: 'Subject', before: 'Dexter Marlowe', after: 'Jamal Reed' },
      { what: 'Offences', before: 'PC 460 Burglary', after: 'PC 484 Theft x3' },
      { what: 'Affidavit', before: 'I saw it myself.', after: 'J. Reed was seen by E. Moss.' },
      { what: 'Reports', before: 'None', after: report.number },
      { what: 'Evidence', before: 'None', after: `${report.number}: A bag of pills` },
      { what: 'Bail', before: 'None', after: '$2,500' },
      { what: 'Days', before: 'None', after: '7' },
      { what: 'Confidential', before: 'No', after: 'Yes' },
    ])
    const links = await t.db.selectFrom('warrant_reports').select('report_id').where('warrant_id', '=', warrantId).execute()
    expect(links).toEqual([{ report_id: reportId }])
  })

  test('can become a search warrant, and tells two people with the same name apart', async () => {
    const [first, second] = [await w.character(null, { name: 'Alex Smith' }), await w.character(null, { name: 'Alex Smith' })]
    const draft = await returned(officer, { characterId: first })
    await w.looked(officer, draft, second)
    await w.save(officer, draft, { type: 'search', searchFor: 'Radios', subject: { kind: 'person', characterId: second } })
    const { warrantId } = (await w.submit(officer, await w.read(officer, draft.draftId))).json<WarrantSummary>()
    expect((await entries(warrantId)).at(-1)?.changes).toEqual([
      { what: 'Type', before: 'Arrest warrant', after: 'Search warrant' },
      { what: 'Subject', before: 'Alex Smith', after: 'Alex Smith' },
      { what: 'Searched for', before: 'None', after: 'Radios' },
    ])
  })

  test('lists no changes if nothing was changed, even if its subject was claimed since', async () => {
    const [noted, own] = [await w.character(null, { name: 'Ida Noted' }), await w.character(await w.civilian(), { name: 'Ida Noted' })]
    const draft = await returned(officer, { characterId: noted })
    await sql`update characters set merged_into_id = ${own}, removed_at = now() where id = ${noted}`.execute(t.db)
    const response = await w.submit(officer, draft)
    expect(response.json<WarrantSummary>()).toMatchObject({ subject: { characterId: own } })
    expect((await entries(draft.changes?.warrantId ?? 0)).at(-1)).toMatchObject({ title: 'Submitted again', changes: [] })
  })

  test('stays as it is when its draft is discarded', async () => {
    const draft = await returned(officer)
    const warrantId = draft.changes?.warrantId ?? 0
    const before = await row(warrantId)
    expect((await w.discard(officer, draft)).statusCode).toBe(200)
    expect(await row(warrantId)).toEqual(before)
    expect((await w.change(officer, warrantId)).statusCode).toBe(200)
  })

  test('is changed only by its writer, while they belong to the department', async () => {
    const writer = await w.officer({ also: [{ name: 'CIV' }] })
    const { warrantId } = await w.submitted(writer)
    await giveBack(warrantId)
    for (const other of [officer, await w.clerk(), await w.judge()]) expect((await w.change(other, warrantId)).statusCode).toBe(404)
    expect((await w.change(officer, 999_999)).statusCode).toBe(404)
    await sql`delete from user_departments where user_id = ${writer.userId} and department_id = 2`.execute(t.db)
    expect((await w.change(writer, warrantId)).statusCode).toBe(403)
  })

  const signed = sql`signer_id = (select id from users where name = 'The judge'), signed_at = now(), expires_at = now() + interval '1 day'`
  const into: Readonly<Record<Exclude<WarrantState, 'returned'>, ReturnType<typeof sql>>> = {
    submitted: sql`state = 'submitted'`,
    review: sql`state = 'review', reviewer_id = (select id from users where name = 'The judge')`,
    denied: sql`state = 'denied', closed_at = now()`,
    active: sql`state = 'active', ${signed}`,
    served: sql`state = 'served', closed_at = now(), served_return = '{}', ${signed}`,
    recalled: sql`state = 'recalled', closed_at = now(), ${signed}`,
    expired: sql`state = 'expired', closed_at = now(), ${signed}`,
  }
  test.each(Object.entries(into))('is not changed or submitted again once it is %s', async (state, change) => {
    const { rows } = await sql`select from users where name = 'The judge'`.execute(t.db)
    if (rows.length === 0) await w.judge('The judge')
    const draft = await returned(officer)
    const warrantId = draft.changes?.warrantId ?? 0
    await sql`update warrants set ${change} where id = ${warrantId}`.execute(t.db)
    const response = await w.submit(officer, draft)
    expect([response.statusCode, response.json<Refused>().code]).toEqual([409, 'conflict'])
    expect(response.json<Refused>().message).toMatch(/^This warrant /)
    expect((await row(warrantId)).state).toBe(state)
    expect((await w.discard(officer, draft)).statusCode).toBe(200)
    expect((await w.change(officer, warrantId)).statusCode).toBe(409)
  })

  test(`is submitted ${MAX_WARRANT_SUBMISSIONS} times at most`, async () => {
    const draft = await returned(officer)
    const warrantId = draft.changes?.warrantId ?? 0
    await sql`update warrants set submissions = ${MAX_WARRANT_SUBMISSIONS} where id = ${warrantId}`.execute(t.db)
    expect((await w.submit(officer, draft)).statusCode).toBe(409)
    await w.discard(officer, draft)
    expect((await w.change(officer, warrantId)).statusCode).toBe(409)
  })

  test('is submitted once, however many requests submit it at the same time', async () => {
    const draft = await returned(officer)
    expect(statuses(await Promise.all([1, 2, 3].map(() => w.submit(officer, draft))))).toEqual([200, 404, 404])
    const { content, submissions } = await row(draft.changes?.warrantId ?? 0)
    expect([submissions, (content as WarrantContent).affidavit]).toEqual([2, 'I saw it myself.'])
  })
})
