// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { DiscordJoining } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tearDown } from '../../legal/warrants/testing/show.tsx'
import { notify } from '../../../platform/notify/notify.ts'
import { overviewOf } from '../discord/testing/discord.ts'
import { answerWith, refusal, showDiscord, userWith, type Sent } from '../discord/testing/show-discord.tsx'
import { JoiningPage } from './JoiningPage.tsx'

const ADMIN = userWith('Staff', 'DISCORD_ADMIN')
const PATH = '/api/discord/joining'
const guild = (guildId: string, name: string, over: Partial<DiscordJoining['guilds'][number]> = {}) => ({
  guildId,
  name,
  letsJoin: false,
  hasLeft: false,
  ...over,
})
const joiningOf = (over: Partial<DiscordJoining> = {}): DiscordJoining => ({
  isOn: false,
  hasClient: true,
  guilds: [guild('1', 'San Andreas'), guild('2', 'Los Santos')],
  changedAt: null,
  changedBy: null,
  version: 1,
  ...over,
})
const open = () => showDiscord(<JoiningPage />, ADMIN)
const reads = (joining: DiscordJoining) => ({ 'GET /api/discord': overviewOf(), [`GET ${PATH}`]: joining })
const puts = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const box = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const SWITCH = 'Let members of Discord servers join'
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

beforeEach(() => void vi.spyOn(notify, 'success').mockReturnValue(undefined))
afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

test('it is switched on for the ticked servers, and then says who did', async () => {
  const saved = joiningOf({
    isOn: true,
    guilds: [guild('1', 'San Andreas'), guild('2', 'Los Santos', { letsJoin: true })],
    changedAt: '2026-11-12T12:00:00.000Z',
    changedBy: { userId: 7, name: 'Rosa Delgado' },
    version: 2,
  })
  const sent = answerWith({ ...reads(joiningOf()), [`PUT ${PATH}`]: saved })
  await open()
  fireEvent.click(await box(SWITCH))
  fireEvent.click(await box('Los Santos'))
  save()
  await waitFor(() => expect(puts(sent)).toEqual([{ isOn: true, guildIds: ['2'], version: 1 }]))
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Members of the ticked Discord servers can join'))
  expect((await screen.findByText(/Last set/)).textContent).toMatch(/ by Rosa Delgado/)
  fireEvent.click(await box(SWITCH))
  save()
  await waitFor(() => expect(puts(sent).at(-1)).toEqual({ isOn: false, guildIds: ['2'], version: 2 }))
})

test('a refusal stands at the list of Discord servers, which has the focus', async () => {
  const refused = refusal(400, 'invalid_input', 'Tick a Discord server whose members may join', 'guildIds')
  answerWith({ ...reads(joiningOf()), [`PUT ${PATH}`]: refused })
  await open()
  fireEvent.click(await box(SWITCH))
  save()
  expect(await screen.findByText('Tick a Discord server whose members may join')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: /^Discord servers whose/ })))
  expect((await box(SWITCH)).checked).toBe(true)
})

test('changed by someone else first: the form shows what is set now, and saves on that version', async () => {
  let stored = joiningOf()
  const sent = answerWith({
    ...reads(stored),
    [`GET ${PATH}`]: () => stored,
    [`PUT ${PATH}`]: ({ body }: Sent) => {
      if ((body as DiscordJoining).version === 9) return { ...stored, isOn: false, version: 10 }
      stored = joiningOf({ isOn: true, guilds: [guild('1', 'San Andreas', { letsJoin: true }), guild('2', 'Los Santos')], version: 9 })
      return refusal(409, 'conflict', 'Who may join with Discord has changed since you opened it')
    },
  })
  await open()
  fireEvent.click(await box('Los Santos'))
  save()
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed who can join at the same time')
  await waitFor(async () => expect((await box('San Andreas')).checked).toBe(true))
  expect((await box('Los Santos')).checked).toBe(false)
  expect((await box(SWITCH)).checked).toBe(true)
  save()
  await waitFor(() => expect(puts(sent).at(-1)).toEqual({ isOn: true, guildIds: ['1'], version: 9 }))
})

test('without a client, a server, or a bot on the ticked servers it says what is missing', async () => {
  answerWith(reads(joiningOf({ hasClient: false, guilds: [] })))
  await open()
  await screen.findByText('Nobody can sign in with Discord yet.')
  expect(screen.getByText(/The bot is in no Discord server yet/)).toBeTruthy()
  tearDown()
  answerWith(reads(joiningOf({ isOn: true, guilds: [guild('1', 'San Andreas', { letsJoin: true, hasLeft: true })] })))
  await open()
  await screen.findByText('Nobody can join at the moment.')
  expect(screen.getByText(/The bot has left this server/)).toBeTruthy()
})

test('a page that could not be loaded offers to try again', async () => {
  let isAway = true
  answerWith({
    'GET /api/discord': overviewOf(),
    [`GET ${PATH}`]: () => (isAway ? refusal(403, 'forbidden', 'No') : joiningOf()),
  })
  await open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  isAway = false
  fireEvent.click(again)
  expect(await box('San Andreas')).toBeTruthy()
})
