import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DEPARTMENT, UNIT_TYPE } from '@tenfour/contract'
import type { Frame, Page } from '@playwright/test'
import { removeNewerFeatures } from './support/older-browser.ts'
import { startPortal, type Portal } from './support/portal.ts'
import { createSession } from './support/api.ts'
import { installBridge, recordPosts, removeBridges, serveTablet } from './support/tablet.ts'
import { expect, test } from './support/test.ts'

// As in the game: the portal in a frame of the resource, within a frame of the game's own page. That page's scheme exists only in the game,
// so a file stands in for it.

test.afterAll(removeBridges)

const SOON = { timeout: 60_000 }

type Game = {
  readonly portal: Portal
  readonly open: (page: Page) => Promise<void>
  readonly frame: (page: Page) => Promise<Frame>
  readonly stop: () => Promise<void>
}

async function startGame(): Promise<Game> {
  const folder = await installBridge()
  const tablet = await serveTablet(folder)
  const portal = await startPortal({ env: { PORTAL_FRAME_ORIGINS: tablet.origin } })
  const root = join(folder, 'root.html')
  writeFileSync(root, `<!doctype html><title>Game</title><iframe src="${tablet.origin}" style="width: 100vw; height: 100vh"></iframe>`)
  return {
    portal,
    open: async (page) => {
      await recordPosts(page)
      await page.goto(pathToFileURL(root).href)
      const opening = { type: 'open', portalUrl: portal.url, ticket: null, apiKey: '', key: 'F11' }
      await page.evaluate((message) => window.frames[0]?.postMessage(message, '*'), opening)
    },
    frame: async (page) => {
      await expect.poll(() => page.frames().some((frame) => frame.url().startsWith(portal.url)), SOON).toBe(true)
      const found = page.frames().find((frame) => frame.url().startsWith(portal.url))
      if (!found) throw new Error('The portal is in no frame')
      return found
    },
    stop: async () => {
      await portal.stop()
      tablet.close()
    },
  }
}

/** Replaces the game's page by the file in the portal's frame-ancestors policy. */
const allowFileAncestor = (page: Page, portal: Portal) =>
  page.route(
    (url) => url.href.startsWith(portal.url),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const headers = response.headers()
      const policy = headers['content-security-policy']?.replace('nui://game', 'file:') ?? ''
      await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } })
    },
  )

test('every frame above the portal has to be allowed, and that of the game is', { tag: '@full' }, async ({ page, problems }) => {
  problems.allow(/frame-ancestors|ERR_BLOCKED_BY_CSP|ERR_BLOCKED_BY_RESPONSE|chrome-error/)
  const game = await startGame()
  try {
    const tablet = page.frameLocator('iframe')
    await game.open(page)
    await expect(tablet.getByRole('alert')).toContainText("The portal can't be reached", SOON)
    await allowFileAncestor(page, game.portal)
    await game.open(page)
    await expect(tablet.frameLocator('iframe').getByRole('button', { name: 'Sign in' })).toBeVisible(SOON)
    await expect(tablet.getByRole('alert')).toBeHidden()
  } finally {
    await page.close()
    await game.stop()
  }
})

test(
  "in the game's older Chromium a member signs in on the tablet and works with every page of it",
  { tag: '@full' },
  async ({ page, context, problems }) => {
    // Current browsers block WebSockets from a file to this machine; the portal falls back to polling.
    problems.allow(/ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS/)
    const game = await startGame()
    const { portal } = game
    try {
      await removeNewerFeatures(context)
      await allowFileAncestor(page, portal)
      const june = await portal.createUser({ name: 'June Calder', departments: ['LSPD'] })
      const token = await createSession(portal, june)
      const headers = { 'x-api-key': portal.apiKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const unit = { serverId: 1, departmentId: DEPARTMENT.LSPD, identifier: '4L12', type: UNIT_TYPE.Patrol }
      const saved = await fetch(`${portal.url}/api/patrol/unit/save`, { method: 'POST', headers, body: JSON.stringify(unit) })
      expect(saved.ok).toBe(true)

      await game.open(page)
      const shown = page.frameLocator('iframe').frameLocator('iframe')
      await shown.getByLabel('Email').fill(june.email)
      await shown.getByLabel('Password', { exact: true }).fill(june.password)
      await shown.getByRole('button', { name: 'Sign in' }).click()
      await expect(shown.getByRole('heading', { name: /June/ })).toBeVisible(SOON)
      expect(
        await (await game.frame(page)).evaluate(() => [typeof AbortSignal.any, CSS.supports('color', 'later-mix(in srgb, red, red)')]),
      ).toEqual(['undefined', false])

      // Navigate like a link: reloading would lose the session, because a third-party frame has no storage in this browser.
      const frame = await game.frame(page)
      const visit = async (path: string, title: RegExp) => {
        await frame.evaluate((address) => {
          window.history.pushState({}, '', address)
          window.dispatchEvent(new PopStateEvent('popstate'))
        }, path)
        await expect.poll(() => frame.evaluate(() => `${document.title} ${location.pathname}`), SOON).toMatch(title)
        await expect(shown.getByRole('heading', { level: 1 })).toBeAttached(SOON)
        await expect(shown.getByText(/something went wrong/i)).toHaveCount(0)
      }
      await visit('/user/settings', /settings/i)
      await visit('/user/patrol', /patrol/i)
      await visit('/livemap?serverId=1', /livemap/i)
      await expect(shown.locator('canvas').first()).toBeVisible(SOON)
      await visit('/cad', /cad/i)
      await visit('/cad/desktop', /desktop/i)
      await shown.getByRole('tab', { name: 'Units' }).click()
      await expect(shown.getByRole('row').filter({ hasText: '4L12' })).toBeVisible(SOON)
      await shown.getByRole('button', { name: 'Busy' }).click()
      const busy = shown.getByRole('button', { name: 'Busy' })
      await expect(busy).toHaveAttribute('aria-pressed', 'true')
      // Without color-mix the panel's own colour is used as fallback.
      await expect.poll(() => busy.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
      await shown.getByRole('tab', { name: 'New call' }).click()
      await expect(shown.getByRole('combobox').first()).toBeVisible(SOON)
    } finally {
      await page.close()
      await game.stop()
    }
  },
)
