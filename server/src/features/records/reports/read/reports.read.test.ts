import { DEPARTMENT, type OwnReport, type PageOf, type Report, type ReportSummary } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../../testing/test-portal.ts'
import { recordsOf } from '../../../../testing/test-records.ts'
import { reportRows } from '../../../../testing/test-report-rows.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let rows: ReturnType<typeof reportRows>
let writer: Member
let approver: Member
let medic: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  rows = reportRows(t)
  writer = await r.officer({ name: 'Wanda Writer' })
  approver = await r.supervisor({ capabilities: ['approveReports'] })
  await sql`update ranks set capabilities = '{approveReports}' where department_id = ${DEPARTMENT.FIRE} and name = 'Captain'`.execute(t.db)
  await r.officer({ department: 'FIRE', rank: 'Captain' })
  medic = await r.officer({ department: 'FIRE' })
})
afterAll(() => t.close())

type By = { readonly http: Http }
const act = async (by: By, reportId: number, what: 'decide' | 'void', over: object) => {
  const response = await by.http.post(`/api/reports/${reportId}/${what}`, { version: await rows.version(reportId), ...over })
  expect(response.statusCode, response.body).toBe(200)
}
const approve = (reportId: number, by: By = approver) => act(by, reportId, 'decide', { isApproved: true })
const voidIt = (reportId: number, by: By = approver) => act(by, reportId, 'void', { reason: 'Wrong person' })
const finalOne = async (...written: Parameters<typeof rows.submitted>) => {
  const reportId = await rows.submitted(...written)
  await approve(reportId)
  return reportId
}
const offDuty = async ({ userId }: Member) => void (await sql`delete from units where user_id = ${userId}`.execute(t.db))
const ids = async (by: By, path: string) => {
  const response = await by.http.get(path)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<PageOf<ReportSummary>>().items.map(({ reportId }) => reportId)
}
const patientReport = async (subjectId: number) => rows.submitted(medic, { kind: 'patient', department: 'FIRE', subjectId })

describe('who reads a report', () => {
  /** Each reader, and whether they read a report of police and one of fire. */
  const readers: Record<string, [() => Promise<By>, police: number, medical: number]> = {
    'police on duty': [() => r.officer(), 200, 404],
    'police of another department on duty': [() => r.officer({ department: 'BCSO' }), 200, 404],
    'communications on duty': [() => r.officer({ department: 'COMM' }), 200, 404],
    'fire on duty': [() => r.officer({ department: 'FIRE' }), 404, 200],
    'police off duty': [
      async () => {
        const officer = await r.officer()
        await offDuty(officer)
        return officer
      },
      404,
      404,
    ],
    'its writer off duty': [
      async () => {
        await offDuty(writer)
        return writer
      },
      200,
      404,
    ],
    'its medic off duty': [
      async () => {
        await offDuty(medic)
        return medic
      },
      404,
      200,
    ],
    'an approver of the department off duty': [
      async () => {
        const sergeant = await r.supervisor({ capabilities: ['approveReports'] })
        await offDuty(sergeant)
        return sergeant
      },
      200,
      404,
    ],
    'a fire approver off duty': [
      async () => {
        const chief = await r.officer({ department: 'FIRE', rank: 'Captain' })
        await offDuty(chief)
        return chief
      },
      404,
      200,
    ],
    'an approver of another department off duty': [
      async () => {
        const sergeant = await r.supervisor({ department: 'BCSO', capabilities: ['approveReports'] })
        await offDuty(sergeant)
        return sergeant
      },
      404,
      404,
    ],
    'an officer whose rank may do everything but approve, off duty': [
      async () => {
        const sergeant = await r.supervisor({
          department: 'SAHP',
          capabilities: ['actOnLicences', 'seeLookups', 'seePatrols', 'grantLeave'],
        })
        await offDuty(sergeant)
        return sergeant
      },
      404,
      404,
    ],
    staff: [async () => ({ http: await t.as('staff') }), 403, 403],
    'an admin': [async () => ({ http: await t.as('admin') }), 403, 403],
    'a civilian on duty': [() => r.officer({ department: 'CIV' }), 404, 404],
  }
  test.each(Object.keys(readers))('%s', async (who) => {
    const [make, police, medical] = readers[who] ?? [() => r.officer(), 0, 0]
    const subjectId = await r.character(null)
    const reports = [
      [await rows.submitted(writer, { subjectId }), police],
      [await patientReport(subjectId), medical],
    ] as const
    const by = await make()
    for (const [reportId, status] of reports) {
      const revisionId = (await t.db.selectFrom('reports').select('revision_id').where('id', '=', reportId).executeTakeFirstOrThrow())
        .revision_id
      const responses = [
        await by.http.get(`/api/reports/${reportId}`),
        await by.http.get(`/api/reports/${reportId}/revisions/${revisionId}`),
      ]
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([status, status])
    }
  })

  test('an admin who is also an officer off duty reads nothing more', async () => {
    const reportId = await rows.submitted(writer)
    const admin = await t.addPerson({ roles: ['Admin'], departments: [{ name: 'LSPD', isPrimary: true }] })
    const http = t.http(admin.token)
    expect((await http.get(`/api/reports/${reportId}`)).statusCode).toBe(404)
    expect((await http.get('/api/reports')).statusCode).toBe(403)
    expect(await ids({ http }, '/api/reports/own')).toEqual([])
  })

  test('lists have only reports that their reader may read', async () => {
    const [subjectId, officer] = [await r.character(null), await r.officer()]
    const [arrest, patient] = [await rows.submitted(officer, { subjectId }), await patientReport(subjectId)]
    const comms = await r.officer({ department: 'COMM' })
    const fire = await r.officer({ department: 'FIRE' })
    for (const by of [officer, comms]) {
      const found = await ids(by, '/api/reports?pageSize=100')
      expect([found.includes(arrest), found.includes(patient)]).toEqual([true, false])
      expect(await ids(by, `/api/characters/${subjectId}/reports`)).toEqual([arrest])
      expect(await ids(by, '/api/reports?kind=patient')).toEqual([])
      expect(await ids(by, `/api/characters/${subjectId}/reports?kind=patient`)).toEqual([])
    }
    const found = await ids(fire, '/api/reports?pageSize=100')
    expect([found.includes(arrest), found.includes(patient)]).toEqual([false, true])
    expect(await ids(fire, '/api/reports?kind=arrest')).toEqual([])
    expect(await ids(fire, `/api/patients/${subjectId}/reports`)).toEqual([patient])
    expect(await ids(officer, '/api/reports/own')).toEqual([arrest])
    expect((await fire.http.get(`/api/characters/${subjectId}/reports`)).statusCode).toBe(403)
    expect((await officer.http.get(`/api/patients/${subjectId}/reports`)).statusCode).toBe(403)
    expect((await officer.http.get('/api/characters/999999/reports')).json()).toMatchObject({ code: 'not_found', field: 'characterId' })
  })
})

describe('a report', () => {
  test('shows the version in force, the one that waits, its history, and what its reader may do', async () => {
    const officer = await r.officer()
    const reportId = await rows.submitted(officer, { subjectId: await r.character(null, { name: 'Ada Nwosu' }) })
    const read = async (by: By) => (await by.http.get(`/api/reports/${reportId}`)).json<Report>()
    const first = await read(officer)
    expect(first).toMatchObject({
      state: 'submitted',
      kind: 'arrest',
      subject: { name: 'Ada Nwosu' },
      department: 'LSPD',
      serverId: 1,
      fine: 300,
      jailMinutes: 10,
      points: 4,
      about: 'T-1 Speeding x2',
      proposed: { revisionId: first.revisionId, by: { userId: officer.userId } },
      may: { change: false, decide: false, void: false, decideFine: false, confirmFine: false },
    })
    expect((await read(approver)).may).toEqual({ change: false, decide: true, void: true, decideFine: false, confirmFine: false })
    await approve(reportId)
    expect((await read(officer)).may).toEqual({ change: true, decide: false, void: false, decideFine: false, confirmFine: false })
    await rows.amended(officer, reportId, { narrative: 'Otherwise.' })
    const amended = await read(officer)
    expect(amended).toMatchObject({
      state: 'final',
      amendment: 'submitted',
      revisionId: first.revisionId,
      content: { narrative: 'It happened.' },
      proposed: { reason: 'A mistake' },
      may: { change: false },
    })
    const revisionOf = async (revisionId: number) =>
      (await officer.http.get(`/api/reports/${reportId}/revisions/${revisionId}`)).json<{ content: { narrative: string } }>()
    expect((await revisionOf(amended.proposed?.revisionId ?? 0)).content.narrative).toBe('Otherwise.')
    await approve(reportId)
    const after = await read(officer)
    expect(after).toMatchObject({ amendment: null, proposed: null, content: { narrative: 'Otherwise.' }, finalAt: amended.finalAt })
    expect(after.revisions.map(({ reason }) => reason)).toEqual(['', 'A mistake'])
    expect(after.history.map(({ title, revisionId }) => [title, revisionId])).toEqual([
      ['Amendment approved', after.revisionId],
      ['Approved', first.revisionId],
    ])
    expect((await revisionOf(first.revisionId)).content.narrative).toBe('It happened.')
    await voidIt(reportId)
    expect(await read(officer)).toMatchObject({
      state: 'voided',
      voided: { reason: 'Wrong person' },
      may: { change: false, decide: false, void: false },
    })
  })

  test('does not give a version of another report', async () => {
    const [one, other] = [await rows.submitted(writer), await rows.submitted(writer)]
    const { revisionId } = (await approver.http.get(`/api/reports/${other}`)).json<Report>()
    expect((await approver.http.get(`/api/reports/${one}/revisions/${revisionId}`)).statusCode).toBe(404)
  })

  test('shows each field to its audience, all fields to its writer, and fields for the owner in the copy', async () => {
    const owner = await r.civilian()
    const officer = await r.officer()
    const { rows: fields } = await sql<{ id: number }>`
      insert into record_fields (of, type, name, is_required, audience, position)
      values ('arrest', 'text', 'For all', false, '{owner,police}', 1), ('arrest', 'text', 'For police', false, '{police}', 2),
        ('arrest', 'text', 'For the owner', false, '{owner}', 3) returning id`.execute(t.db)
    const [all, police, ofOwner] = fields.map(({ id }) => String(id)) as [string, string, string]
    const reportId = await finalOne(officer, {
      subjectId: await r.character(owner),
      content: { fields: { [all]: 'One', [police]: 'Two', [ofOwner]: 'Three' } },
    })
    const fieldsFor = async (by: By, path = '') => {
      const found = (await by.http.get(`/api/reports/${reportId}${path}`)).json<{ content?: Report['content'] } & Partial<OwnReport>>()
      return Object.values(found.content?.fields ?? found.fields ?? {})
    }
    expect(await fieldsFor(approver)).toEqual(['One', 'Two'])
    expect(await fieldsFor(officer)).toEqual(['One', 'Two', 'Three'])
    expect(await fieldsFor(owner, '/copy')).toEqual(['One', 'Three'])
    const search = (fieldId: string, value: string) => ids(approver, `/api/reports?fieldId=${fieldId}&fieldValue=${value}`)
    expect([await search(all, 'oN'), await search(police, 'two'), await search(ofOwner, 'three'), await search(all, 'two')]).toEqual([
      [reportId],
      [reportId],
      [],
      [],
    ])
  })
})

describe('searching', () => {
  test('finds reports by kind, state, department, call, time, number, and names of the subject and the writer', async () => {
    const officer = await r.officer({ name: 'Quentin Quill' })
    const subjectId = await r.character(null, { name: 'Zebulon Zane' })
    const warning = await finalOne(officer, { kind: 'warning', subjectId })
    const arrest = await rows.submitted(officer, { subjectId })
    const elsewhere = await rows.submitted(officer, { department: 'BCSO', kind: 'incident' })
    const all = (filter: string) => ids(approver, `/api/reports?pageSize=100&${filter}`)
    const { number } = (await approver.http.get(`/api/reports/${arrest}`)).json<Report>()
    expect(await all('q=zebulon')).toEqual([arrest, warning])
    expect(await all('q=Zane%20zeb')).toEqual([arrest, warning])
    expect(await all('q=quill')).toEqual([elsewhere, arrest, warning])
    expect(await all('q=quill&kind=arrest')).toEqual([arrest])
    expect(await all('q=quill&state=final')).toEqual([warning])
    expect(await all(`q=quill&departmentId=${DEPARTMENT.BCSO}`)).toEqual([elsewhere])
    expect(await all(`q=${number.toLowerCase()}`)).toEqual([arrest])
    await sql`insert into report_numbers (kind, year, last) select distinct kind, year, 9999 from reports on conflict do nothing`.execute(
      t.db,
    )
    expect(await all(`q=${Number(number.split('-')[2])}`)).toEqual([arrest])
    expect(await all('q=C-2026-9999')).toEqual([])
    expect(await all('q=100%25')).toEqual([])
    expect(await all('q=---')).toEqual([])
    expect(await all(`q=quill&from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
    expect(await all(`q=quill&to=${new Date(Date.now() - 600_000).toISOString()}`)).toEqual([])
    expect(await all('q=quill&callId=999999')).toEqual([])
    expect((await approver.http.get('/api/reports?page=401')).json()).toMatchObject({ code: 'invalid_input', field: 'page' })
  })

  test('finds reports of one’s own and of a department, on duty or not; the queue is oldest first', async () => {
    const sergeant = await r.supervisor({ department: 'SAHP', capabilities: ['approveReports'] })
    const trooper = await r.officer({ department: 'SAHP' })
    const of = { department: 'SAHP' } as const
    const [one, two, three] = [await rows.submitted(trooper, of), await rows.submitted(trooper, of), await rows.submitted(trooper, of)]
    await approve(two, sergeant)
    await rows.amended(trooper, two, { narrative: 'Otherwise.' })
    await act(sergeant, three, 'decide', { isApproved: false, remark: 'No' })
    for (const member of [sergeant, trooper]) await offDuty(member)
    expect(await ids(sergeant, `/api/reports/queue/${DEPARTMENT.SAHP}`)).toEqual([one, two])
    expect(await ids(sergeant, `/api/reports/department/${DEPARTMENT.SAHP}`)).toEqual([three, two, one])
    expect(await ids(sergeant, `/api/reports/department/${DEPARTMENT.SAHP}?state=returned`)).toEqual([three])
    expect(await ids(trooper, '/api/reports/own?state=final')).toEqual([two])
    expect((await trooper.http.get(`/api/reports/queue/${DEPARTMENT.SAHP}`)).statusCode).toBe(403)
    expect((await sergeant.http.get(`/api/reports/department/${DEPARTMENT.LSPD}`)).statusCode).toBe(403)
  })
})
