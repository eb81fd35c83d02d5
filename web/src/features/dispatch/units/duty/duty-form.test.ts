import type { PatrolUnit } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { schemaErrors } from '../../../../ui/form-errors.ts'
import { buildDepartment } from '../../../../app/testing/build-user.ts'
import { DutyForm, dutyDepartments, forDepartment, initialDuty, isNewPatrol, isOnDuty, lastDuty } from './duty-form.ts'
import { buildUnit } from '../testing/build-unit.ts'

const departments = dutyDepartments({
  userDepartments: [
    buildDepartment(7, { type: 'Civilian' }),
    buildDepartment(9, { isCadEnabled: false }),
    buildDepartment(2, {}, true),
    buildDepartment(5, { type: 'Comms' }),
  ],
})
const none = () => null
const server = (serverId: number, isOnline = true) => ({ serverId, isOnline })
const start = (over: Partial<Parameters<typeof initialDuty>[0]> = {}) =>
  initialDuty({ departments, servers: [server(1)], unit: null, callSignFor: none, ...over })

test('the departments are those with CAD, the primary one first', () => {
  expect(departments.map(({ departmentId }) => departmentId)).toEqual([2, 7, 5])
})

test('someone new starts with their primary department and the only server', () => {
  expect(start()).toEqual({ serverId: 1, departmentId: 2, identifier: '', type: 1, typeId: null, beatId: null })
})

test('of several servers the only one online is chosen; of several online none is guessed', () => {
  expect(start({ servers: [server(1, false), server(2)] }).serverId).toBe(2)
  expect(start({ servers: [server(1), server(2)] }).serverId).toBe(0)
  expect(start({ servers: [] }).serverId).toBe(0)
})

const last: PatrolUnit = buildUnit({ status: 1, onDutySince: null, serverId: 2, identifier: '2S08', type: 2, beatId: 4 })

test('the form opens with the last choices', () => {
  expect(start({ unit: last, servers: [server(1), server(2)] })).toEqual({
    serverId: 2,
    departmentId: 2,
    identifier: '2S08',
    type: 2,
    typeId: null,
    beatId: 4,
  })
})

test('a server or department that is gone is not offered again', () => {
  const elsewhere = buildUnit({ serverId: 9, department: { departmentId: 12, name: 'X', type: 'Fire' }, identifier: 'E51' })
  expect(start({ unit: elsewhere })).toMatchObject({ serverId: 1, departmentId: 2, identifier: '' })
})

test('another department brings its own call sign and a type that it has', () => {
  const [, civilian, comms] = departments
  if (!civilian || !comms) throw new Error('The departments are missing')
  const values = start({ unit: last })
  expect(forDepartment(values, comms, last, () => 'D-3')).toMatchObject({ departmentId: 5, identifier: 'D-3', type: 3, beatId: null })
  expect(forDepartment(values, civilian, last, none)).toMatchObject({ departmentId: 7, identifier: '', type: 1 })
})

test('the unit type of the community’s own is chosen again, but not for another department', () => {
  const tow = { ...last, typeId: 1200 }
  const [police, civilian] = departments
  if (!police || !civilian) throw new Error('The departments are missing')
  expect(start({ unit: tow, servers: [server(2)] })).toMatchObject({ type: 2, typeId: 1200 })
  expect(forDepartment(start({ unit: tow }), civilian, tow, none)).toMatchObject({ type: 1, typeId: null })
})

test('a missing choice has an error in words', () => {
  expect(schemaErrors(DutyForm, { serverId: 0, departmentId: 0, identifier: ' ', type: 1, beatId: null })).toEqual({
    serverId: 'Choose a server',
    departmentId: 'Choose a department',
    identifier: 'Enter a call sign',
  })
})

test('another server or department starts a new patrol; another call sign does not', () => {
  const unit = buildUnit()
  const same = start({ unit })
  expect(isNewPatrol(unit, { ...same, identifier: '1A1' })).toBe(false)
  expect(isNewPatrol(unit, { ...same, departmentId: 5 })).toBe(true)
  expect(isNewPatrol(unit, { ...same, serverId: 2 })).toBe(true)
})

test('a unit that is kept off duty is not on duty', () => {
  expect(isOnDuty(last)).toBe(false)
  expect(isOnDuty(null)).toBe(false)
  expect(isOnDuty(buildUnit())).toBe(true)
})

test('the last duty can be taken up again while its department and server are there', () => {
  const unit = buildUnit({ serverId: 1, department: { ...buildUnit().department, departmentId: 2 }, identifier: '4L12' })
  expect(lastDuty(unit, departments, [{ serverId: 1 }])).toMatchObject({
    type: 'Leo',
    input: { serverId: 1, departmentId: 2, identifier: '4L12' },
  })
  expect(lastDuty(unit, departments, [{ serverId: 3 }])).toBeNull()
  expect(lastDuty(unit, [], [{ serverId: 1 }])).toBeNull()
  expect(lastDuty({ ...unit, identifier: '' }, departments, [{ serverId: 1 }])).toBeNull()
})
