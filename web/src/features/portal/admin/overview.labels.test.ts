import { expect, test } from 'vitest'
import { concernWords, upWords } from './overview.labels.ts'

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
