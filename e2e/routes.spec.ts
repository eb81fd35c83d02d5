import type { Page } from '@playwright/test'
import { expectAccessible, expectPageAccessible } from './support/accessible.ts'
import { apiOf, createSession } from './support/api.ts'
import type { Account, NewUser, Portal } from './support/portal.ts'
import { expect, test } from './support/test.ts'

const PEOPLE = {
  member: { departments: ['LSPD:Chief'] },
  civilian: { departments: ['CIV'] },
  keeper: { permissions: ['MANAGE_MEMBERS'] },
  outsider: {},
  legal: { roles: ['Legal Services'] },
  staff: { roles: ['Staff'] },
  admin: { roles: ['Admin'] },
} as const satisfies Record<string, NewUser>
type Who = keyof typeof PEOPLE

/** `more` is visited with `--full` alone. */
type Walk = { readonly sees: readonly string[]; readonly more?: readonly string[]; readonly isSentHomeFrom: string }

/**
 * Pages of the specification's route table, each visited by someone with access, and one that redirects them home.
 * Access for all routes and roles is tested in web/src/app/routes.test.tsx.
 */
const WALKS: Record<Who, Walk> = {
  member: {
    sees: ['/user/home', '/user/patrol', '/user/settings', '/user/department', '/cad', '/cad/desktop', '/livemap'],
    more: [
      '/user/reports',
      '/user/warrants',
      '/user/notices',
      '/user/tickets',
      '/user/grants',
      '/user/conduct',
      '/user/approvals',
      '/user/lookups',
      '/user/patrols',
      '/user/leave-requests',
    ],
    isSentHomeFrom: '/warrants',
  },
  civilian: { sees: ['/user/characters'], isSentHomeFrom: '/warrants' },
  keeper: { sees: ['/user/former-members'], isSentHomeFrom: '/admin' },
  outsider: { sees: ['/user/home'], isSentHomeFrom: '/cad/desktop' },
  legal: { sees: ['/warrants'], isSentHomeFrom: '/admin' },
  staff: {
    sees: ['/staff/members', '/staff/former-members', '/staff/patrol-viewer', '/discord/list'],
    more: ['/staff/announcements', '/staff/leave-requests', '/staff/patrol-viewer/review'],
    isSentHomeFrom: '/servers/list',
  },
  admin: {
    sees: [
      // With the checklist of a new portal.
      '/user/home',
      '/admin',
      '/admin/health',
      '/admin/add-user',
      '/admin/add-users',
      '/admin/invitations',
      '/admin/registrations',
      '/admin/users',
      '/admin/departments',
      '/admin/roles',
      '/admin/audit',
      '/admin/settings',
      '/servers/list',
      '/servers/events',
    ],
    more: [
      '/admin/cad-values',
      '/admin/mail',
      '/admin/steam',
      '/admin/offences',
      '/admin/fields',
      '/admin/records',
      '/admin/warrants',
      '/admin/patrols',
      '/admin/imports',
      '/staff/lookups',
      '/discord/mappings',
      '/discord/entitlements',
      '/discord/sync',
      '/discord/tickets',
      '/discord/votes',
      '/discord/grants',
      '/discord/conduct',
      '/discord/joining',
      '/discord/posts',
      '/discord/logs',
      '/discord/connection',
    ],
    isSentHomeFrom: '/livemap',
  },
}

const people = new Map<string, Promise<Account>>()
const person = (portal: Portal, who: Who): Promise<Account> => {
  const key = `${portal.url} ${who}`
  const account = people.get(key) ?? portal.createUser({ ...PEOPLE[who], name: `The ${who}` })
  people.set(key, account)
  return account
}

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** On a phone a page scrolls one way. */
async function expectFitOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `width of ${page.url()}`)
    .toBeLessThanOrEqual(PHONE.width)
}

/** The page as it opens on a desk; with `--full` on a phone too, in both themes, and with the menus and forms of these parts open. */
async function expectAccessibleEverywhere(page: Page, parts: string): Promise<void> {
  await page.setViewportSize(DESK)
  await expectPageAccessible(page)
  await expectFitOnPhone(page)
  if (process.env.TEST_FULL !== '1') return
  for (const theme of ['light', 'dark'] as const) {
    await page.setViewportSize(DESK)
    await page.emulateMedia({ colorScheme: theme })
    // The CAD and the live map have a theme of their own.
    const toggle = page.getByRole('button', { name: `Use the ${theme} theme` })
    if (await toggle.isVisible()) await toggle.click()
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      await expectAccessible(page)
      await expectMenusAccessible(page, parts)
      await expectFormsAccessible(page)
    }
  }
  await page.emulateMedia({ colorScheme: null })
}

const MENUS = ':is([aria-haspopup], [aria-controls="main-menu"]):visible:enabled'

async function expectMenusAccessible(page: Page, parts: string): Promise<void> {
  for (const button of await page.locator(`:is(${parts}) ${MENUS}`).all()) {
    await button.click()
    const isOpen = (await button.getAttribute('aria-expanded')) === 'true'
    if (isOpen) await expectPopupAccessible(page, await button.getAttribute('aria-controls'))
    await page.keyboard.press('Escape')
    if (isOpen) await expect(button).toHaveAttribute('aria-expanded', 'false')
  }
}

/** The page behind a popup was checked before, and axe takes what a popup covers for too small. */
async function expectPopupAccessible(page: Page, id: string | null): Promise<void> {
  const popup = `[id="${id}"]`
  await expectAccessible(page, id !== null && (await page.locator(popup).isVisible()) ? { within: popup } : {})
}

const FORMS = /^(New|Add|Edit|Change|Rename|Write|Request|Invite)\b/

async function expectFormsAccessible(page: Page): Promise<void> {
  const { pathname } = new URL(page.url())
  for (const button of await page.getByRole('main').getByRole('button', { name: FORMS, disabled: false }).all()) {
    await button.click()
    const form = page.getByRole('dialog')
    if (await form.isVisible()) {
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
    }
    if (new URL(page.url()).pathname !== pathname) await page.goto(pathname)
  }
}

test('nobody sees an area without signing in, and is brought back to it', async ({ page, portal }) => {
  await page.goto('/staff/members?tab=two')
  await expect(page).toHaveURL(new RegExp('/login\\?'))
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/staff/members?tab=two')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(portal.url).toBe(new URL(page.url()).origin)
})

for (const [who, { sees: always, more = [], isSentHomeFrom }] of Object.entries(WALKS) as [Who, Walk][]) {
  const sees = process.env.TEST_FULL === '1' ? [...always, ...more] : always
  test(`the ${who} sees their areas, each accessible, and is sent home from another`, async ({ page, portal, as }) => {
    test.setTimeout(30_000 * sees.length + 240_000)
    await as(await person(portal, who))
    for (const [index, path] of sees.entries()) {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page, `${who} at ${path}`).toHaveURL(new RegExp(`${path}(/|$)`))
      // The header of every page has the same menus.
      await expectAccessibleEverywhere(page, index === 0 ? 'header, main' : 'main')
    }
    await page.goto(isSentHomeFrom)
    if (isSentHomeFrom.startsWith('/cad') || isSentHomeFrom === '/livemap') {
      const alert = page.getByRole('alertdialog')
      await expect(alert).toContainText('You have no departments - contact your chain of command for assistance')
      await alert.getByRole('button').click()
    } else await expect(page.getByRole('alert')).toContainText(/^You can’t open .+: it needs the .+ role\b/)
    await expect(page, `${who} at ${isSentHomeFrom}`).toHaveURL(/\/user\/home$/)
    await expect(page.getByRole('main')).toBeVisible()
  })
}

test('any other path leads to the page-not-found screen and from there home', async ({ page, portal, as }) => {
  await as(portal.root)
  await page.goto('/nothing/here')
  await expect(page).toHaveURL(`${portal.url}/404`)
  await expect(page.getByText('404 - Page Not Found')).toBeVisible()
  await expectPageAccessible(page)
  await page.getByRole('link', { name: 'Click here to take me back home' }).click()
  await expect(page).toHaveURL(`${portal.url}/user/home`)
})

test('the pages of links are accessible, with a code and without', { tag: '@full' }, async ({ page, portal, problems }) => {
  // Nobody can apply for an account here.
  problems.allow(/404.*\/api\/registration/)
  test.setTimeout(600_000)
  const api = apiOf(portal, await createSession(portal, portal.root))
  const member = apiOf(portal, await createSession(portal, await portal.createUser()))
  const { userId } = await member<{ userId: number }>('GET', '/api/auth/me')
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const invitation = await api<{ code: string }>('POST', '/api/invitations', { expiresAt })
  const reset = await api<{ code: string }>('POST', `/api/user/password-links/${userId}`, {})
  for (const path of [
    '/login',
    '/login/join',
    `/login/join#${invitation.code}`,
    '/login/reset',
    `/login/reset#${reset.code}`,
    '/login/forgot',
    '/login/register',
    '/login/address',
    `/login/address#${reset.code}`,
  ]) {
    await page.goto(path)
    await expectAccessibleEverywhere(page, 'main')
  }
})
