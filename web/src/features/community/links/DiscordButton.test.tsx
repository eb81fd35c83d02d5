// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setTablet } from '../../../platform/tablet/tablet.ts'
import { keepAnswer, takeAnswer } from './discord-answer.ts'
import { takeErrand } from './discord-errand.ts'
import { DiscordButton } from './DiscordButton.port.tsx'
import { answerBy, refusal, showAt, tearDown } from './testing/show-discord.tsx'

const START = 'POST /api/auth/discord/start'
const Page = () => (
  <>
    <h1>Sign in</h1>
    <DiscordButton returnTo={() => '/livemap'} />
  </>
)
const open = () => showAt('/login', Page)
const button = () => screen.queryByRole('button', { name: 'Continue with Discord' })

const assign = vi.fn<(url: string) => void>()
beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation((url) => assign(String(url)))
})
afterEach(() => {
  setTablet(false)
  assign.mockReset()
  tearDown()
})

test('signing in leaves for Discord, and this tab keeps the secret and where one wanted to go', async () => {
  const sent = answerBy({ [START]: () => Response.json({ url: 'https://discord.example/', tabSecret: 'of this tab' }) })
  await open()
  fireEvent.click(button()!)
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://discord.example/'))
  expect(sent).toMatchObject([{ body: { origin: window.location.origin, purpose: 'sign-in' } }])
  expect(takeErrand()).toEqual({ purpose: 'sign-in', tabSecret: 'of this tab', returnTo: '/livemap' })
  expect(takeErrand(), 'it can be taken once').toBeNull()
})

test('a portal that does not answer is told, and the button works again', async () => {
  answerBy({ [START]: () => refusal(503, 'unavailable', 'Discord is not set up here') })
  await open()
  fireEvent.click(button()!)
  expect((await screen.findByRole('alert')).textContent).toContain('Discord is not set up here')
  await waitFor(() => expect(button()!.getAttribute('aria-disabled')).toBe('false'))
})

test('there is no button without Discord, nor in the game', async () => {
  answerBy({}, false)
  await open()
  expect(button()).toBeNull()
  tearDown()
  answerBy({}, true)
  setTablet(true)
  await open()
  expect(button()).toBeNull()
})

test('newcomers are told of joining where members of the Discord server can', async () => {
  answerBy({}, true, false)
  await open()
  expect(screen.queryByText(/^Member of our/)).toBeNull()
  tearDown()
  answerBy({}, true, true)
  await open()
  expect(screen.getByText('Member of our Discord server? Join with it.')).toBeTruthy()
})

test('an address is read once, and whatever else it says is taken out too', () => {
  expect(keepAnswer('')).toBe(false)
  expect(keepAnswer('?something=else')).toBe(true)
  expect(takeAnswer()).toBeNull()
  expect(keepAnswer('?code=abc&state=xyz')).toBe(true)
  expect(takeAnswer()).toEqual({ code: 'abc', state: 'xyz' })
  expect(takeAnswer()).toBeNull()
})

test('an address that the tab keeps is not followed to another site', () => {
  window.sessionStorage.setItem('discord', JSON.stringify({ purpose: 'sign-in', tabSecret: 'x', returnTo: '//elsewhere.example' }))
  expect(takeErrand()).toBeNull()
})
