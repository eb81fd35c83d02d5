import {
  DEPARTMENT,
  type LookupResult,
  type OwnReport,
  type PageOf,
  type PatientRecord,
  type PersonRecord,
  type PersonReport,
  type RecordEvent,
  type ReportSummary,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../../testing/test-portal.ts'
import { recordsOf } from '../../../../testing/test-records.ts'
import { CHARGE, reportRows } from '../../../../testing/test-report-rows.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let rows: ReturnType<typeof reportRows>
let writer: Member
let approver: Member
let captain: Member
let medic: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  rows = reportRows(t)
  writer = await r.officer({ name: 'Wanda Writer' })
  approver = await r.supervisor({ capabilities: ['approveReports'] })
  await sql`update ranks set capabilities = '{approveReports}' where department_id = ${DEPARTMENT.FIRE} and name = 'Captain'`.execute(t.db)
  captain = await r.officer({ department: 'FIRE', rank: 'Captain' })
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
const ids = async (by: By, path: string) => {
  const response = await by.http.get(path)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<PageOf<ReportSummary>>().items.map(({ reportId }) => reportId)
}
const patientReport = async (subjectId: number) => rows.submitted(medic, { kind: 'patient', department: 'FIRE', subjectId })

describe('a person', () => {
  test('has reports in every role, newest first, with those of a noted person whom they claimed', async () => {
    const owner = await r.civilian()
    const [noted, claimed, other] = [await r.character(null), await r.character(owner), await r.character(null)]
    const before = await finalOne(writer, { kind: 'citation', subjectId: noted })
    const both = await rows.submitted(writer, {
      kind: 'incident',
      content: {
        people: [
          { characterId: noted, role: 'witness', name: 'One' },
          { characterId: claimed, role: 'victim', name: 'Two' },
        ],
      },
    })
    const seen = await rows.submitted(writer, {
      subjectId: other,
      content: { people: [{ characterId: claimed, role: 'witness', name: 'Two' }] },
    })
    await sql`update characters set merged_into_id = ${claimed}, removed_at = now() where id = ${noted}`.execute(t.db)
    const page = (await approver.http.get(`/api/characters/${claimed}/reports`)).json<PageOf<PersonReport>>()
    expect(page.total).toBe(3)
    expect(page.items.map(({ reportId, role }) => [reportId, role])).toEqual([
      [seen, 'witness'],
      [both, 'victim'],
      [before, 'suspect'],
    ])
    expect(page.items[2]).toMatchObject({ subject: { characterId: claimed }, fineState: { amount: 300, state: 'unpaid' } })
    expect(await ids(approver, `/api/characters/${noted}/reports?kind=citation`)).toEqual([before])
    expect(await ids(approver, `/api/characters/${claimed}/reports?page=2&pageSize=2`)).toEqual([before])
    const { record } = (await approver.http.post('/api/lookups', { by: 'character', characterId: claimed })).json<LookupResult>()
    expect(record).toMatchObject({
      reports: page.items,
      // Only final reports count, and a witness was not arrested.
      reportCounts: { warning: 0, citation: 1, arrest: 0, incident: 0 },
    })
  })

  test('is looked up with counts, unpaid fines, jail term and flag; voided reports do not count', async () => {
    const owner = await r.civilian()
    const characterId = await r.character(owner)
    const reports = []
    for (const kind of ['warning', 'citation', 'arrest', 'arrest'] as const)
      reports.push(await finalOne(writer, { kind, subjectId: characterId }))
    const incident = await finalOne(writer, { kind: 'incident', content: { people: [{ characterId, role: 'witness', name: 'Ada' }] } })
    const patient = await patientReport(characterId)
    const lookUp = async () =>
      (await approver.http.post('/api/lookups', { by: 'character', characterId })).json<{ record: PersonRecord }>().record
    const found = await lookUp()
    expect(found).toMatchObject({
      reportCounts: { warning: 1, citation: 1, arrest: 2, incident: 1 },
      unpaidFines: 900,
      jail: { characterId, minutes: 10 },
    })
    expect(found.flags).toContain('In jail')
    expect(found.reports.map(({ reportId }) => reportId)).toEqual([incident, ...reports.toReversed()])
    expect(JSON.stringify(found)).not.toContain('Headache')
    // Only the owner sees events of reports: police read the reports themselves.
    const events = found.record.map(({ title }) => title)
    expect(events.filter((title) => /^(Warning|Citation|Arrest report) /.test(title))).toEqual([])
    for (const reportId of reports.slice(1)) await voidIt(reportId)
    const after = await lookUp()
    expect(after).toMatchObject({ reportCounts: { warning: 1, citation: 0, arrest: 0, incident: 1 }, unpaidFines: 0, jail: null })
    expect(after.flags).not.toContain('In jail')
    expect(after.record.filter(({ title }) => title.endsWith('voided'))).toEqual([])
    const own = (await owner.http.get(`/api/characters/${characterId}/record`)).json<PageOf<RecordEvent>>()
    expect(own.items.filter(({ title }) => /^(Warning|Citation|Arrest report) /.test(title))).toHaveLength(7)
    const looked = (await captain.http.post(`/api/patients/${characterId}`, {})).json<PatientRecord>()
    expect(looked.reports.map(({ reportId, about }) => [reportId, about])).toEqual([[patient, 'Headache']])
  })
})

describe('the copy of a report for its subject', () => {
  test('is of warnings, citations and arrests that are or were final, without narrative and other people', async () => {
    const owner = await r.civilian()
    const [characterId, other] = [await r.character(owner, { name: 'Ada Nwosu' }), await r.character(null, { name: 'Bob Victim' })]
    const content = { narrative: 'A secret', people: [{ characterId: other, role: 'victim' as const, name: 'Bob Victim' }] }
    const written = (kind: 'warning' | 'citation' | 'arrest') => ({ kind, subjectId: characterId, content })
    const [warning, citation, arrest] = [
      await finalOne(writer, written('warning')),
      await finalOne(writer, written('citation')),
      await finalOne(writer, written('arrest')),
    ]
    await voidIt(citation)
    const [waiting, voidedBefore, patient] = [
      await rows.submitted(writer, written('arrest')),
      await rows.submitted(writer, written('arrest')),
      await patientReport(characterId),
    ]
    await voidIt(voidedBefore)
    await approve(patient, captain)
    const incident = await finalOne(writer, { kind: 'incident', content: { people: [{ characterId, role: 'suspect', name: 'Ada' }] } })
    const page = (await owner.http.get(`/api/characters/${characterId}/own-reports`)).json<PageOf<OwnReport>>()
    expect(page.total).toBe(3)
    expect(page.items.map(({ reportId, state }) => [reportId, state])).toEqual([
      [arrest, 'final'],
      [citation, 'voided'],
      [warning, 'final'],
    ])
    expect(page.items[0]).toMatchObject({
      characterId,
      characterName: 'Ada Nwosu',
      department: 'LSPD',
      officer: writer.identifier,
      location: 'Legion Square',
      charges: [CHARGE],
      fine: 300,
      fineState: { state: 'unpaid' },
      jail: { minutes: 10 },
      voided: null,
    })
    expect(page.items[1]).toMatchObject({ voided: { reason: 'Wrong person' } })
    expect(JSON.stringify(page)).not.toMatch(/secret|Bob|Wanda/)
    const copy = (by: By, reportId: number) => by.http.get(`/api/reports/${reportId}/copy`)
    expect((await copy(owner, arrest)).json()).toEqual(page.items[0])
    for (const reportId of [waiting, voidedBefore, patient, incident]) expect((await copy(owner, reportId)).statusCode).toBe(404)
    const stranger = await r.civilian()
    expect((await copy(stranger, arrest)).statusCode).toBe(404)
    expect((await stranger.http.get(`/api/characters/${characterId}/own-reports`)).statusCode).toBe(404)
    expect((await owner.http.get(`/api/reports/${arrest}`)).statusCode).toBe(404)
  })

  test('goes to the member who claims a noted person', async () => {
    const owner = await r.civilian()
    const [noted, claimed] = [await r.character(null), await r.character(owner)]
    const reportId = await finalOne(writer, { subjectId: noted })
    expect((await owner.http.get(`/api/reports/${reportId}/copy`)).statusCode).toBe(404)
    await sql`update characters set merged_into_id = ${claimed}, removed_at = now() where id = ${noted}`.execute(t.db)
    expect((await owner.http.get(`/api/reports/${reportId}/copy`)).json()).toMatchObject({ reportId, characterId: claimed })
    expect(await ids(owner, `/api/characters/${claimed}/own-reports`)).toEqual([reportId])
  })
})
