import { MAX_REPORT_DRAFTS, medicalSwitch, type ReportDraft, type ReportDraftSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AN_HOUR } from '../../../../platform/limits/limits.ts'
import { dispatchOf, type Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { statuses } from '../../../../testing/test-records.ts'
import { asInput, reportsOf } from '../../../../testing/test-reports.ts'
import { watchRoom } from '../../../../testing/test-room.ts'

let t: TestPortal
let r: ReturnType<typeof reportsOf>
let d: ReturnType<typeof dispatchOf>
let officer: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = reportsOf(t)
  d = dispatchOf(t)
  officer = await r.officer({ name: 'R. Delgado' })
})
afterAll(() => t.close())

const vehicle = async (characterId: number | null, plate: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into vehicles (character_id, plate, model, colour, vin) values (${characterId}, ${plate}, 'Sultan', 'Silver', ${`VIN${plate}`})
    returning id`.execute(t.db)
  return rows[0]?.id ?? 0
}
const putOnCall = (callId: number, by: Member, subject: { characterId?: number; vehicleId?: number }) =>
  sql`insert into call_subjects (call_id, character_id, vehicle_id, by_user_id)
    values (${callId}, ${subject.characterId ?? null}, ${subject.vehicleId ?? null}, ${by.userId})`.execute(t.db)
const refusal = (response: { statusCode: number; json: () => { field?: string } }) => [response.statusCode, response.json().field]

describe('a report is started', () => {
  test('by fire units only while medical reports are on; a draft of before can be finished, and police are not affected', async () => {
    const medic = await r.officer({ department: 'FIRE' })
    const characterId = await r.character(null)
    const draft = await r.complete(medic, { kind: 'patient', characterId })
    await r.set(medicalSwitch, false)
    try {
      const off = { code: 'feature_off', message: medicalSwitch.offMessage }
      expect((await r.start(medic, { kind: 'patient' })).json()).toMatchObject(off)
      expect((await r.start(medic, { kind: 'treatment' })).json()).toMatchObject(off)
      expect((await medic.http.post(`/api/patients/${characterId}`)).json()).toMatchObject(off)
      const open = await (await t.as('admin')).get(`/api/settings/${medicalSwitch.key}/open`)
      expect(open.json()).toMatchObject([{ count: 1 }])
      expect((await r.submit(medic, draft)).json()).toMatchObject({ state: 'final' })
      expect((await r.start(officer, { kind: 'incident' })).statusCode).toBe(200)
    } finally {
      await r.set(medicalSwitch, true)
    }
    expect((await r.start(medic, { kind: 'patient' })).statusCode).toBe(200)
  })

  test('with the facts of the call that its unit is on', async () => {
    const [writer, partner, medic] = [await r.officer(), await r.officer({ name: 'Partner' }), await r.officer({ department: 'FIRE' })]
    const dispatcher = await r.officer({ department: 'COMM' })
    const call = await d.call(dispatcher, { location: 'Vespucci Blvd', postal: '104' })
    for (const unit of [writer, partner, medic]) await d.assign(dispatcher, unit, call.callId)
    const person = await r.character(null, { name: 'Dexter Marlowe' })
    await putOnCall(call.callId, writer, { characterId: person })
    const vehicleId = await vehicle(null, '46EEK572')
    await putOnCall(call.callId, writer, { vehicleId })
    const draft = (await r.start(writer)).json<ReportDraft>()
    expect(draft).toMatchObject({
      kind: 'citation',
      changes: null,
      callId: call.callId,
      subjectName: 'Dexter Marlowe',
      version: 1,
      writer: { userId: writer.userId, identifier: writer.identifier },
      departmentId: 2,
      serverId: 1,
      remark: '',
      outdatedRevisionIds: [],
      approval: { isNeeded: false, hasApprover: false },
      content: {
        callTitle: expect.any(String) as string,
        location: 'Vespucci Blvd',
        postal: '104',
        occurredAt: expect.any(String) as string,
        subject: { characterId: person, name: 'Dexter Marlowe', bornOn: '1990-01-31' },
        people: [],
        vehicles: [{ vehicleId, plate: '46EEK572', model: 'Sultan', colour: 'Silver' }],
        officers: [{ userId: partner.userId, name: 'Partner', identifier: partner.identifier }],
      },
    })
    const second = await r.character(null, { name: 'Jamal Reed' })
    await putOnCall(call.callId, writer, { characterId: second })
    const arrest = (await r.start(writer, { kind: 'arrest' })).json<ReportDraft>()
    expect(arrest.content.subject, 'with two people on it the call does not say which').toBeNull()
    expect(arrest.content.people).toMatchObject([
      { characterId: person, role: 'witness' },
      { characterId: second, role: 'witness' },
    ])
    const given = (await r.start(writer, { kind: 'arrest', characterId: second })).json<ReportDraft>()
    expect([given.content.subject?.characterId, given.content.people.length]).toEqual([second, 1])
    const incident = (await r.start(writer, { kind: 'incident', characterId: second })).json<ReportDraft>()
    expect(incident.content).toMatchObject({
      subject: null,
      people: [
        { characterId: second, role: 'suspect' },
        { characterId: person, role: 'witness' },
      ],
    })
    const patient = (await r.start(medic, { kind: 'patient', characterId: person })).json<ReportDraft>()
    expect(patient.content, 'other officers are those of fire').toMatchObject({
      subject: { characterId: person },
      people: [],
      officers: [],
    })
    const none = (await r.start(writer, { callId: null })).json<ReportDraft>()
    expect(none.content).toMatchObject({ callId: null, location: '', subject: null, people: [], vehicles: [], officers: [] })
  })

  test('of a kind that its unit writes, and not off duty', async () => {
    const medic = await r.officer({ department: 'FIRE' })
    const others = [await r.officer({ department: 'COMM' }), await r.officer({ department: 'CIV' })]
    for (const kind of ['warning', 'citation', 'arrest', 'incident'] as const) {
      expect((await r.start(officer, { kind })).statusCode).toBe(200)
      for (const by of [medic, ...others]) expect((await r.start(by, { kind })).statusCode, kind).toBe(403)
    }
    for (const kind of ['patient', 'treatment'] as const) {
      expect((await r.start(medic, { kind })).statusCode).toBe(200)
      for (const by of [officer, ...others]) expect((await r.start(by, { kind })).statusCode, kind).toBe(403)
    }
    const off = await r.officer()
    await sql`delete from units where user_id = ${off.userId}`.execute(t.db)
    expect((await r.start(off)).statusCode).toBe(403)
  })

  test('about a living person who was looked up', async () => {
    const stranger = await r.character(null)
    expect(refusal(await r.start(officer, { characterId: stranger }))).toEqual([400, 'characterId'])
    expect(refusal(await r.start(officer, { characterId: 999_999 }))).toEqual([400, 'characterId'])
    expect(refusal(await r.start(officer, { vehicleId: 999_999 }))).toEqual([400, 'vehicleId'])
    expect(refusal(await r.start(officer, { callId: 999_999 }))).toEqual([400, 'callId'])
    await r.lookUp(officer, stranger)
    expect((await r.start(officer, { characterId: stranger })).statusCode).toBe(200)
    const dead = await r.character(null, { name: 'Gone By Then', isDeceased: true })
    await r.lookUp(officer, dead)
    const response = await r.start(officer, { characterId: dead })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      expect.objectContaining({ field: 'characterId', message: 'Gone By Then is deceased' }),
    ])
    expect((await r.start(officer, { kind: 'incident', characterId: dead })).statusCode, 'an incident may be about the dead').toBe(200)
    await sql`update characters set removed_at = now() where id = ${stranger}`.execute(t.db)
    expect(refusal(await r.start(officer, { characterId: stranger }))).toEqual([400, 'characterId'])
  })

  test('only while the writer has fewer drafts than the limit, even if several are started at once', async () => {
    const busy = await r.officer()
    await sql`insert into report_drafts (kind, writer_id, writer_identifier, department_id, server_id, content)
      select 'warning', ${busy.userId}, '4L1', 2, 1, content from generate_series(1, ${MAX_REPORT_DRAFTS - 1}),
        (select content from report_drafts limit 1) one`.execute(t.db)
    expect(statuses(await Promise.all([1, 2].map(() => r.start(busy))))).toEqual([200, 409])
  })
})

describe('people on a draft', () => {
  test('are those of the call, looked up by a unit of the server within a day, found by a search, or noted', async () => {
    const draft = await r.draft(officer)
    const put = async (characterId: number) =>
      refusal(await r.save(officer, await r.read(officer, draft.draftId), { people: [{ characterId, role: 'witness' }] }))
    const wrong = [400, 'content.people.0.characterId']
    const colleagues = await r.character(null)
    expect(await put(colleagues)).toEqual(wrong)
    await r.lookUp(await r.officer(), colleagues)
    expect(await put(colleagues)).toEqual([200, undefined])
    await sql`update lookups set at = now() - interval '25 hours' where character_id = ${colleagues}`.execute(t.db)
    expect(await put(colleagues), 'who is on it already stays').toEqual([200, undefined])
    const old = await r.character(null)
    await r.lookUp(officer, old)
    await sql`update lookups set at = now() - interval '25 hours' where character_id = ${old}`.execute(t.db)
    expect(await put(old)).toEqual(wrong)
    const shown = await r.character(null, { name: 'Xenia Found' })
    expect(await put(shown)).toEqual(wrong)
    await officer.http.get('/api/lookups/search?kind=person&q=xenia')
    expect(await put(shown), 'while the search is not in the log yet').toEqual([200, undefined])
    const logged = await r.character(null, { name: 'Quilla Logged', bornOn: '1984-05-06' })
    await sql`insert into lookups (kind, user_id, identifier, department_id, server_id, query, found)
      values ('search', ${officer.userId}, '4L1', 2, 1, 'quilla', array['Quilla Logged, 1984'])`.execute(t.db)
    expect(await put(logged)).toEqual([200, undefined])
    const elsewhere = await r.character(null)
    await sql`insert into servers (name, environment) values ('Second', 'prod') on conflict do nothing`.execute(t.db)
    const { rows } = await sql<{ id: number }>`select id from servers where name = 'Second'`.execute(t.db)
    await r.lookUp(await r.officer({ serverId: rows[0]?.id ?? 2 }), elsewhere)
    expect(await put(elsewhere), 'on another server').toEqual(wrong)
    const noted = (await officer.http.post('/api/characters/noted', { name: 'Walter Noted' })).json<{ characterId: number }>()
    expect(await put(noted.characterId)).toEqual([200, undefined])
  })

  test('may be owners of vehicles that were looked up; vehicles may be those of people who were looked up', async () => {
    const owner = await r.character(null)
    const vehicleId = await vehicle(owner, 'OWNED1')
    const draft = await r.draft(officer)
    expect(refusal(await r.save(officer, draft, { vehicles: [{ vehicleId }] }))).toEqual([400, 'content.vehicles.0.vehicleId'])
    await officer.http.post('/api/lookups', { by: 'vehicle', vehicleId })
    expect((await r.save(officer, draft, { vehicles: [{ vehicleId }], subjectId: owner })).statusCode).toBe(200)
  })
})

describe('a draft', () => {
  test('is saved as it is typed, told to the other windows of its writer, and read by nobody else', async () => {
    const writer = await r.officer()
    const draft = await r.draft(writer)
    const room = await watchRoom(t, writer.token, 'own-reports', { userId: writer.userId })
    expect(room.snapshot).toMatchObject({ drafts: [{ draftId: draft.draftId }], reports: [] })
    const saved = (await r.save(writer, draft, { narrative: 'Ran a red light\n' })).json<{ version: number; savedAt: string }>()
    expect(Object.keys(saved)).toEqual(['version', 'savedAt'])
    const [told] = await room.received()
    expect(told).toMatchObject({ event: 'draft.saved', payload: { draftId: draft.draftId, version: saved.version } })
    const after = await r.read(writer, draft.draftId)
    expect(after.content.narrative).toBe('Ran a red light\n')
    const same = (await r.save(writer, after)).json<{ version: number }>()
    expect(same.version, 'the same once more is no version').toBe(saved.version)
    expect(await room.received()).toEqual([])
    const list = (await writer.http.get('/api/reports/drafts')).json<ReportDraftSummary[]>()
    expect(list).toMatchObject([{ draftId: draft.draftId, kind: 'citation', changes: null, subjectName: null }])
    const others = [
      await r.officer(),
      await r.supervisor(),
      { http: t.http((await t.addPerson({ roles: ['Root'], departments: [{ name: 'LSPD', isPrimary: true }] })).token) },
    ]
    for (const { http } of others) {
      expect((await http.get(`/api/reports/drafts/${draft.draftId}`)).statusCode).toBe(404)
      expect((await http.put(`/api/reports/drafts/${draft.draftId}`, { version: 1, content: {} })).statusCode).toBe(404)
      expect((await http.delete(`/api/reports/drafts/${draft.draftId}?version=1`)).statusCode).toBe(404)
      expect((await http.post(`/api/reports/drafts/${draft.draftId}/submit`, { version: 1 })).statusCode).toBe(404)
    }
    expect((await writer.http.delete(`/api/reports/drafts/${draft.draftId}?version=${same.version}`)).statusCode).toBe(200)
    expect(await room.received()).toEqual([{ event: 'draft.left', payload: { draftId: draft.draftId } }])
    expect((await writer.http.get(`/api/reports/drafts/${draft.draftId}`)).statusCode).toBe(404)
  })

  test('that is saved in two windows is a conflict for the second, which overwrites nothing', async () => {
    const draft = await r.draft(officer)
    const both = await Promise.all(['one', 'other'].map((narrative) => r.save(officer, draft, { narrative })))
    expect(statuses(both)).toEqual([200, 409])
    const lost = both.findIndex(({ statusCode }) => statusCode === 409)
    expect(both[lost]?.json()).toMatchObject({ code: 'conflict' })
    expect((await r.read(officer, draft.draftId)).content.narrative).toBe(lost === 0 ? 'other' : 'one')
    expect((await officer.http.delete(`/api/reports/drafts/${draft.draftId}?version=${draft.version}`)).statusCode).toBe(409)
    expect((await r.submit(officer, draft)).statusCode).toBe(409)
  })

  test.each([
    [{ subjectId: 999_999 }, 'content.subjectId'],
    [{ people: [{ characterId: 999_999, role: 'witness' }] }, 'content.people.0.characterId'],
    [{ vehicles: [{ vehicleId: 999_999 }] }, 'content.vehicles.0.vehicleId'],
    [{ officers: [{ userId: 999_999 }] }, 'content.officers.0.userId'],
    [{ charges: [{ revisionId: 999_999 }] }, 'content.charges.0.revisionId'],
    [{ charges: [{ revisionId: 1, counts: 0 }] }, 'content.charges.0.counts'],
    [{ evidence: [{ text: 'A knife', pictureIds: [999_999] }] }, 'content.evidence.0.pictureIds.0'],
    [{ callId: 999_999 }, 'content.callId'],
    [{ medical: { complaint: 'Headache' } }, 'content.medical'],
    [{ fields: { 999_999: 'x' } }, 'content.fields.999999'],
    [{ narrative: 'x'.repeat(10_001) }, 'content.narrative'],
    [{ officers: Array.from({ length: 21 }, (_, index) => ({ userId: index + 1 })) }, 'content.officers'],
  ])('%j is refused by its field and changes nothing', async (wrong, field) => {
    const draft = await r.draft(officer)
    const body = { version: draft.version, content: { ...asInput(draft.content), ...wrong } }
    const response = await officer.http.put(`/api/reports/drafts/${draft.draftId}`, body)
    expect([response.statusCode, response.json().field]).toEqual([400, field])
    expect(await r.read(officer, draft.draftId)).toEqual(draft)
  })

  test('names nobody twice, names as officers only members of police and fire, and not its writer', async () => {
    const draft = await r.draft(officer)
    const one = await r.character(null)
    await r.lookUp(officer, one)
    const twice = (['witness', 'victim'] as const).map((role) => ({ characterId: one, role }))
    expect(refusal(await r.save(officer, draft, { people: twice }))).toEqual([400, 'content.people.1.characterId'])
    const officers = (userId: number) => r.save(officer, draft, { officers: [{ userId }] })
    expect(refusal(await officers(officer.userId))).toEqual([400, 'content.officers.0.userId'])
    expect(refusal(await officers((await r.civilian()).userId))).toEqual([400, 'content.officers.0.userId'])
    expect((await officers((await r.officer({ department: 'FIRE' })).userId)).statusCode).toBe(200)
    const incident = await r.draft(officer, { kind: 'incident' })
    expect(refusal(await r.save(officer, incident, { subjectId: one }))).toEqual([400, 'content.subjectId'])
  })

  test('can be changed off duty, but not after its writer left the department', async () => {
    const writer = await r.officer({ also: [{ name: 'COMM' }] })
    const draft = await r.complete(writer)
    await sql`delete from units where user_id = ${writer.userId}`.execute(t.db)
    expect((await r.save(writer, draft, { narrative: 'At home' })).statusCode).toBe(200)
    const next = await r.read(writer, draft.draftId)
    await sql`delete from user_departments where user_id = ${writer.userId} and department_id = 2`.execute(t.db)
    expect((await r.save(writer, next, { narrative: 'Still' })).statusCode).toBe(403)
    expect((await r.submit(writer, next)).statusCode).toBe(403)
    expect((await writer.http.get(`/api/reports/drafts/${draft.draftId}`)).statusCode).toBe(403)
    expect((await writer.http.delete(`/api/reports/drafts/${draft.draftId}?version=${next.version}`)).statusCode).toBe(200)
  })

  test('says which of its offences were changed or retired since', async () => {
    const [kept, changed, retired] = [await r.offence(), await r.offence(), await r.offence()]
    const charges = [kept, changed, retired].map(({ revisionId }) => ({ revisionId, counts: 1, fine: 100, jailMinutes: 0 }))
    const draft = await r.complete(officer, {}, { charges })
    expect(draft.outdatedRevisionIds).toEqual([])
    const admin = await t.as('admin')
    await admin.put(`/api/offences/${changed.offenceId}`, { ...changed, fineMax: 900 })
    await admin.post(`/api/offences/${retired.offenceId}/retire`, { isRetired: true, version: retired.version })
    const after = await r.read(officer, draft.draftId)
    expect(after.outdatedRevisionIds.toSorted((a, b) => a - b)).toEqual([changed.revisionId, retired.revisionId])
    expect(after.content.charges[1], 'as it was worded').toMatchObject({ fineMax: 500 })
    expect(refusal(await r.submit(officer, after))).toEqual([400, 'content.charges.1.revisionId'])
  })
})

test('the list of colleagues has members of police and fire, those on duty on the same server first', async () => {
  const [near, medic] = [await r.officer({ name: 'Zoe Near' }), await r.officer({ department: 'FIRE', name: 'Zoe Medic' })]
  const off = await t.addPerson({ name: 'Zoe Athome', departments: [{ name: 'LSPD', isPrimary: true }] })
  await t.addPerson({ name: 'Zoe Civilian', departments: [{ name: 'CIV', isPrimary: true }] })
  const find = async (q: string) => (await officer.http.get(`/api/reports/colleagues?q=${encodeURIComponent(q)}`)).json<object[]>()
  expect(await find('zoe')).toEqual([
    { userId: medic.userId, name: 'Zoe Medic', identifier: medic.identifier, department: 'FIRE' },
    { userId: near.userId, name: 'Zoe Near', identifier: near.identifier, department: 'LSPD' },
    { userId: off.userId, name: 'Zoe Athome', identifier: '', department: 'LSPD' },
  ])
  expect(await find(near.identifier)).toMatchObject([{ userId: near.userId }])
  expect(await find('100%')).toEqual([])
  expect((await find('')).length).toBeLessThanOrEqual(20)
})

test('how many drafts a member starts, discards and submits is limited per hour; saves have a limit of their own', async () => {
  expect(AN_HOUR.reportSaves, 'an autosave a second, for most of the hour').toBeGreaterThanOrEqual(3000)
  const busy = await r.officer()
  const draft = await r.draft(busy)
  let status = 404
  for (let calls = 2; calls <= AN_HOUR.reports + 1 && status === 404; calls += 1) {
    status = (await busy.http.delete('/api/reports/drafts/999999?version=1')).statusCode
    expect(status, `call ${calls}`).toBe(calls <= AN_HOUR.reports ? 404 : 429)
  }
  expect((await r.start(busy)).statusCode).toBe(429)
  expect((await r.save(busy, draft, { narrative: 'Goes on' })).statusCode).toBe(200)
  expect((await r.start(officer)).statusCode, 'others go on').toBe(200)
})
