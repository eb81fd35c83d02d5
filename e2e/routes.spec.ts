import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
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
  legal: { sees: ['/user/home', '/warrants'], isSentHomeFrom: '/admin' },
  staff: { sees: ['/user/home', '/staff/members', '/staff/patrol-viewer', '/discord/list'], isSentHomeFrom: '/servers/list' },
  admin: {
    sees: [
      '/user/home',
      '/admin',
      '/admin/add-user',
      '/admin/users',
      '/admin/settings',
      '/staff/members',
      '/staff/patrol-viewer',
      '/discord/list',
      '/servers/list',
      '/servers/events',
      '/warrants',
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

const settle = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
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
    test.slow()
    await as(await person(portal, who))
    for (const path of sees) {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page, `${who} at ${path}`).toHaveURL(new RegExp(`${path}(/|$)`))
      await expectAccessible(page)
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

test('the start leads to the home page, and an area to its first page', async ({ page, portal, as }) => {
  await as(portal.root)
  await settle(page, '/')
  await expect(page).toHaveURL(`${portal.url}/user/home`)
  await settle(page, '/staff')
  await expect(page).toHaveURL(`${portal.url}/staff/members`)
})

test('any other path leads to the page-not-found screen and from there home', async ({ page, portal, as }) => {
  await as(portal.root)
  await page.goto('/nothing/here')
  await expect(page).toHaveURL(`${portal.url}/404`)
  await expect(page.getByText('404 - Page Not Found')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Click here to take me back home' }).click()
  await expect(page).toHaveURL(`${portal.url}/user/home`)
})

test('the display page needs no guard and stays idle and silent without a key', async ({ page, portal }) => {
  await page.goto('/dui')
  await expect(page).toHaveURL(`${portal.url}/dui`)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectAccessible(page)
})

test('a server that can not be one is dropped from the map address', async ({ page, portal, as }) => {
  await as(await person(portal, 'member'))
  await settle(page, '/livemap?serverId=abc')
  await expect(page.getByRole('main')).toBeVisible()
  await settle(page, '/livemap?serverId=1')
  expect(new URL(page.url()).searchParams.get('serverId')).toBe('1')
})
