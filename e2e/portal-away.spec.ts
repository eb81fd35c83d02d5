import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startPortal } from './support/portal.ts'
import { createSession } from './support/api.ts'
import { withSession } from './support/session.ts'
import { expect, test } from './support/test.ts'

// The portal is killed, upgraded or unreachable while a page is open.
test.beforeEach(({ problems }) => problems.allow(/404|50\d|ERR_|WebSocket|Failed to (load|fetch)|Unable to preload CSS|LoadError/))

const REPOSITORY = join(import.meta.dirname, '..')
const BACK = { timeout: 60_000 }
const nameField = (page: Page) => page.getByRole('textbox', { name: /^Name/ })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

const markPage = (page: Page) => page.evaluate(() => Reflect.set(window, 'isSamePage', true))
const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(window, 'isSamePage') as unknown)

test(
  'the network cut before the toast library came: the error is said, and what was typed stays',
  { tag: '@full' },
  async ({ page, portal }) => {
    await withSession(page, portal, portal.root)
    await page.route('**/assets/ToastHost*', (route) => route.abort())
    const login = page.waitForResponse(/assets\/LoginPage.*js/)
    await page.goto('/user/settings')
    await nameField(page).fill('Half a name')
    await login
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Download as JSON' }).click()
    const message = page.getByText('An internal error occured; please try again later or contact Development')
    await expect(message).toBeVisible()
    await expect(nameField(page)).toHaveValue('Half a name')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(message).toHaveCount(0)

    await page.context().setOffline(false)
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText(/saved/i).first()).toBeVisible()

    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByLabel('Email address')).toBeFocused()
  },
)

test('the portal killed: pages say it is unreachable, and come by themselves when it is back', async ({ page }) => {
  const portal = await startPortal()
  try {
    await withSession(page, portal, portal.root)
    await page.goto(`${portal.url}/user/home`)
    await expect(page.getByRole('heading', { name: 'Go to' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await markPage(page)

    await portal.kill()
    await page.getByRole('navigation').getByRole('link', { name: 'Patrol', exact: true }).click()
    await expect(page.getByText('Portal unreachable')).toBeVisible(BACK)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

    await portal.startAgain()
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Patrol' })).toBeVisible(BACK)
    await expect(page.getByText('Portal unreachable')).toHaveCount(0)
    expect(await isSamePage(page)).toBe(true)
  } finally {
    await portal.stop()
  }
})

/** A separate installation whose web app can be replaced. */
function install(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-e2e-install-'))
  for (const name of ['server', 'contract', 'web/dist', 'package.json']) {
    cpSync(join(REPOSITORY, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Replaces the build: the page differs, and the old files are gone. */
function upgrade(folder: string): void {
  const page = join(folder, 'web/dist/index.html')
  writeFileSync(page, readFileSync(page, 'utf8').replace('</body>', '<!-- the next version --></body>'))
  const assets = join(folder, 'web/dist/assets')
  for (const name of readdirSync(assets)) if (/^(ManageUsersPage|WarrantsPage)/.test(name)) rmSync(join(assets, name))
}

test(
  'an upgrade while a page is open: it goes on, offers to reload, and asks before typed text is lost',
  { tag: '@full' },
  async ({ page, problems }) => {
    // The browser's message about a style sheet that is gone; the page says it in its own words.
    problems.allow(/Refused to apply style from .*WarrantsPage/)
    const folder = install()
    const portal = await startPortal({ folder })
    try {
      const token = await createSession(portal, portal.root)
      await page.goto(`${portal.url}/portal-config.json`)
      await page.evaluate((value) => localStorage.setItem('token', value), token)
      await page.goto(`${portal.url}/user/settings`)
      await nameField(page).fill('Half a name')
      await page.waitForLoadState('networkidle')
      await markPage(page)

      await portal.kill()
      upgrade(folder)
      await portal.startAgain()
      const bar = page.getByText('A new version is ready. Reload when it suits you.')
      await expect(bar).toBeVisible(BACK)
      expect(await isSamePage(page)).toBe(true)
      await expect(nameField(page)).toHaveValue('Half a name')

      // Unsaved input causes a prompt; staying keeps it.
      const reload = page.getByRole('button', { name: 'Reload' })
      await reload.click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
      await expect(nameField(page)).toHaveValue('Half a name')

      // A page whose files are gone explains what to do.
      await nameField(page).fill('Root')
      await page.getByRole('link', { name: 'Manage Warrants' }).click()
      await expect(page.getByText('Reload the page to continue.')).toBeVisible(BACK)
      await expect(tryAgain(page)).toBeVisible()
      expect(await isSamePage(page)).toBe(true)
      await reload.first().click()
      await expect.poll(() => isSamePage(page).catch(() => true)).toBeUndefined()
    } finally {
      await portal.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
