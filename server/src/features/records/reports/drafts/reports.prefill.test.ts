import type { ReportDraft } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { reportsOf } from '../../../../testing/test-reports.ts'

let t: TestPortal
let r: ReturnType<typeof reportsOf>
let officer: Member
let partner: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = reportsOf(t)
  officer = await r.officer()
  partner = await r.officer({ name: 'Partner' })
})
afterAll(() => t.close())

const start = (by: Member, prefill: object, kind = 'arrest') => by.http.post('/api/reports/drafts', { kind, prefill })
const drafts = async (by: Member) => (await by.http.get('/api/reports/drafts')).json<unknown[]>().length

test('a report is started with given values, which replace those of the call', async () => {
  const d = dispatchOf(t)
  const writer = await r.officer()
  const dispatcher = await r.officer({ department: 'COMM' })
  const call = await d.call(dispatcher, { location: 'Vespucci Blvd', postal: '104' })
  await d.assign(dispatcher, writer, call.callId)
  const { revisionId, code } = await r.offence()
  const response = await start(writer, {
    charges: [{ revisionId, counts: 2 }],
    narrative: 'Arrested on W-2026-0121.',
    location: 'Grove Street',
    occurredAt: '2026-01-31T21:15:00+01:00',
    officers: [{ userId: partner.userId }],
  })
  expect(response.statusCode).toBe(200)
  const { content } = response.json<ReportDraft>()
  expect(content).toMatchObject({
    callId: call.callId,
    location: 'Grove Street',
    postal: '104',
    occurredAt: '2026-01-31T20:15:00.000Z',
    charges: [{ revisionId, code, counts: 2, fine: 0, jailMinutes: 0 }],
    narrative: 'Arrested on W-2026-0121.',
    officers: [{ userId: partner.userId, name: 'Partner' }],
  })
  const empty = (await start(writer, {})).json<ReportDraft>()
  expect(empty.content, 'what is left out is of the call').toMatchObject({ location: 'Vespucci Blvd', charges: [], narrative: '' })
})

test('given values are checked like a save, and a bad one starts nothing', async () => {
  const before = await drafts(officer)
  const { revisionId } = await r.offence()
  const civilian = await r.civilian()
  const refused = async (prefill: object, kind?: string) => {
    const response = await start(officer, prefill, kind)
    return [response.statusCode, response.json<{ field?: string }>().field]
  }
  expect(await refused({ charges: [{ revisionId: 999_999 }] })).toEqual([400, 'prefill.charges.0.revisionId'])
  expect(await refused({ charges: [{ revisionId, counts: 0 }] })).toEqual([400, 'prefill.charges.0.counts'])
  expect(await refused({ officers: [{ userId: civilian.userId }] })).toEqual([400, 'prefill.officers.0.userId'])
  expect(await refused({ officers: [{ userId: officer.userId }] })).toEqual([400, 'prefill.officers.0.userId'])
  expect(await refused({ officers: [{ userId: partner.userId }, { userId: partner.userId }] })).toEqual([400, 'prefill.officers.1.userId'])
  expect(await refused({ location: 'x'.repeat(161) })).toEqual([400, 'prefill.location'])
  expect(await refused({ occurredAt: 'yesterday' })).toEqual([400, 'prefill.occurredAt'])
  expect(await drafts(officer)).toBe(before)
})

test('a kind without offences accepts none', async () => {
  const medic = await r.officer({ department: 'FIRE' })
  const { revisionId } = await r.offence()
  const response = await start(medic, { charges: [{ revisionId }] }, 'patient')
  expect([response.statusCode, response.json<{ field?: string }>().field]).toEqual([400, 'prefill.charges'])
})
