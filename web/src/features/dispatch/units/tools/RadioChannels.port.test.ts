import type { PatrolUnit } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { channelGroups, flatGroups, readGroups } from './RadioChannels.port.tsx'
import { buildUnit } from '../testing/build-unit.ts'

const mapped = (all: readonly PatrolUnit[]) => new Map(all.map((unit) => [unit.userId, unit]))

test('the usual channels come in their order, then others, and last the units on none', () => {
  const on = (userId: number, channel: string, identifier = `U${userId}`) => buildUnit({ userId, channel, identifier })
  expect(
    channelGroups(
      mapped([
        on(1, ''),
        on(2, 'Ops West'),
        on(3, 'TAC 2'),
        on(4, 'MAIN', 'B2'),
        on(5, 'MAIN', 'A1'),
        buildUnit({ userId: 6, unitClass: 0 }),
      ]),
      ['MAIN', 'TAC 1', 'TAC 2'],
    ),
  ).toEqual([
    { channel: 'MAIN', userIds: [5, 4] },
    { channel: 'TAC 2', userIds: [3] },
    { channel: 'Ops West', userIds: [2] },
    { channel: '', userIds: [1] },
  ])
})

test('written in one line and read again, the groups are the same', () => {
  const groups = [
    { channel: 'MAIN', userIds: [5, 4] },
    { channel: '', userIds: [1] },
  ]
  expect(flatGroups(groups)).toEqual(['MAIN', 5, 4, '', 1])
  expect(readGroups(flatGroups(groups))).toEqual(groups)
})
