// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import type { DiscordGuild } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../platform/query/query-client.ts'
import { guildOf } from '../discord/testing/discord.ts'
import { answerWith, settle, showDiscord, userWith } from '../discord/testing/show-discord.tsx'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { SyncNotice } from './SyncNotice.port.tsx'

const followedAt = '2026-11-12T12:00:00.000Z'
const drift = (total: number) => ({ items: [], total, isTotalExact: true, page: 1, pageSize: 25, fixable: 0, digest: 'seen' })
const heldIn = (guildId: string, removals: number) => ({
  runId: Number(guildId),
  guildId,
  removals,
  members: removals,
  linked: 60,
  roles: [],
  createdAt: followedAt,
  digest: 'held',
})
/** Shows the notice of the Discord server 1; returns the requests it made. */
async function open(over: Partial<DiscordGuild>, { total = 0, held = [] as object[] } = {}) {
  const sent = answerWith({ 'GET /api/discord/guilds/1/drift': drift(total), 'GET /api/discord/runs/held': held })
  await showDiscord(<SyncNotice guild={guildOf('1', over)} />, userWith('Staff'))
  return sent
}
const link = () => screen.queryByRole('link')

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

test('before roles follow, it leads to what would change, and nothing is compared yet', async () => {
  const sent = await open({ followedAt: null }, { total: 5 })
  expect(await screen.findByText('Roles do not follow the portal yet.')).toBeTruthy()
  expect(link()?.textContent).toBe('Look at what would change')
  expect(link()?.getAttribute('href')).toMatch(/^\/discord\/sync\?guild=/)
  expect(sent).toEqual([])
})

test('removals of this Discord server that wait come before drift', async () => {
  await open({ followedAt }, { total: 5, held: [heldIn('1', 22), heldIn('2', 30)] })
  expect(await screen.findByText('22 removals wait for confirmation.')).toBeTruthy()
  expect(link()?.textContent).toBe('Decide')
})

test('a single removal waits', async () => {
  await open({ followedAt }, { held: [heldIn('1', 1)] })
  expect(await screen.findByText('1 removal waits for confirmation.')).toBeTruthy()
})

test('drift is counted', async () => {
  await open({ followedAt }, { total: 1, held: [heldIn('2', 30)] })
  expect(await screen.findByText('Discord differs from the portal in 1 place.')).toBeTruthy()
  expect(link()?.textContent).toBe('See drift')
})

test('while all is well there is no notice', async () => {
  const sent = await open({ followedAt })
  await waitFor(() => expect([sent.length, queryClient.isFetching()]).toEqual([2, 0]))
  await settle()
  expect(link()).toBeNull()
})

test('there is no notice for a Discord server that the bot has left', async () => {
  const sent = await open({ followedAt, leftAt: followedAt }, { total: 5 })
  await settle()
  expect(sent).toEqual([])
  expect(link()).toBeNull()
})
