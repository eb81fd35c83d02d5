import { expectPageAccessible } from './support/accessible.ts'
import { createSession } from './support/api.ts'
import { signIn } from './support/session.ts'
import { expect, test } from './support/test.ts'

const REFUSED = 'The email address and/or password you provided did not match our records'

test('empty fields are not sent; wrong credentials are refused in the words of the specification, and the form keeps the address', async ({
  page,
  portal,
  problems,
}) => {
  problems.allow(/401/)
  let sent = 0
  page.on('request', (request) => request.url().endsWith('/api/auth/login') && (sent += 1))
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email address')).toBeFocused()
  expect(sent).toBe(0)
  await page.getByLabel('Email address').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByText(REFUSED)).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveValue('nobody@example.com')
  await expect(page).toHaveURL(`${portal.url}/login`)
  await expectPageAccessible(page)
})

test('the redirect and the other query parameters are carried through the sign-in', async ({ page, portal }) => {
  await signIn(page, portal.root, { path: '/login?redirect=%2Fuser%2Fsettings&tab=two&token=secret' })
  await expect(page).toHaveURL(`${portal.url}/user/settings?tab=two`)
})

test('a member who is signed in is sent on from the login page', async ({ page, portal, as }) => {
  await as(portal.root)
  await page.goto('/login?returnUrl=%2Fuser%2Fsettings&a=1')
  await expect(page).toHaveURL(`${portal.url}/user/settings?a=1`)
})

test('a stored token that no longer counts is forgotten and the login page shown', async ({ page, problems }) => {
  problems.allow(/401/)
  await page.goto('/portal-config.json')
  await page.evaluate(() => localStorage.setItem('token', 'no-such-token'))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test(
  'a check of the stored session that fails is retried twice before the session is given up',
  { tag: '@full' },
  async ({ page, portal, as, problems }) => {
    problems.allow(/500|Failed to load/)
    await as(portal.root)
    let tries = 0
    await page.route('**/api/auth/me', (route) => {
      tries += 1
      return route.fulfill({ status: 500, body: 'broken' })
    })
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 })
    expect(tries).toBe(3)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  },
)

test('a check that succeeds on the second try lets the person in', { tag: '@full' }, async ({ page, portal, as, problems }) => {
  problems.allow(/500|Failed to load/)
  await as(portal.root)
  let tries = 0
  await page.route('**/api/auth/me', (route) => {
    tries += 1
    return tries === 1 ? route.fulfill({ status: 500, body: 'broken' }) : route.continue()
  })
  await page.goto('/login')
  await expect(page).toHaveURL(`${portal.url}/user/home`, { timeout: 60_000 })
})

test('logging out clears the session here and in the tab beside, and the back button does not bring it back', async ({
  page,
  portal,
  as,
  context,
  problems,
}) => {
  // The page that is left may ask once more for what the sign-out has just cleared.
  problems.allow(/401/)
  await as(portal.root)
  await page.goto('/user/home')
  await page.goto('/user/patrol')
  const beside = await context.newPage()
  await beside.goto(`${portal.url}/user/settings`)
  await expect(beside.getByRole('main')).toBeVisible()
  // A call that is still under way would be answered 401.
  for (const each of [page, beside]) await each.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(beside).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

test('a token by window message signs in, once, and only from an allowed origin', async ({ page, portal }) => {
  const token = await createSession(portal, portal.root)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.evaluate((sent) => {
    window.dispatchEvent(new MessageEvent('message', { origin: 'https://evil.example', data: { type: 'token', token: sent } }))
  }, token)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.evaluate((sent) => {
    window.dispatchEvent(new MessageEvent('message', { origin: 'https://cfx-nui-tenfour', data: { type: 'token', token: sent } }))
  }, token)
  await expect(page).toHaveURL(`${portal.url}/user/home`)
  // Messages come in order: when the second has come, the first has been dealt with.
  await page.evaluate(async () => {
    const second = new Promise((resolve) => window.addEventListener('message', ({ data }) => data === 'second' && resolve(undefined)))
    window.postMessage({ type: 'token', token: 'another' }, window.location.origin)
    window.postMessage('second', window.location.origin)
    await second
  })
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)
})
