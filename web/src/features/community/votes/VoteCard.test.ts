import { expect, test } from 'vitest'
import { endWords, leaders, percentOf, voteCountWords } from './VoteCard.tsx'

const NOW = new Date('2026-11-14T20:00:00Z')

test('a vote says when it ends, or when it ended and who ended it', () => {
  const open = { state: 'open', endsAt: '2026-11-14T22:30:00.000Z', ended: null } as const
  expect(endWords(open, NOW)).toBe('Ends in 2 h')
  expect(endWords({ ...open, endsAt: '2026-11-14T19:59:59.000Z' }, NOW)).toBe('Ends now')
  const ended = { at: '2026-11-14T19:00:00.000Z', by: { userId: 1, name: 'R. Delgado' } }
  expect(endWords({ ...open, state: 'cancelled', ended }, NOW)).toMatch(/^Called off .* by R\. Delgado$/)
  expect(endWords({ ...open, state: 'ended', ended: { ...ended, by: null } }, NOW)).not.toContain('by')
})

test('the options in front, and none before the first vote', () => {
  const options = (...counts: number[]) => counts.map((count) => ({ label: 'Any', count }))
  expect(leaders(options(0, 0))).toEqual([])
  expect(leaders(options(2, 5, 5))).toEqual([1, 2])
})

test('shares are whole percent, and nothing is divided by none', () => {
  expect([percentOf(0, 0), percentOf(1, 3), percentOf(3, 3)]).toEqual([0, 33, 100])
  expect([voteCountWords(1), voteCountWords(1200)]).toEqual(['1 vote', '1,200 votes'])
})
