// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { getToken, setToken } from '../../../platform/session/token.ts'
import { keepAnswer } from './discord-answer.ts'
import { keepErrand } from './discord-errand.ts'
import { DiscordReturnPage } from './DiscordReturnPage.tsx'
import { answerBy, refusal, showAt, tearDown } from './testing/show-discord.tsx'

const EXCHANGE = 'POST /api/auth/discord/exchange'
const FINISH = 'POST /api/discord/link/finish'
const signedIn = () => Response.json(buildUser(), { headers: { 'x-idp-token': 'fresh token' } })
const linked = () => Response.json({ username: 'rosa', displayName: 'Rosa', linkedAt: '2026-01-01T00:00:00.000Z', how: 'page' })

const toSignIn = () => keepErrand({ purpose: 'sign-in', tabSecret: 'of this tab', returnTo: '/livemap?serverId=1' })
const toLink = () => keepErrand({ purpose: 'link', tabSecret: 'of this tab', returnTo: '/user/settings' })
const open = () => showAt('/login/discord', DiscordReturnPage)
const message = async () => (await screen.findByRole('alert')).textContent

beforeEach(() => void vi.spyOn(notify, 'success').mockReturnValue(undefined))
afterEach(tearDown)

test('code, state and the secret of the tab are posted once, and the page that was wanted is shown', async () => {
  const sent = answerBy({ [EXCHANGE]: signedIn })
  toSignIn()
  keepAnswer('?code=abc&state=xyz')
  const at = await open()
  await waitFor(() => expect(at()).toBe('/livemap?serverId=1'))
  expect(sent).toMatchObject([{ path: '/api/auth/discord/exchange', body: { code: 'abc', state: 'xyz', tabSecret: 'of this tab' } }])
  expect(getToken()).toBe('fresh token')
})

test('while it takes, the page says so', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answerBy({ [EXCHANGE]: () => promise })
  toSignIn()
  keepAnswer('?code=abc&state=xyz')
  const at = await open()
  expect(screen.getByRole('status').textContent).toContain('One moment')
  resolve(signedIn())
  await waitFor(() => expect(at()).not.toContain('/login'))
})

test.for([
  [400, 'bad_request', 'This sign-in has expired, was already used, or was started in another tab. Start again.'],
  [
    409,
    'conflict',
    'This Discord account is not linked to an account here. Sign in with your password and link it in your account settings.',
  ],
  [503, 'unavailable', 'Discord does not answer. Sign in with your password.'],
] as const)('a refusal (%s) is shown in words, and the way to the password keeps where one wanted to go', async ([status, code, words]) => {
  answerBy({ [EXCHANGE]: () => refusal(status, code, words) })
  toSignIn()
  keepAnswer('?code=abc&state=xyz')
  const at = await open()
  expect(await message()).toContain(words)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'You are not signed in' }))
  expect(screen.getByRole('button', { name: 'Continue with Discord' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with your password' }))
  await waitFor(() => expect(at()).toBe('/login?redirect=%2Flivemap%3FserverId%3D1'))
  expect(getToken()).toBeNull()
})

test('a code that comes back to another tab is not sent anywhere', async () => {
  const sent = answerBy({ [EXCHANGE]: signedIn })
  keepAnswer('?code=abc&state=xyz')
  await open()
  expect(await message()).toContain('another tab or browser')
  expect(sent).toEqual([])
})

test('cancelling at Discord is told, with a way back', async () => {
  const sent = answerBy({})
  toSignIn()
  keepAnswer('?error=access_denied&state=xyz')
  await open()
  expect(await message()).toContain('You cancelled at Discord')
  expect(sent).toEqual([])
})

test('without an answer from Discord there is nothing to finish', async () => {
  answerBy({})
  const at = await open()
  expect(await message()).toContain('There is no sign-in to finish here')
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with your password' }))
  await waitFor(() => expect(at()).toBe('/login'))
})

test('linking ends in the settings, with the name of the account', async () => {
  const sent = answerBy({ [FINISH]: linked })
  setToken('a token')
  toLink()
  keepAnswer('?code=abc&state=xyz')
  const at = await open()
  await waitFor(() => expect(at()).toBe('/user/settings'))
  expect(sent).toMatchObject([{ path: '/api/discord/link/finish', body: { code: 'abc', state: 'xyz', tabSecret: 'of this tab' } }])
  expect(notify.success).toHaveBeenCalledWith('Your Discord account rosa is linked')
})

test('an account that is another member’s is refused in words, with a way back to the settings', async () => {
  answerBy({ [FINISH]: () => refusal(409, 'conflict', 'This Discord account is linked to another member.') })
  setToken('a token')
  toLink()
  keepAnswer('?code=abc&state=xyz')
  const at = await open()
  expect(await message()).toContain('linked to another member')
  fireEvent.click(screen.getByRole('button', { name: 'Back to account settings' }))
  await waitFor(() => expect(at()).toBe('/user/settings'))
})

test('a member who was signed out is told so before anything is sent', async () => {
  const sent = answerBy({ [FINISH]: linked })
  toLink()
  keepAnswer('?code=abc&state=xyz')
  await open()
  expect(await message()).toContain('You were signed out')
  expect(sent).toEqual([])
})
