import { expect, test } from 'vitest'
import { bytesWords, concernWords, upWords } from './overview.labels.ts'

test('sizes are in the unit that a person would choose', () => {
  expect([0, 999, 1000, 212_400_000, 2_430_000_000].map(bytesWords)).toEqual(['0 B', '999 B', '1 kB', '212 MB', '2.4 GB'])
})

test('the time since the start is in minutes, then hours, then days', () => {
  const now = new Date('2026-11-14T20:00:00Z')
  const up = (minutes: number) => upWords(new Date(now.getTime() - minutes * 60_000).toISOString(), now)
  expect([1, 59, 60, 47 * 60, 48 * 60, 12 * 1440].map(up)).toEqual([
    'up 1 minute',
    'up 59 minutes',
    'up 1 hour',
    'up 47 hours',
    'up 2 days',
    'up 12 days',
  ])
})

test('a concern says how many and what', () => {
  expect(concernWords({ kind: 'jobsFailed', name: 'discord-posts', count: 1 })).toBe('1 job failed and is not tried again: discord-posts')
  expect(concernWords({ kind: 'removalsHeld', name: '', count: 3 })).toBe('3 removals of roles wait for someone to confirm them')
  expect(concernWords({ kind: 'serverSilent', name: 'Los Santos', count: 1 })).toBe('Los Santos is not connected')
})
