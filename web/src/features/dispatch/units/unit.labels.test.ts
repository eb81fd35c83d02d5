import { UNIT_CLASS, UNIT_STATUS } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { statusesOf } from './unit.labels.ts'
import { statusOrder } from '../../../ui/unit-status.ts'

test.each([UNIT_CLASS.Leo, UNIT_CLASS.Comms, UNIT_CLASS.Fire])('class %i can choose every status, the usual ones first', (unitClass) => {
  const { usual, rest } = statusesOf(unitClass, statusOrder())
  expect(new Set([...usual, ...rest])).toEqual(new Set(statusOrder()))
  expect(usual.length + rest.length).toBe(statusOrder().length)
  expect(usual[0]).toBe(UNIT_STATUS.inService)
})

test('only police have a subject in custody in front; a civilian is on patrol or not', () => {
  const inFront = Object.values(UNIT_CLASS).filter((unitClass) =>
    statusesOf(unitClass, statusOrder()).usual.includes(UNIT_STATUS.subjectInCustody),
  )
  expect(inFront).toEqual([UNIT_CLASS.Leo])
  expect(statusesOf(UNIT_CLASS.Other, statusOrder())).toEqual({ usual: [UNIT_STATUS.inService, UNIT_STATUS.offDuty], rest: [] })
})
