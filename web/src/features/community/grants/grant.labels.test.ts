import { expect, test } from 'vitest'
import { buildDepartment, buildUser } from '../../../app/testing/build-user.ts'
import { actsOn, grantDetail, grantState, grantTitle, hoursWords } from './grant.labels.ts'
import { activeOf, grantOf } from './testing/grant.ts'

const NOW = new Date('2026-11-14T20:00:00.000Z')
const RIDE = { kind: 'ridealong', whitelist: null, department: { departmentId: 2, name: 'LSPD' } } as const

test('a grant says its kind, its length and how it stands', () => {
  expect(grantTitle(grantOf(1))).toBe('Pass for the game servers')
  expect(grantTitle(grantOf(1, RIDE))).toBe('Ride-along with LSPD')
  expect([1, 6, 24, 36, 336].map(hoursWords)).toEqual(['1 hour', '6 hours', '1 day', '36 hours', '14 days'])
  expect(grantDetail(grantOf(1), NOW)).toBe('asked 2 h ago · for 1 day')
  expect(grantDetail(activeOf(1, { endsAt: '2026-11-14T22:30:00.000Z' }), NOW)).toMatch(/^ends in 2 h, .* · sponsored by A\. Senn$/)
  const ended = { by: { userId: 9, name: 'A. Senn' }, at: '2026-11-14T19:00:00.000Z', reason: 'Went home' }
  expect(grantDetail(activeOf(1, { state: 'ended', ended }), NOW)).toMatch(/^ended by A\. Senn, .*: Went home/)
})

test('a grant whose time is over is shown so before the portal says it', () => {
  const over = activeOf(1, { endsAt: '2026-11-14T19:59:59.000Z' })
  expect(grantState(over, NOW).words).toBe('Over')
  expect(actsOn(buildUser({ userId: 7 }), over, NOW).end).toBe(false)
  expect(grantState(grantOf(1, { state: 'expired' }), NOW).words).toBe('Not answered')
})

test('who may do what', () => {
  const member = buildUser()
  const owner = buildUser({ userId: 7, groups: ['Admin'] })
  const officer = buildUser({ userDepartments: [buildDepartment(2)] })
  const civilian = buildUser({ userDepartments: [buildDepartment(7, { type: 'Civilian' })] })
  const staff = buildUser({ groups: ['Staff'] })
  const allowed = (user: typeof member, grant = grantOf(1)) =>
    Object.entries(actsOn(user, grant, NOW)).flatMap(([act, isAllowed]) => (isAllowed ? [act] : []))
  expect(allowed(member)).toEqual([])
  expect(allowed(owner)).toEqual(['withdraw'])
  expect(allowed(officer)).toEqual([])
  expect(allowed(staff)).toEqual(['accept', 'decline'])
  expect(allowed(officer, grantOf(1, RIDE))).toEqual(['accept'])
  expect(allowed(civilian, grantOf(1, RIDE))).toEqual([])
  expect(allowed(staff, grantOf(1, RIDE))).toEqual(['decline'])
  expect(allowed(staff, activeOf(1))).toEqual(['end'])
  expect(allowed(staff, activeOf(1, RIDE))).toEqual(['end'])
  for (const user of [member, officer, civilian]) expect(allowed(user, activeOf(1, RIDE))).toEqual([])
  expect(allowed(buildUser({ userId: 9 }), activeOf(1))).toEqual(['end'])
})
