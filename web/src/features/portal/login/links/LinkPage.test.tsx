// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { HEADERS, type CurrentUser, type InvitationOffer, type LookedAtPasswordLink } from '@tenfour/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../../../app/testing/build-user.ts'
import { useLandingNotice } from '../../../../platform/alert/alert.tsx'
import { portalConfig, setPortalConfig } from '../../../../platform/config/config.ts'
import { exportLogText } from '../../../../platform/log/log.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { clearToken, getToken, setToken } from '../../../../platform/session/token.ts'
import { ThemeProvider } from '../../../../ui/ThemeProvider.tsx'
import { ForgotPage } from '../ForgotPage.tsx'
import { LinkPage } from './LinkPage.tsx'

const CODE = '7F3K-9MQT-HX3R-WZ2P-4DNC-8VJB-QX2M'
const VERA = buildUser({ userId: 7, name: 'Vera Oakes' })
const OFFER: InvitationOffer = {
  communityName: 'San Andreas Division',
  madeBy: 'Rosa Delgado',
  department: { departmentId: 2, name: 'LSPD', fullName: 'Los Santos Police' },
  rank: { rankId: 9, rankName: 'Cadet' },
  whitelists: [],
  placesLeft: 19,
  expiresAt: '2026-11-25T20:00:00.000Z',
  steamHex: { isRequired: false, for: ['prod'] },
  conduct: { number: 3, text: 'Be kind.' },
  member: null,
}
const LINK: LookedAtPasswordLink = {
  purpose: 'reset',
  name: 'Vera Oakes',
  emailAddress: 'vera@example.org',
  expiresAt: '2026-11-25T20:00:00.000Z',
  steamId: null,
  conduct: null,
}

type Sent = { readonly path: string; readonly body: Record<string, unknown>; readonly isSignedIn: boolean }
let sent: Sent[]
let answers: Record<string, (request: Sent) => Response>

const refuse = (status: number, code: string, message: string, field?: string) => () =>
  Response.json({ code, message, requestId: 'r', ...(field && { field }) }, { status })
const signIn = (user: CurrentUser) => () => Response.json(user, { headers: { [HEADERS.token]: 'fresh' } })
const bodyOf = (path: string) => sent.findLast((each) => each.path === path)?.body

beforeEach(() => {
  sent = []
  answers = {}
  setPortalConfig({
    apiKey: 'key',
    communityName: 'San Andreas Division',
    version: '1',
    build: '',
    providerUrl: '',
    frameOrigins: [],
    switchedOff: [],
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const request = {
      path,
      body: JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Sent['body'],
      isSignedIn: headers.has('authorization'),
    }
    sent.push(request)
    const answer = answers[path]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer(request)
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  clearToken()
  vi.unstubAllGlobals()
})

const Home = () => <main>Home. {useLandingNotice()}</main>

async function open(address: string) {
  const root = createRootRoute()
  const route = (path: string, component: () => React.ReactNode) => createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    routeTree: root.addChildren([
      route('/login/join', LinkPage),
      route('/login/reset', LinkPage),
      route('/login/forgot', ForgotPage),
      route('/user/home', Home),
      route('/login', () => <main>Sign-in page</main>),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  render(
    <ThemeProvider portalTheme="cad-light-theme">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return router
}
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

const fillJoin = async () => {
  await screen.findByRole('button', { name: /^Join/ })
  type('Your name', 'Vera Oakes')
  type('Email address', 'vera@example.org')
  type('Password', 'correct horse battery')
  type('Steam hex', '11000010a1b2c3d')
  fireEvent.click(screen.getByRole('checkbox', { name: /accept/ }))
}

test('someone new sees what they join as, joins, and is at home, signed in and welcomed', async () => {
  answers = { '/api/invitations/look': () => Response.json(OFFER), '/api/invitations/join': signIn(VERA) }
  const router = await open(`/login/join#${CODE}`)
  expect(await screen.findByText('Los Santos Police')).toBeTruthy()
  for (const words of ['San Andreas Division', 'Rosa Delgado invites you', 'Cadet', '19 people', 'Be kind.']) {
    expect(screen.getByText(words)).toBeTruthy()
  }
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  await fillJoin()
  press('Join San Andreas Division')
  expect(await screen.findByText(/Home\. Welcome to San Andreas Division, Vera/)).toBeTruthy()
  expect(bodyOf('/api/invitations/join')).toMatchObject({
    code: CODE,
    name: 'Vera Oakes',
    emailAddress: 'vera@example.org',
    password: 'correct horse battery',
    steamId: '11000010a1b2c3d',
    conduct: 3,
  })
  expect(getToken()).toBe('fresh')
  expect(router.state.location.href).toBe('/user/home')
})

test('the code is sent in bodies alone, and neither storage nor the log has it', async () => {
  answers = { '/api/invitations/look': () => Response.json(OFFER), '/api/invitations/join': refuse(500, 'internal', 'Broken') }
  await open(`/login/join#${CODE}`)
  await fillJoin()
  press('Join San Andreas Division')
  await screen.findByText(/Request/)
  expect(sent.map(({ path }) => path).join()).not.toContain('7F3K')
  expect(sent.every(({ body }) => body['code'] === CODE)).toBe(true)
  for (const storage of [localStorage, sessionStorage]) expect(JSON.stringify(storage)).not.toContain('7F3K')
  expect(await exportLogText()).not.toContain('7F3K')
})

test('nothing is sent while fields are missing: each says what is missing, and the first has the focus', async () => {
  answers = { '/api/invitations/look': () => Response.json({ ...OFFER, steamHex: { isRequired: true, for: ['prod'] } }) }
  await open(`/login/join#${CODE}`)
  await screen.findByRole('button', { name: /^Join/ })
  press('Join San Andreas Division')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your name')))
  for (const words of [
    'Enter a name',
    'Enter an email address',
    'A password has at least 10 characters',
    'This invitation needs your Steam hex',
    'Read and accept the code of conduct to go on',
  ]) {
    expect(screen.getByText(words)).toBeTruthy()
  }
  expect(bodyOf('/api/invitations/join')).toBeUndefined()
})

test('an address that is taken is named at its field, and what is typed stays', async () => {
  answers = {
    '/api/invitations/look': () => Response.json(OFFER),
    '/api/invitations/join': refuse(409, 'conflict', 'This email address is already in use', 'emailAddress'),
  }
  await open(`/login/join#${CODE}`)
  await fillJoin()
  press('Join San Andreas Division')
  expect(await screen.findByText('This email address is already in use')).toBeTruthy()
  const field = screen.getByLabelText<HTMLInputElement>('Email address')
  expect(field.value).toBe('vera@example.org')
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('a code of conduct that has changed meanwhile is shown, to be accepted again', async () => {
  let text = 'Be kind.'
  answers = {
    '/api/invitations/look': () => Response.json({ ...OFFER, conduct: { number: 4, text } }),
    '/api/invitations/join': refuse(409, 'conflict', 'There is a newer code of conduct: read that one first', 'conduct'),
  }
  await open(`/login/join#${CODE}`)
  await fillJoin()
  text = 'Be kind, and on time.'
  press('Join San Andreas Division')
  expect(await screen.findByText('Be kind, and on time.')).toBeTruthy()
  expect(await screen.findByText('There is a newer code of conduct: read that one first')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /accept/ }).checked).toBe(false)
})

test('an invitation that ends while its form is open says so, without a form that leads nowhere', async () => {
  answers = { '/api/invitations/look': () => Response.json(OFFER), '/api/invitations/join': refuse(404, 'not_found', 'Not valid', 'code') }
  await open(`/login/join#${CODE}`)
  await fillJoin()
  press('Join San Andreas Division')
  expect(await screen.findByRole('heading', { name: 'This invitation does not work' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test.each([
  { status: 404, title: 'This invitation does not work', next: 'Open' },
  { status: 400, title: 'This invitation does not work', next: 'Open' },
  { status: 409, title: 'This invitation is paused', next: 'Try again' },
  { status: 429, title: 'Too many tries', next: 'Try again' },
])('a code that is answered $status: $title, and what can be done', async ({ status, title, next }) => {
  answers = { '/api/invitations/look': refuse(status, 'conflict', 'Try again in 40 s', 'code') }
  await open(`/login/join#${CODE}`)
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByRole('button', { name: next })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
})

test('while the portal is away the invitation is not lost: trying again opens it', async () => {
  await open(`/login/join#${CODE}`)
  expect(await screen.findByRole('heading', { name: 'The portal did not answer' }, { timeout: 5000 })).toBeTruthy()
  answers = { '/api/invitations/look': () => Response.json(OFFER) }
  press('Try again')
  expect(await screen.findByText('Los Santos Police')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('an address without a code asks for it, and opens it', async () => {
  answers = { '/api/invitations/look': () => Response.json(OFFER) }
  const router = await open('/login/join')
  expect(screen.getByText('This address has no code')).toBeTruthy()
  press('Open')
  expect(await screen.findByText('Open the link that you were given, or enter its code')).toBeTruthy()
  type('Code', ` ${CODE} `)
  press('Open')
  expect(await screen.findByText('Los Santos Police')).toBeTruthy()
  expect(router.state.location.href).toBe(`/login/join#${CODE}`)
})

test('a member is offered the invitation as themselves, with what they gain', async () => {
  setToken('a token')
  answers = {
    '/api/invitations/look': ({ isSignedIn }) =>
      Response.json({
        ...OFFER,
        member: isSignedIn ? { userId: 7, name: 'Vera Oakes', gains: ['The rank Cadet in Los Santos Police'], refusal: null } : null,
      }),
    '/api/invitations/accept': () => Response.json(VERA),
  }
  await open(`/login/join#${CODE}`)
  expect(await screen.findByText('The rank Cadet in Los Santos Police')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Not now' }).getAttribute('href')).toBe('/user/home')
  press('Join as you, Vera Oakes')
  expect(await screen.findByText(/Home\. You accepted the invitation of Rosa Delgado/)).toBeTruthy()
  expect(bodyOf('/api/invitations/accept')).toEqual({ code: CODE })
})

test('a member whom the invitation is not for is told why; after signing out the form of someone new is there', async () => {
  setToken('a token')
  answers = {
    '/api/auth/logout': () => Response.json({}),
    '/api/invitations/look': ({ isSignedIn }) =>
      Response.json({
        ...OFFER,
        member: isSignedIn ? { userId: 7, name: 'Vera Oakes', gains: [], refusal: 'You are a member of Los Santos Police already' } : null,
      }),
  }
  await open(`/login/join#${CODE}`)
  expect(await screen.findByText('You are a member of Los Santos Police already')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Join as you/ })).toBeNull()
  press('Sign out')
  expect(await screen.findByLabelText('Your name')).toBeTruthy()
})

test('a member who is not signed in signs in on the page, and is offered the invitation', async () => {
  answers = {
    '/api/auth/login': signIn(VERA),
    '/api/invitations/look': ({ isSignedIn }) =>
      Response.json({
        ...OFFER,
        member: isSignedIn ? { userId: 7, name: 'Vera Oakes', gains: ['Los Santos Police'], refusal: null } : null,
      }),
  }
  await open(`/login/join#${CODE}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in to accept' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Email address'))
  type('Email address', 'vera@example.org')
  type('Password', 'correct horse battery')
  press('Sign in')
  expect(await screen.findByRole('button', { name: 'Join as you, Vera Oakes' })).toBeTruthy()
})

test('a refusal by the portal is said in its own words', async () => {
  setToken('a token')
  answers = {
    '/api/invitations/look': () =>
      Response.json({ ...OFFER, member: { userId: 7, name: 'Vera Oakes', gains: ['Los Santos Police'], refusal: null } }),
    '/api/invitations/accept': refuse(403, 'forbidden', 'Your rank is above this one already'),
  }
  await open(`/login/join#${CODE}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Join as you, Vera Oakes' }))
  expect(await screen.findByText(/Your rank is above this one already/)).toBeTruthy()
})

test('a lost password is set again: the page names the member and the end of the link, and signs in', async () => {
  answers = { '/api/auth/password-link': () => Response.json(LINK), '/api/auth/password-link/use': signIn(VERA) }
  await open(`/login/reset#${CODE}`)
  expect(await screen.findByText(/For Vera Oakes, vera@example.org\. The link works once, until /)).toBeTruthy()
  expect(screen.queryByLabelText('Steam hex')).toBeNull()
  type('New password', 'short')
  press('Set password and sign in')
  expect(await screen.findByText('A password has at least 10 characters')).toBeTruthy()
  type('New password', 'correct horse battery')
  press('Set password and sign in')
  expect(await screen.findByText(/Home\. Your password is set/)).toBeTruthy()
  expect(bodyOf('/api/auth/password-link/use')).toMatchObject({ code: CODE, password: 'correct horse battery' })
  expect(bodyOf('/api/auth/password-link/use')).not.toHaveProperty('steamId')
})

test('the first password of a new account comes with Steam hex and code of conduct', async () => {
  answers = {
    '/api/auth/password-link': () =>
      Response.json({ ...LINK, purpose: 'welcome', steamId: '11000010a1b2c3d', conduct: { number: 3, text: 'Be kind.' } }),
    '/api/auth/password-link/use': signIn(VERA),
  }
  await open(`/login/reset#${CODE}`)
  expect(await screen.findByRole('heading', { name: 'Welcome, Vera' })).toBeTruthy()
  type('Your password', 'correct horse battery')
  press('Set password and sign in')
  expect(await screen.findByText('Read and accept the code of conduct to go on')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: /accept/ }))
  press('Set password and sign in')
  expect(await screen.findByText(/Home\. Welcome to San Andreas Division, Vera/)).toBeTruthy()
  expect(bodyOf('/api/auth/password-link/use')).toMatchObject({ steamId: '11000010a1b2c3d', conduct: 3 })
})

test('a link for a password that is over says whom to ask', async () => {
  answers = { '/api/auth/password-link': refuse(400, 'invalid_input', 'This link no longer works', 'code') }
  await open(`/login/reset#${CODE}`)
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy()
  expect(screen.getByText('The staff of your community can give you a new link.')).toBeTruthy()
})

describe('where the portal sends mails', () => {
  beforeEach(() => setPortalConfig({ ...portalConfig(), hasMail: true }))

  test('a link for a password that is over leads to a new one by mail, whose page tells nobody whether there is an account', async () => {
    answers = {
      '/api/auth/password-link': refuse(400, 'invalid_input', 'This link no longer works', 'code'),
      '/api/auth/forgot-password': () => Response.json({}),
    }
    await open(`/login/reset#${CODE}`)
    fireEvent.click(await screen.findByRole('link', { name: 'Get a new link by mail' }))
    await screen.findByRole('heading', { name: 'Forgot your password?' })
    expect(document.activeElement).toBe(screen.getByLabelText('Email address'))
    type('Email address', 'vera')
    press('Send link')
    expect(await screen.findByText('This is not an email address')).toBeTruthy()
    type('Email address', ' vera@example.org ')
    press('Send link')
    const heading = await screen.findByRole('heading', { name: 'Check your mail' })
    expect(document.activeElement).toBe(heading)
    expect(screen.getByText(/^If an account has the address/).textContent).toContain('vera@example.org')
    expect(bodyOf('/api/auth/forgot-password')).toEqual({ emailAddress: 'vera@example.org' })
  })

  test('the address that was typed stays when the portal takes no more requests', async () => {
    answers = { '/api/auth/forgot-password': refuse(429, 'too_many_attempts', 'Wait 12 minutes') }
    await open('/login/forgot')
    await screen.findByRole('button', { name: 'Send link' })
    type('Email address', 'vera@example.org')
    press('Send link')
    expect(await screen.findByText(/Wait 12 minutes/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('vera@example.org')
  })
})

test('a portal without mail says on that page whom to ask', async () => {
  await open('/login/forgot')
  expect(await screen.findByText(/^This portal sends no mails\. Ask your community’s staff/)).toBeTruthy()
  expect(screen.queryByLabelText('Email address')).toBeNull()
})
