// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { DEPARTMENT, type DepartmentType } from '@tenfour/contract'
import { afterEach, expect, test } from 'vitest'
import { buildDepartment, buildUser } from '../../../app/testing/build-user.ts'
import { show, tearDown } from '../../legal/warrants/testing/show.tsx'
import { DutyActions, DutyState, dutyWays, type PatrolUnderWay } from './Duty.tsx'

afterEach(tearDown)

const posting = (type: DepartmentType, isCadEnabled = true) => ({ department: { type, isCadEnabled } })

test('the ways to go on duty follow from a member’s CAD departments', () => {
  expect(dutyWays([posting('Leo'), posting('Civilian')])).toEqual({ asUnit: true, asCivilian: true })
  expect(dutyWays([posting('Civilian')])).toEqual({ asUnit: false, asCivilian: true })
  expect(dutyWays([posting('Other')])).toEqual({ asUnit: true, asCivilian: false })
})

test('a department without CAD opens nothing', () => {
  expect(dutyWays([posting('Leo', false), posting('Civilian', false)])).toEqual({ asUnit: false, asCivilian: false })
  expect(dutyWays([])).toEqual({ asUnit: false, asCivilian: false })
})

const NOW = new Date('2026-05-01T20:11:00Z')
const patrolOf = (isCivilian: boolean): PatrolUnderWay => ({
  startedAt: '2026-05-01T20:00:00Z',
  departmentName: isCivilian ? 'Civilian' : 'Los Santos Police',
  serverName: 'Server 1',
  isCivilian,
})
const CIVILIAN = buildUser({ userDepartments: [buildDepartment(DEPARTMENT.CIV, { type: 'Civilian' }, true)] })

const showDuty = async (isOnDuty: boolean, patrol: PatrolUnderWay | undefined, user = CIVILIAN) => {
  await show(
    <>
      <p>
        <DutyState isOnDuty={isOnDuty} patrol={patrol} now={NOW} />
      </p>
      <DutyActions user={user} isOnDuty={isOnDuty} patrol={patrol} />
    </>,
  )
  return [
    document.querySelector('p')?.textContent,
    ...screen.queryAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`),
  ]
}

test('a civilian whose patrol runs in the game is not offered to start one', async () => {
  expect(await showDuty(false, patrolOf(true))).toEqual(['On civilian patrol, 11 min', 'Open patrol /user/patrol'])
})

test('without a patrol the member is off duty, and may start one', async () => {
  expect(await showDuty(false, undefined)).toEqual(['Off duty', 'Start civilian patrol /cad'])
})

test('a unit on duty sees where, and the way to its desktop', async () => {
  expect(await showDuty(true, patrolOf(false))).toEqual(['On duty for 11 min, Los Santos Police on Server 1', 'Open the CAD /cad/desktop'])
})
