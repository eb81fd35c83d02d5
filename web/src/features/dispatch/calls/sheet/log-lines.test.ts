import type { CallLogEntry } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { logLines } from './log-lines.ts'
import { before } from '../testing/board.ts'

const okafor = { userId: 3, name: 'M. Okafor' }
const delgado = { userId: 12, name: 'R. Delgado' }
const entry = (callLogId: number, text: string, overrides: Partial<CallLogEntry> = {}): CallLogEntry => ({
  callLogId,
  at: before(callLogId),
  author: okafor,
  kind: 'change',
  text,
  ...overrides,
})
const people = { units: [{ userId: 12, identifier: '4L12' }], signs: new Map([[3, 'D-3']]) }
const linesOf = (log: CallLogEntry[]) => logLines(log, people).map(({ lead, text, by }) => [lead, text, by])

test('the newest line is on top', () => {
  expect(logLines([entry(1, 'a'), entry(3, 'c'), entry(2, 'b')], people).map(({ text }) => text)).toEqual(['c', 'b', 'a'])
})

test('a note names its author, by call sign while they are on duty', () => {
  expect(linesOf([entry(1, 'Clerk at the vault', { kind: 'note' }), entry(2, 'Out on foot', { kind: 'note', author: delgado })])).toEqual([
    ['R. Delgado', 'Out on foot', null],
    ['D-3', 'Clerk at the vault', null],
  ])
})

test('a change names its unit, and its author if that is someone else', () => {
  expect(linesOf([entry(1, '4L12 en route')])).toEqual([['4L12', 'en route', 'D-3']])
  expect(linesOf([entry(1, '4L12 on scene', { author: delgado })])).toEqual([['4L12', 'on scene', null]])
})

test('a change whose text names its author, or that has no author, gets no further name', () => {
  expect(linesOf([entry(1, 'Created by M. Okafor'), entry(2, '911 call received', { author: null })])).toEqual([
    [null, '911 call received', null],
    [null, 'Created by M. Okafor', null],
  ])
})

test('a line offers to undo its action until a later line has done so; a late note is marked', () => {
  const cleared = entry(1, 'Call cleared', { takeBack: 'clear' })
  const again = entry(4, 'Call cleared', { takeBack: 'clear' })
  const note = entry(3, 'Report filed', { kind: 'note', isLate: true })
  const lines = logLines([cleared, entry(2, 'Clear undone', { takesBackId: 1 }), note, again], people)
  expect(lines.map(({ takeBack }) => takeBack)).toEqual(['clear', null, null, null])
  expect(lines.map(({ isLate }) => isLate)).toEqual([false, true, false, false])
})
