import { pointsSuspensionDays, pointsToSuspend, type Licence, type LicenceType } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../testing/test-dispatch.ts'
import { charge, penaltiesOf } from '../../../testing/test-penalties.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf } from '../../../testing/test-records.ts'
import { createLicencePoints } from './licences.points.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let p: ReturnType<typeof penaltiesOf>
let officer: Member
const rules = { needsApproval: false, departmentId: 0, days: 365, pointsLapseDays: 90, pointsToSuspend: 12, pointsSuspensionDays: 14 }
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  p = penaltiesOf(
    t,
    createLicencePoints(() => rules),
  )
  officer = await r.supervisor()
})
afterAll(() => t.close())

const driver = async (type: LicenceType = 'DRIVERS') => {
  const civilian = await r.civilian()
  const characterId = await r.character(civilian)
  const { licenceId } = (await civilian.http.post('/api/licences', { characterId, type })).json<Licence>()
  const read = async () => {
    const records = (await civilian.http.get('/api/characters')).json<{ licences: Licence[] }>()
    return records.licences.find((each) => each.licenceId === licenceId)!
  }
  const act = async (what: string, body: object) => {
    const response = await officer.http.post(`/api/licences/${licenceId}/${what}`, {
      reason: 'Reckless',
      version: (await read()).version,
      ...body,
    })
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json<Licence>()
  }
  const cite = (points: number) => p.report(officer, characterId, { charges: [charge({ points })] })
  return { civilian, characterId, licenceId, read, act, cite }
}
const daysFromNow = (at: string | null) => Math.round((Date.parse(at ?? '') - Date.now()) / 86_400_000)

test('points of a report go to the driver’s licence, and are withdrawn with the report', async () => {
  const { read, cite, characterId } = await driver()
  const report = await cite(3)
  expect(await read()).toMatchObject({ points: 3, status: 'valid' })
  await p.withdraw(report, officer, 'Wrong person')
  expect(await read()).toMatchObject({ points: 0, status: 'valid' })
  expect((await r.events({ characterId })).map(({ title, text }) => `${title}: ${text}`).slice(-2)).toEqual([
    "Points given: 3 points on Driver's licence, 3 in all",
    "Points withdrawn: 3 points on Driver's licence, 0 in all",
  ])
})

test('without a granted licence, a report gives no points, and its other penalties are imposed', async () => {
  const civilian = await r.civilian()
  const characterId = await r.character(civilian)
  const report = await p.report(officer, characterId, { charges: [charge({ points: 5 })] })
  const fines = await t.db.selectFrom('fines').select('amount').where('report_id', '=', report.reportId).execute()
  expect(fines).toEqual([{ amount: 500 }])
  const events = await r.events({ characterId })
  expect(events.filter(({ title }) => title.startsWith('Points'))).toEqual([])
  await p.withdraw(report, officer, 'Wrong person')
  const other = await driver('CDL')
  await other.cite(20)
  expect(await other.read()).toMatchObject({ points: 0, status: 'valid' })
})

test('points that reach the community’s limit suspend the licence; record and notice say why', async () => {
  const { read, cite, civilian, characterId } = await driver()
  await cite(11)
  expect(await read()).toMatchObject({ status: 'valid' })
  await cite(1)
  const licence = await read()
  expect(licence).toMatchObject({ status: 'suspended', points: 12, reason: '12 points, and 12 suspend a licence' })
  expect(daysFromNow(licence.suspendedUntil)).toBe(14)
  expect((await r.events({ characterId })).at(-1)).toMatchObject({ title: 'Licence suspended', by: null })
  const told = (await r.notices(civilian)).find(({ title }) => title === 'Licence suspended')
  expect(told?.text).toContain('12 points, and 12 suspend a licence')
})

test('points from an officer suspend a driver’s licence by the settings, and no other licence; a limit of 0 never suspends', async () => {
  await r.set(pointsToSuspend, 6)
  await r.set(pointsSuspensionDays, 3)
  const [car, truck] = [await driver(), await driver('CDL')]
  const suspended = await car.act('points', { points: 6 })
  expect(suspended).toMatchObject({ status: 'suspended', points: 6 })
  expect(daysFromNow(suspended.suspendedUntil)).toBe(3)
  expect(await car.act('reinstate', {})).toMatchObject({ status: 'valid' })
  expect(await truck.act('points', { points: 50 })).toMatchObject({ status: 'valid', points: 50 })
  await r.set(pointsToSuspend, 0)
  expect(await (await driver()).act('points', { points: 100 })).toMatchObject({ status: 'valid' })
})

test('a licence that is suspended for longer, or revoked, stays so', async () => {
  const [longer, revoked] = [await driver(), await driver()]
  const until = new Date(Date.now() + 60 * 86_400_000).toISOString()
  await longer.act('suspend', { until })
  await longer.cite(12)
  expect(await longer.read()).toMatchObject({ suspendedUntil: until, reason: 'Reckless', points: 12 })
  await revoked.act('revoke', {})
  await revoked.cite(12)
  expect(await revoked.read()).toMatchObject({ status: 'revoked', reason: 'Reckless', points: 12 })
})

test('withdrawing points ends a suspension for points alone, if the remaining points would not suspend the licence', async () => {
  const { read, cite, civilian } = await driver()
  const [first, second, third] = [await cite(6), await cite(6), await cite(6)]
  await p.withdraw(first, officer, 'Wrong person')
  expect(await read(), 'twelve are left').toMatchObject({ status: 'suspended', points: 12 })
  await p.withdraw(second, officer, 'Wrong person')
  expect(await read()).toMatchObject({ status: 'valid', points: 6 })
  expect((await r.notices(civilian)).some(({ title }) => title === 'Licence reinstated')).toBe(true)
  await p.withdraw(third, officer, 'Wrong person')
  expect(await read()).toMatchObject({ status: 'valid', points: 0 })
})

test('a suspension by an officer stays when points are withdrawn, even if points had made it longer', async () => {
  const one = await driver()
  const report = await one.cite(12)
  await one.act('suspend', { until: new Date(Date.now() + 86_400_000).toISOString() })
  await p.withdraw(report, officer, 'Wrong person')
  expect(await one.read()).toMatchObject({ status: 'suspended', points: 0, reason: 'Reckless' })
  const two = await driver()
  await two.act('suspend', { until: new Date(Date.now() + 86_400_000).toISOString() })
  const longer = await two.cite(12)
  expect(daysFromNow((await two.read()).suspendedUntil)).toBe(14)
  await p.withdraw(longer, officer, 'Wrong person')
  expect(await two.read()).toMatchObject({ status: 'suspended', points: 0 })
})

test('points that lapsed do not count towards a suspension', async () => {
  const { read, cite, licenceId } = await driver()
  await cite(11)
  await sql`update licence_points set lapses_at = now() where licence_id = ${licenceId}`.execute(t.db)
  await cite(11)
  expect(await read()).toMatchObject({ status: 'valid', points: 11 })
})
