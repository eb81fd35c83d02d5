import { expect, test } from 'vitest'
import { alarmOf, beyondKept, dueForProof, isDue, lastDue, type KnownBackup } from './backup.schedule.ts'

const ZONE = 'America/New_York'
const at = (text: string) => new Date(`2026-03-${text}`)
const PLAN = { isOn: true, onSince: at('01T12:00:00Z'), hour: 5, kept: 3 }
let id = 0
const backup = (startedAt: Date, more: Partial<KnownBackup> = {}): KnownBackup => ({
  id: (id += 1),
  reason: 'schedule',
  state: 'made',
  problem: '',
  startedAt,
  provedAt: null,
  proofProblem: '',
  ...more,
})
const failed = (startedAt: Date) => backup(startedAt, { state: 'failed', problem: 'The disk is full' })

test('a backup is due at its hour by the community’s clock, also on the days when clocks change', () => {
  expect(lastDue(5, ZONE, at('07T12:00:00Z'))).toEqual(at('07T10:00:00Z'))
  expect(lastDue(5, ZONE, at('07T09:59:00Z'))).toEqual(at('06T10:00:00Z'))
  // Clocks go from 2 to 3 on the 8th.
  expect(lastDue(5, ZONE, at('08T12:00:00Z'))).toEqual(at('08T09:00:00Z'))
  expect(lastDue(2, ZONE, at('08T12:00:00Z'))).toEqual(at('07T07:00:00Z'))
  expect(lastDue(5, 'Asia/Kolkata', at('07T00:10:00Z'))).toEqual(at('07T00:00:00Z'))
})

test('a backup is made after its hour, late if the portal was away, and once', () => {
  const before = [backup(at('06T10:00:00Z'))]
  expect(isDue(PLAN, before, ZONE, at('07T09:59:00Z'))).toBe(false)
  expect(isDue(PLAN, before, ZONE, at('07T10:00:00Z'))).toBe(true)
  expect(isDue(PLAN, before, ZONE, at('07T22:00:00Z'))).toBe(true)
  expect(isDue(PLAN, [...before, backup(at('07T10:00:05Z'), { state: 'running' })], ZONE, at('07T10:01:00Z'))).toBe(false)
  expect(isDue(PLAN, [...before, backup(at('07T10:00:05Z'))], ZONE, at('07T22:00:00Z'))).toBe(false)
  expect(isDue({ ...PLAN, isOn: false }, before, ZONE, at('07T22:00:00Z'))).toBe(false)
})

test('the first is made at once; one that failed is tried again after an hour, a few times', () => {
  const onSince = at('07T12:00:00Z')
  expect(isDue({ ...PLAN, onSince }, [], ZONE, at('07T12:01:00Z'))).toBe(true)
  const tries = [failed(at('07T12:01:00Z'))]
  expect(isDue({ ...PLAN, onSince }, tries, ZONE, at('07T12:30:00Z'))).toBe(false)
  expect(isDue({ ...PLAN, onSince }, tries, ZONE, at('07T13:01:00Z'))).toBe(true)
  tries.push(failed(at('07T13:01:00Z')), failed(at('07T14:01:00Z')), failed(at('07T15:01:00Z')))
  expect(isDue({ ...PLAN, onSince }, tries, ZONE, at('07T20:00:00Z'))).toBe(false)
  expect(isDue({ ...PLAN, onSince }, tries, ZONE, at('08T10:00:00Z'))).toBe(true)
})

test('a failure is told at once, and silence within a day and an hour', () => {
  const good = backup(at('06T10:00:00Z'))
  expect(alarmOf(PLAN, [good], at('07T10:59:00Z'))).toBeNull()
  expect(alarmOf(PLAN, [good], at('07T11:01:00Z'))).toBe('missing')
  expect(alarmOf(PLAN, [good, failed(at('07T10:00:00Z'))], at('07T10:02:00Z'))).toBe('failed')
  expect(alarmOf(PLAN, [good, failed(at('07T10:00:00Z')), backup(at('07T11:00:00Z'))], at('07T11:02:00Z'))).toBeNull()
  expect(alarmOf(PLAN, [], at('02T12:59:00Z'))).toBeNull()
  expect(alarmOf(PLAN, [], at('02T13:01:00Z'))).toBe('missing')
  expect(alarmOf({ ...PLAN, isOn: false, onSince: null }, [], at('20T13:01:00Z'))).toBeNull()
})

test('a backup that was made and could not be sent away is told as well', () => {
  expect(alarmOf(PLAN, [backup(at('07T10:00:00Z'), { problem: 'The bucket can’t be reached' })], at('07T10:02:00Z'))).toBe('failed')
})

test('the newest is proved once a week; a failed proof is told until a later backup is proved', () => {
  const proved = backup(at('01T13:00:00Z'), { provedAt: at('01T14:00:00Z') })
  const newest = backup(at('07T10:00:00Z'))
  expect(dueForProof(PLAN, [proved, newest], at('08T13:00:00Z'))).toBeUndefined()
  expect(dueForProof(PLAN, [proved, newest], at('08T14:00:00Z'))).toBe(newest)
  const unequal = { ...newest, proofProblem: 'Restored rows differ: users' }
  expect(dueForProof(PLAN, [proved, unequal], at('08T14:00:00Z'))).toBeUndefined()
  expect(alarmOf(PLAN, [proved, unequal], at('08T09:00:00Z'))).toBe('unproved')
  const next = backup(at('07T11:00:00Z'))
  expect(dueForProof(PLAN, [proved, unequal, next], at('07T12:00:00Z'))).toBe(next)
  expect(alarmOf(PLAN, [proved, unequal, { ...next, provedAt: at('07T15:00:00Z') }], at('07T16:00:00Z'))).toBeNull()
})

test('the newest are kept, and neither the last good one nor the last proved one is ever removed', () => {
  const days = ['01', '02', '03', '04', '05'].map((day) => backup(at(`${day}T10:00:00Z`)))
  expect(beyondKept(3, days).map(({ startedAt }) => startedAt.getUTCDate())).toEqual([2, 1])
  const proved = days.map((each, index) => (index === 0 ? { ...each, provedAt: at('01T12:00:00Z') } : each))
  expect(beyondKept(3, proved).map(({ startedAt }) => startedAt.getUTCDate())).toEqual([2])
  expect(beyondKept(1, [days[0]!, failed(at('02T10:00:00Z')), failed(at('03T10:00:00Z'))])).toEqual([])
  // Backups that could not be restored do not push out one that may be good.
  const unequal = days.map((each, index) => (index > 0 ? { ...each, proofProblem: 'differs' } : each))
  expect(beyondKept(1, unequal)).toEqual([])
})
