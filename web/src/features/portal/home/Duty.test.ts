import type { DepartmentType } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { dutyWays } from './Duty.tsx'

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
