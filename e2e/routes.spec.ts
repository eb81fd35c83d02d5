import type { Page } from '@playwright/test'
import { expectAccessible, expectPageAccessible } from './support/accessible.ts'
import type { Account, NewUser, Portal } from './support/portal.ts'
import { expect, test } from './support/test.ts'

const PEOPLE = {
  member: { departments: ['LSPD'] },
  outsider: {},
  legal: { roles: ['Legal Services'] },
  staff: { roles: ['Staff'] },
  admin: { roles: ['Admin'] },
} as const satisfies Record<string, NewUser>
type Who = keyof typeof PEOPLE

/**
 * Pages of the specification's route table, each visited by someone with access, and one that redirects them home.
 * Access for all routes and roles is tested in web/src/app/routes.test.tsx.
 */
const WALKS: Record<Who, { readonly sees: readonly string[]; readonly isSentHomeFrom: string }> = {
  member: {
    sees: ['/user/home', '/user/patrol', '/user/settings', '/cad', '/cad/desktop', '/livemap'],
    isSentHomeFrom: '/warrants',
  },
  outsider: { sees: ['/user/home'], isSentHomeFrom: '/cad/desktop' },
  legal: { sees: ['/warrants'], isSentHomeFrom: '/admin' },
  staff: { sees: ['/staff/members', '/staff/patrol-viewer', '/discord/list'], isSentHomeFrom: '/servers/list' },
  admin: {
    sees: [
      '/admin',
      '/admin/add-user',
      '/admin/users',
      '/admin/departments',
      '/admin/roles',
      '/admin/audit',
      '/admin/settings',
      '/servers/list',
      '/servers/events',
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

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

/** On a phone a page scrolls one way. With `--full` it is looked at there in the dark, with each menu of it open. */
async function expectFitOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `width of ${page.url()}`)
    .toBeLessThanOrEqual(PHONE.width)
  if (process.env.TEST_FULL === '1') {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    for (const button of await page.locator(':is(header, main) [aria-haspopup]:visible:enabled').all()) {
      await button.click()
      if ((await button.getAttribute('aria-expanded')) !== 'true') continue
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(button).toHaveAttribute('aria-expanded', 'false')
    }
    await page.emulateMedia({ colorScheme: null })
  }
  await page.setViewportSize(DESK)
}

test('nobody sees an area without signing in, and is brought back to it', async ({ page, portal }) => {
  await page.goto('/staff/members?tab=two')
  await expect(page).toHaveURL(new RegExp('/login\\?'))
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/staff/members?tab=two')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(portal.url).toBe(new URL(page.url()).origin)
})

for (const [who, { sees, isSentHomeFrom }] of Object.entries(WALKS) as [Who, (typeof WALKS)[Who]][]) {
  test(`the ${who} sees their areas, each accessible, and is sent home from another`, async ({ page, portal, as }) => {
    await as(await person(portal, who))
    for (const path of sees) {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page, `${who} at ${path}`).toHaveURL(new RegExp(`${path}(/|$)`))
      await expectPageAccessible(page)
      await expectFitOnPhone(page)
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
