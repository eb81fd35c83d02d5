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

/** The specification's route table: who is let in; everyone else who is signed in lands on their home page. */
const AREAS: Record<string, readonly Who[]> = {
  '/user/home': ['member', 'outsider', 'legal', 'staff', 'admin'],
  '/user/patrol': ['member', 'outsider', 'legal', 'staff', 'admin'],
  '/user/settings': ['member', 'outsider', 'legal', 'staff', 'admin'],
  '/cad': ['member'],
  '/cad/desktop': ['member'],
  '/livemap': ['member'],
  '/admin': ['admin'],
  '/admin/add-user': ['admin'],
  '/admin/users': ['admin'],
  '/staff/members': ['staff', 'admin'],
  '/staff/patrol-viewer': ['staff', 'admin'],
  '/discord/list': ['staff', 'admin'],
  '/servers/list': ['admin'],
  '/servers/events': ['admin'],
  '/warrants': ['legal', 'admin'],
}

const people = new Map<string, Promise<Account>>()
const person = (portal: Portal, who: Who): Promise<Account> => {
  const key = `${portal.url} ${who}`
  const made = people.get(key) ?? portal.createUser({ ...PEOPLE[who], name: `The ${who}` })
  people.set(key, made)
  return made
}

const settle = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

test('nobody sees an area without signing in, and is brought back to it', async ({ page, portal }) => {
  test.slow()
  for (const path of Object.keys(AREAS)) {
    await test.step(path, async () => {
      await page.goto(`${path}?tab=two`)
      await expect(page).toHaveURL(new RegExp('/login\\?'))
      expect(new URL(page.url()).searchParams.get('redirect')).toBe(`${path}?tab=two`)
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      expect(portal.url).toBe(new URL(page.url()).origin)
    })
  }
})

for (const who of Object.keys(PEOPLE) as Who[]) {
  test(`each area lets the ${who} in or sends them home`, async ({ page, portal, as }) => {
    test.slow()
    await as(await person(portal, who))
    for (const [path, allowed] of Object.entries(AREAS)) {
      await page.goto(path)
      const isCadArea = path.startsWith('/cad') || path === '/livemap'
      if (!allowed.includes(who) && isCadArea) {
        const alert = page.getByRole('alertdialog')
        await expect(alert).toContainText('You have no departments - contact your chain of command for assistance')
        await alert.getByRole('button').click()
      }
      const expected = allowed.includes(who) ? new RegExp(`${path}(/|$)`) : /\/user\/home$/
      await expect(page, `${who} at ${path}`).toHaveURL(expected)
      await expect(page.getByRole('main')).toBeVisible()
      if (allowed.includes(who)) await expectAccessible(page)
    }
  })
}

test('the start leads to the home page, and areas lead to their first page', async ({ page, portal, as }) => {
  await as(portal.root)
  for (const [from, to] of [
    ['/', '/user/home'],
    ['/user', '/user/home'],
    ['/staff', '/staff/members'],
    ['/discord', '/discord/list'],
    ['/servers', '/servers/list'],
  ] as const) {
    await settle(page, from)
    await expect(page).toHaveURL(`${portal.url}${to}`)
  }
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
