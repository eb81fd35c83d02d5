// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { tearDown } from '../../../legal/warrants/testing/show.tsx'
import { connectionOf, guildOf, overviewOf } from '../testing/discord.ts'
import { answerWith, refusal, settle, showDiscord, userWith, type Sent } from '../testing/show-discord.tsx'
import { ConnectionPage } from './ConnectionPage.tsx'

const ADMIN = userWith('Staff', 'DISCORD_ADMIN')
const INVITE = 'https://discord.com/oauth2/authorize?client_id=1&scope=bot+applications.commands&permissions=268435456'
const SET = connectionOf({
  token: 'portal',
  clientId: '1234567890',
  clientIdFrom: 'portal',
  clientSecret: 'portal',
  inviteUrl: INVITE,
  changedAt: '2026-11-12T12:00:00.000Z',
  changedBy: { userId: 7, name: 'Rosa Delgado' },
})
const TOKEN = 'a'.repeat(70)
const reads = (connection = SET, overview = overviewOf()) => ({ 'GET /api/discord': overview, 'GET /api/discord/connection': connection })

afterEach(() => {
  tearDown()
  vi.restoreAllMocks()
})

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })
const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const answer = (name: string) => fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }))
const puts = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)

test('without a token it says how to start, with the values to copy', async () => {
  answerWith(reads(connectionOf(), overviewOf({ isSetUp: false, guilds: [] })))
  await showDiscord(<ConnectionPage />, ADMIN)
  await screen.findByText('How to start')
  expect(screen.getByText('https://portal.example/auth/discord')).toBeTruthy()
  expect(screen.getByText('Server Members Intent, Message Content Intent')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy the redirect' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /Invite bot.*Save the client ID first/ }).getAttribute('aria-disabled')).toBe('true')
})

test('the invitation names its scopes and permissions', async () => {
  answerWith(reads())
  await showDiscord(<ConnectionPage />, ADMIN)
  expect((await screen.findByRole('link', { name: /Invite bot/ })).getAttribute('href')).toBe(INVITE)
  expect(screen.getByText('268435456')).toBeTruthy()
  expect(screen.getByText('Manage Roles')).toBeTruthy()
  expect(screen.getByText('bot applications.commands')).toBeTruthy()
})

test('only what was entered is sent; secrets are hidden, and gone from the page once saved', async () => {
  const sent = answerWith({ ...reads(connectionOf()), 'PUT /api/discord/connection': { ...SET, clientSecret: 'none', version: 5 } })
  await showDiscord(<ConnectionPage />, ADMIN)
  expect((await field('Bot token')).type).toBe('password')
  expect((await field('Client secret')).type).toBe('password')
  await type('Bot token', ` ${TOKEN} `)
  press('Save')
  await waitFor(() => expect(puts(sent)).toEqual([{ token: TOKEN, version: 4 }]))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Check'))
  expect((await field('Bot token')).value).toBe('')
  expect(document.body.innerHTML).not.toContain(TOKEN)
})

test('an empty form is not sent; what the portal refuses is said at its field, which has the focus', async () => {
  const sent = answerWith({
    ...reads(connectionOf()),
    'PUT /api/discord/connection': refusal(400, 'invalid_input', 'A bot token has at least 50 characters', 'body.token'),
  })
  await showDiscord(<ConnectionPage />, ADMIN)
  await field('Bot token')
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was entered.')
  expect(puts(sent)).toEqual([])
  await type('Bot token', 'short')
  press('Save')
  expect(await screen.findByText('A bot token has at least 50 characters')).toBeTruthy()
  await waitFor(async () => expect(document.activeElement).toBe(await field('Bot token')))
})

test('changed by someone else first: it is loaded anew, what was entered stays, and is sent on the new version', async () => {
  let stored = connectionOf()
  const sent = answerWith({
    ...reads(),
    'GET /api/discord/connection': () => stored,
    'PUT /api/discord/connection': ({ body }: Sent) => {
      if ((body as { version: number }).version === 9) return { ...stored, version: 10 }
      stored = connectionOf({ clientId: '77', clientIdFrom: 'portal', version: 9 })
      return refusal(409, 'conflict', 'The connection has changed since you opened it')
    },
  })
  await showDiscord(<ConnectionPage />, ADMIN)
  await type('Bot token', TOKEN)
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed the connection at the same time')
  expect((await field('Bot token')).value).toBe(TOKEN)
  expect((await field('Client ID')).placeholder).toBe('77')
  press('Save')
  await waitFor(() => expect(puts(sent).at(-1)).toEqual({ token: TOKEN, version: 9 }))
})

test('a credential that is set says when and who set it, and is removed after a question', async () => {
  const sent = answerWith({ ...reads(), 'PUT /api/discord/connection': { ...SET, token: 'none', version: 5 } })
  await showDiscord(<ConnectionPage />, ADMIN)
  expect((await screen.findByText(/Last set/)).textContent).toMatch(/Last set .*12.* by Rosa Delgado/)
  press('Remove bot token')
  answer('Cancel')
  await settle()
  expect(puts(sent)).toEqual([])
  press('Remove bot token')
  answer('Remove token')
  await waitFor(() => expect(puts(sent)).toEqual([{ token: null, version: 4 }]))
  await waitFor(async () => expect(document.activeElement).toBe(await field('Bot token')))
})

test('a credential from the environment can’t be changed here', async () => {
  answerWith(reads({ ...SET, token: 'environment', clientIdFrom: 'environment' }))
  await showDiscord(<ConnectionPage />, ADMIN)
  await field('Client secret')
  expect(screen.queryByLabelText('Bot token', { selector: 'input' })).toBeNull()
  expect(screen.getByText('DISCORD_BOT_TOKEN')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove bot token' })).toBeNull()
})

test('the check names what is missing first and how to fix it; the button keeps the focus', async () => {
  answerWith({
    ...reads(),
    'POST /api/discord/connection/check': [
      { key: 'token', title: 'The token is valid', state: 'ok', fix: '' },
      { key: 'members', title: 'Server Members Intent', state: 'missing', fix: 'Switch it on in the developer portal.' },
    ],
  })
  await showDiscord(<ConnectionPage />, ADMIN)
  const check = await screen.findByRole('button', { name: 'Check' })
  act(() => check.focus())
  fireEvent.click(check)
  expect(await screen.findByText('One thing is missing.')).toBeTruthy()
  const items = within(check.closest('section')!).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Missing: Server Members IntentSwitch it on in the developer portal.',
    'OK: The token is valid',
  ])
  expect(document.activeElement).toBe(check)
})

test('a check that fails says why', async () => {
  answerWith({ ...reads(), 'POST /api/discord/connection/check': refusal(503, 'unavailable', 'Discord does not answer') })
  await showDiscord(<ConnectionPage />, ADMIN)
  fireEvent.click(await screen.findByRole('button', { name: 'Check' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Discord does not answer')
})

test('a Discord server is removed after a question that says what happens; the next one has the focus', async () => {
  let guilds = [guildOf('1'), guildOf('2', { name: 'Academy' })]
  const sent = answerWith({
    ...reads(),
    'GET /api/discord': () => overviewOf({ guilds }),
    'DELETE /api/discord/guilds/1': () => {
      guilds = [guildOf('1', { leftAt: '2026-11-14T20:00:00.000Z' }), guilds[1]!]
      return {}
    },
  })
  await showDiscord(<ConnectionPage />, ADMIN)
  const remove = await screen.findByRole('button', { name: 'Remove San Andreas Division' })
  act(() => remove.focus())
  fireEvent.click(remove)
  expect(screen.getByRole('alertdialog').textContent).toContain('Members keep the roles they have there')
  answer('Remove server')
  await screen.findByText(/The bot left/)
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(true)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Remove Academy'))
})

test('a Discord server that the bot has left can be forgotten', async () => {
  let guilds = [guildOf('1', { leftAt: '2026-11-14T20:00:00.000Z' }), guildOf('2', { name: 'Academy' })]
  const sent = answerWith({
    ...reads(),
    'GET /api/discord': () => overviewOf({ guilds }),
    'POST /api/discord/guilds/1/forget': () => {
      guilds = guilds.slice(1)
      return {}
    },
  })
  await showDiscord(<ConnectionPage />, ADMIN)
  fireEvent.click(await screen.findByRole('button', { name: 'Forget San Andreas Division' }))
  expect(screen.getByRole('alertdialog').textContent).toContain('the names and roles of its members are deleted')
  answer('Forget server')
  await waitFor(() => expect(screen.queryByText(/The bot left/)).toBeNull())
  expect(sent.some(({ path }) => path === '/api/discord/guilds/1/forget')).toBe(true)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Remove Academy'))
})

test('problems are said in words: a stored value that can’t be opened, a token that Discord refuses', async () => {
  const bot = { ...overviewOf().bot, state: 'refused' as const, problem: 'Discord does not accept the token.' }
  answerWith(reads({ ...SET, isUnreadable: true, runsBot: false }, overviewOf({ bot })))
  await showDiscord(<ConnectionPage />, ADMIN)
  expect(await screen.findByText('The stored token and secret can’t be read.')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('Discord does not accept the token.')
  expect(screen.getByText('PORTAL_BOT=off')).toBeTruthy()
})

test('Discord servers that can’t be loaded say so and are tried again', async () => {
  let isDown = true
  answerWith({ ...reads(), 'GET /api/discord': () => (isDown ? refusal(403, 'forbidden', 'No') : overviewOf()) })
  await showDiscord(<ConnectionPage />, ADMIN)
  const failed = await screen.findByText(/^The Discord servers could not be loaded/)
  isDown = false
  fireEvent.click(within(failed).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Remove San Andreas Division' })).toBeTruthy()
})
