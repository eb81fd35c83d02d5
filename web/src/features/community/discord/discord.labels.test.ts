import type { DiscordBot } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { botWords, memberWords, standingOf, waitingWords, whyNotWords } from './discord.labels.ts'
import { channelOf, guildOf, overviewOf, roleOf } from './testing/discord.ts'

const NOW = new Date('2026-11-17T21:00:00.000Z')
const bot = (over: Partial<DiscordBot>): DiscordBot => ({ ...overviewOf().bot, ...over })

test.for<[Partial<DiscordBot>, string]>([
  [{}, 'bot connected 3 d, 41 ms'],
  [{ since: '2026-11-17T16:30:00.000Z', pingMs: 1204 }, 'bot connected 4 h, 1,204 ms'],
  [{ since: '2026-11-17T20:48:00.000Z', pingMs: null }, 'bot connected 12 min'],
  // A clock that is behind the portal's.
  [{ since: '2026-11-17T21:00:30.000Z' }, 'bot connected 0 min, 41 ms'],
  [{ state: 'waiting', since: '2026-11-17T20:55:00.000Z' }, 'bot not connected 5 min, trying again'],
  [{ state: 'refused' }, 'bot refused by Discord'],
  [{ state: 'off' }, 'bot off'],
])('%j is "%s"', ([over, words]) => {
  expect(botWords(bot(over), NOW)).toBe(words)
})

test('members are counted', () => {
  expect(memberWords(guildOf('1'))).toBe('1,204 members, 611 linked')
  expect(memberWords(guildOf('1', { memberCount: 1, linkedCount: 0 }))).toBe('1 member, 0 linked')
})

test('jobs that wait for the rate limit say how long, until it is over', () => {
  const jobs = { ...overviewOf().jobs, limitedUntil: '2026-11-17T21:00:41.000Z' }
  expect(waitingWords(jobs, NOW.getTime())).toBe('3 waiting for Discord’s rate limit (0:41)')
  expect(waitingWords(jobs, NOW.getTime() + 41_000)).toBe('3 waiting')
})

test('a role that can’t be given says why', () => {
  expect(whyNotWords(roleOf('1'))).toBeUndefined()
  expect(whyNotWords(roleOf('1', { whyNot: 'above' }))).toEqual({ words: 'above the bot: can’t be given', isProblem: true })
  expect(whyNotWords(roleOf('1', { whyNot: 'managed' }))).toEqual({ words: 'managed by an integration', isProblem: false })
  expect(whyNotWords(roleOf('1', { whyNot: 'managed', isGone: true }))?.words).toBe('deleted in Discord')
})

test('a channel says what the bot can do in it, and names what is missing', () => {
  const words = (over: Parameters<typeof channelOf>[1]) => standingOf(channelOf('1', { type: 'Link', ...over }))?.words
  expect(words({})).toBe('writes')
  expect(words({ type: null })).toBeUndefined()
  expect(words({ missing: ['View Channel', 'Send Messages'] })).toBe('no access')
  expect(words({ missing: ['Manage Threads'] })).toBe('needs Manage Threads')
  expect(words({ isGone: true })).toBe('deleted in Discord')
})
