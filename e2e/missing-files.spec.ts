import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Account, Portal } from './support/portal.ts'
import { createSession } from './support/api.ts'
import { expect, test as base } from './support/test.ts'

// Files of the portal that can't be fetched. No page goes blank, and everything recovers once the files are available.

const HTML = readFileSync(join(import.meta.dirname, '../web/dist/index.html'), 'utf8')
const nameOf = (url: string) => new URL(url).pathname
/** Everything not loaded by the initial document. */
const isLazy = ({ pathname }: URL) => pathname.startsWith('/assets/') && /\.(js|css)$/.test(pathname) && !HTML.includes(pathname)

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })
/** The app retries a few times before it shows an error. */
const SLOW_MS = 60_000
/** Shell, page, and what the page needs. */
const MAX_LAYERS = 4
const NOT_THERE = /could not be loaded|Trying again/

async function signedIn(page: Page, portal: Portal, account: Account): Promise<void> {
  const token = await createSession(portal, account)
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
}

/** Answers 404 for lazy files except the allowed ones. */
async function withoutFiles(page: Page, letThrough: ReadonlySet<string> = new Set()) {
  const asked = new Set<string>()
  const allowed = new Set(letThrough)
  let isOver = false
  await page.route(isLazy, (route) => {
    const name = nameOf(route.request().url())
    if (isOver || allowed.has(name)) return route.continue()
    asked.add(name)
    return route.fulfill({ status: 404, json: { code: 'not_found', message: 'There is nothing at this address' } })
  })
  return {
    asked,
    allowAsked: () => asked.forEach((name) => allowed.add(name)),
    allowAll: () => void (isOver = true),
  }
}

const test = base.extend<object, { admin: Account; shellFiles: ReadonlySet<string> }>({
  /** An account that may see every page. */
  admin: [
    async ({ portal }, use) => use(await portal.createUser({ name: 'Ada Root', roles: ['Root'], departments: ['COMM'] })),
    { scope: 'worker' },
  ],
  /** Files of the shell without any page: the warrants page has hardly any files of its own. */
  shellFiles: [
    async ({ browser, portal, admin }, use) => {
      const page = await browser.newPage({ baseURL: portal.url })
      const files = new Set<string>()
      page.on('request', (request) => isLazy(new URL(request.url())) && files.add(nameOf(request.url())))
      await signedIn(page, portal, admin)
      await page.goto('/warrants', { waitUntil: 'networkidle' })
      await page.close()
      await use(new Set([...files].filter((name) => !name.includes('/WarrantsPage'))))
    },
    { scope: 'worker' },
  ],
})
test.beforeEach(({ problems }) => problems.allow(/404|Failed to (load|fetch)|Unable to preload CSS|LoadError/))

type Visit = {
  readonly what: string
  readonly path: string
  readonly isAnyone?: true
  /** Visible once the page itself is loaded. */
  readonly there: (page: Page) => Locator
  /** A text field of the page. */
  readonly field?: (page: Page) => Locator
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name })
const byLabel = (label: string) => (page: Page) => page.getByLabel(label, { exact: true })
const nameField = (page: Page) => page.getByRole('textbox', { name: /^Name/ })
const search = (page: Page) => page.getByRole('searchbox').first()

const VISITS: readonly Visit[] = [
  { what: 'the login page', path: '/login', isAnyone: true, there: byLabel('Email address'), field: byLabel('Email address') },
  { what: 'the home page', path: '/user/home', there: (page) => page.getByRole('heading', { name: 'Go to' }) },
  { what: 'the settings', path: '/user/settings', there: nameField, field: nameField },
  { what: 'Manage Users', path: '/admin/users', there: search, field: search },
  { what: 'a user', path: '/admin/users/1', there: heading(/Root/) },
  { what: 'Manage Members', path: '/staff/members', there: search, field: search },
  { what: 'going on duty', path: '/cad', there: (page) => page.getByRole('button', { name: /on duty/i }) },
  { what: 'the desktop', path: '/cad/desktop?serverId=1', there: (page) => page.getByRole('tab', { name: 'Units' }).first() },
  { what: 'the live map', path: '/livemap', there: (page) => page.getByRole('application') },
  { what: 'the API logs', path: '/servers/events', there: search, field: search },
]

for (const { what, path, isAnyone, there, field } of VISITS) {
  test(
    `${what}: without its files the page says so, and is there when they are`,
    path === '/user/settings' ? {} : { tag: '@full' },
    async ({ page, portal, admin, shellFiles }) => {
      if (!isAnyone) await signedIn(page, portal, admin)
      const files = await withoutFiles(page, shellFiles)
      await page.goto(path)
      await expect(tryAgain(page).first()).toBeVisible({ timeout: SLOW_MS })
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      if (!isAnyone) await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      await expect(there(page)).toHaveCount(0)

      // Allow the page, then its parts step by step; nested files are still missing.
      const typed = field?.(page)
      await expect(async () => {
        files.allowAsked()
        if ((await tryAgain(page).count()) > 0) await tryAgain(page).first().click({ timeout: 500 })
        if (typed) await expect(typed).toBeVisible({ timeout: 1000 })
      }).toPass({ timeout: SLOW_MS })
      await typed?.fill('typed@example.com')

      files.allowAll()
      await expect(async () => {
        if ((await tryAgain(page).count()) > 0) await tryAgain(page).first().click({ timeout: 500 })
        await expect(page.getByText(NOT_THERE)).toHaveCount(0, { timeout: 500 })
        await expect(there(page)).toBeVisible({ timeout: 2000 })
      }).toPass({ timeout: SLOW_MS })
      if (typed) await expect(typed).toHaveValue('typed@example.com')
    },
  )
}

test('without any of its files but the first the portal says so, layer by layer', { tag: '@full' }, async ({ page, portal, admin }) => {
  await signedIn(page, portal, admin)
  const files = await withoutFiles(page)
  await page.goto('/user/settings')
  for (let layer = 1; layer <= MAX_LAYERS && !(await nameField(page).isVisible()); layer += 1) {
    await expect(tryAgain(page).or(nameField(page)).first()).toBeVisible({ timeout: SLOW_MS })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    files.allowAsked()
    if (await tryAgain(page).first().isVisible()) await tryAgain(page).first().click()
    await expect(page.getByText('Trying again')).toHaveCount(0, { timeout: SLOW_MS })
  }
  await expect(nameField(page)).toBeVisible({ timeout: SLOW_MS })
})

test('a page whose first files are missing says so in plain words', async ({ page, problems }) => {
  problems.allow(/404/)
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto('/login')
  await expect(page.getByText('The portal could not be loaded.')).toBeVisible()
  await page.unroute('**/assets/*.js')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByLabel('Email address')).toBeVisible()
})

test('a page whose stylesheet alone was missing is not shown without it', { tag: '@full' }, async ({ page, portal, admin }) => {
  await signedIn(page, portal, admin)
  await page.route('**/assets/*Settings*.css', (route) => route.fulfill({ status: 404 }))
  await page.goto('/user/settings')
  await expect(tryAgain(page)).toBeVisible({ timeout: SLOW_MS })
  await page.unroute('**/assets/*Settings*.css')
  await tryAgain(page).click()
  await expect(nameField(page)).toBeVisible()
  const rules = await page.evaluate(() =>
    [...document.styleSheets].filter(({ href }) => href?.includes('Settings')).map(({ cssRules }) => cssRules.length),
  )
  expect(rules).toEqual([expect.any(Number)])
  expect(rules[0]).toBeGreaterThan(0)
})
