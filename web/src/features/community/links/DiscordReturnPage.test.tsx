// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../../app/testing/build-user.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { getToken, setToken } from '../../../platform/session/token.ts'
import { keepAnswer } from './discord-answer.ts'
import { keepErrand, takeErrand } from './discord-errand.ts'
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

describe('someone new', () => {
  const JOIN = 'POST /api/auth/discord/join'
  const toJoin = () => keepErrand({ purpose: 'join', tabSecret: 'of this tab', returnTo: '/user/home' })
  const comeBack = async (status: number, code: string, words: string) => {
    const sent = answerBy({ [JOIN]: () => refusal(status, code, words) }, true, true)
    toJoin()
    keepAnswer('?code=abc&state=xyz')
    return { sent, at: await open() }
  }
  const joinButton = () => screen.queryByRole('button', { name: 'Join Our Town' })

  test('a newcomer who signs in is told what Discord shares, and leaves for Discord once more to join', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined)
    const sent = answerBy(
      {
        [EXCHANGE]: () => refusal(409, 'conflict', 'This Discord account is not linked to an account here yet.'),
        'POST /api/auth/discord/start': () => Response.json({ url: 'https://discord.example/', tabSecret: 'another' }),
      },
      true,
      true,
    )
    toSignIn()
    keepAnswer('?code=abc&state=xyz')
    await open()
    const heading = await screen.findByRole('heading', { name: 'You have no account here yet' })
    expect(document.activeElement).toBe(heading)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText(/Discord then also tells Our Town your email address/)).toBeTruthy()
    fireEvent.click(joinButton()!)
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://discord.example/'))
    expect(sent.at(-1)?.body).toEqual({ origin: window.location.origin, purpose: 'join' })
    expect(takeErrand()).toEqual({ purpose: 'join', tabSecret: 'another', returnTo: '/livemap?serverId=1' })
  })

  test('a newcomer who joined is signed in, welcomed, and sees the page they wanted', async () => {
    const sent = answerBy({ [JOIN]: signedIn }, true, true)
    toJoin()
    keepAnswer('?code=abc&state=xyz')
    const at = await open()
    await waitFor(() => expect(at()).toBe('/user/home'))
    expect(sent).toMatchObject([{ path: '/api/auth/discord/join', body: { code: 'abc', state: 'xyz', tabSecret: 'of this tab' } }])
    expect(getToken()).toBe('fresh token')
    expect(notify.success).toHaveBeenCalledWith('Welcome to Our Town')
  })

  test.for([
    [403, 'forbidden', 'You are not on the Discord server of Our Town. Join it there first, then try again.'],
    [403, 'forbidden', 'You have not finished the membership screening of San Andreas in Discord. Finish it there first, then try again.'],
    [403, 'forbidden', 'Discord has not verified your email address. Verify it in Discord, then try again.'],
    [503, 'unavailable', 'Discord does not answer. Try again in a few minutes.'],
    [429, 'too_many_attempts', 'Many people have joined with Discord in the last hour. Try again later.'],
  ] as const)('a refusal (%s %s: %s) is shown in words, and someone can try again', async ([status, code, words]) => {
    await comeBack(status, code, words)
    expect(await message()).toContain(words)
    expect(screen.getByRole('heading', { name: 'You have not joined' })).toBe(document.activeElement)
    expect(joinButton()).toBeTruthy()
    expect(getToken()).toBeNull()
  })

  test('a member whose address has an account signs in by password, and lands where they link their Discord', async () => {
    const words = 'There is an account with your email address already. Sign in to it, then link your Discord in your account settings.'
    const { at } = await comeBack(409, 'conflict', words)
    expect(await message()).toContain(words)
    expect(screen.getByRole('heading', { name: 'You already have an account here' })).toBeTruthy()
    expect(joinButton()).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Sign in with your password' }))
    await waitFor(() => expect(at()).toBe('/login?redirect=%2Fuser%2Fsettings'))
  })

  test.for([
    [401, 'credentials_invalid', 'You are not signed in'],
    [404, 'feature_off', 'You have not joined'],
  ] as const)('a refusal that no other try would change (%s %s) offers none', async ([status, code, title]) => {
    await comeBack(status, code, 'No')
    await message()
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
    expect(joinButton()).toBeNull()
  })
})

test('confirming with Discord ends in the settings, or says that it was another account', async () => {
  const CONFIRM = 'POST /api/discord/confirm/finish'
  const confirmed = () => Response.json({ confirmedUntil: '2026-01-01T00:10:00.000Z' })
  const comeBack = async (answer: () => Response) => {
    const sent = answerBy({ [CONFIRM]: answer })
    setToken('a token')
    keepErrand({ purpose: 'confirm', tabSecret: 'of this tab', returnTo: '/user/settings' })
    keepAnswer('?code=abc&state=xyz')
    return { sent, at: await open() }
  }
  const { sent, at } = await comeBack(confirmed)
  await waitFor(() => expect(at()).toBe('/user/settings'))
  expect(sent).toMatchObject([{ path: '/api/discord/confirm/finish', body: { code: 'abc', state: 'xyz', tabSecret: 'of this tab' } }])
  tearDown()
  const again = await comeBack(() => refusal(409, 'conflict', 'This is another Discord account than rosa'))
  expect(await message()).toContain('another Discord account than rosa')
  fireEvent.click(screen.getByRole('button', { name: 'Back to account settings' }))
  await waitFor(() => expect(again.at()).toBe('/user/settings'))
})
