import { NET } from '../bridge/src/net.ts'
import { startGame } from '../bridge/src/simulate/game.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { expect, test } from './support/dispatch.ts'
import { startPortal } from './support/portal.ts'
import { installBridge, recordPosts, removeBridges, serveTablet } from './support/tablet.ts'

const STEAM = '110000112345678'
const SOON = { timeout: 60_000 }
test.afterAll(removeBridges)

const keyFrom = (printed: string) => printed.trim().split('\n').at(-1) ?? ''

test('a call to 911 in a game of 200 players is on the board and on the map', { tag: '@full' }, async ({ page, portal, evening, as }) => {
  const key = keyFrom(await portal.command('key', 'issue', '--kind', 'server', '--name', 'Test', '--server', String(evening.serverId)))
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const simulated = await startGame({ folder: await installBridge(), url: portal.url, key, players: 200 })
  try {
    await expect.poll(() => simulated.game.printed.join(), SOON).toContain('Connected')
    await as(await portal.createUser({ roles: ['Admin'], departments: ['LSPD'] }))
    await page.goto(`/livemap?serverId=${evening.serverId}`)
    await expect(page.getByText('200 other players')).toBeVisible(SOON)

    simulated.emergency()
    const calls = dispatcher.page.getByRole('grid', { name: 'Calls' })
    await expect(calls.getByRole('row').filter({ hasText: 'unclaimed' })).toBeVisible(SOON)
    await expect(page.getByText('1 call', { exact: true })).toBeVisible(SOON)

    // A dispatcher sees units on the map, but not other players.
    await dispatcher.page.goto(`/livemap?serverId=${evening.serverId}`)
    await expect(dispatcher.page.getByText('1 call', { exact: true })).toBeVisible(SOON)
    await expect(dispatcher.page.getByText('other players')).toHaveCount(0)
  } finally {
    simulated.stop()
  }
})

const say = (page: Page, message: object) => page.evaluate((data) => window.postMessage(data, '*'), message)

test('the tablet in the game shows the portal, signs its player in once, and closes by its keys', async ({ page }) => {
  const folder = await installBridge()
  const tabletPage = await serveTablet(folder)
  const portal = await startPortal({ env: { PORTAL_FRAME_ORIGINS: tabletPage.origin } })
  try {
    const june = ['--email', 'june@example.com', '--name', 'June Calder', '--password', 'correct horse battery']
    await portal.command('user', 'create', ...june, '--steam-hex', STEAM, '--department', 'LSPD:primary')
    const key = keyFrom(await portal.command('key', 'issue', '--kind', 'server', '--name', 'Test', '--server', '1'))
    const { game, stop } = await startGame({ folder, url: portal.url, key, players: 2, members: [{ name: 'June', steam: STEAM }] })
    await expect.poll(() => game.printed.join(), SOON).toContain('Connected')
    const openingFor = async (source: number) => {
      game.sent.length = 0
      game.fromGame(source, NET.tablet)
      await expect.poll(() => game.sent.some(({ event }) => event === NET.openTablet), SOON).toBe(true)
      return { type: 'open', ...(game.sent.find(({ event }) => event === NET.openTablet)?.args[0] as object) }
    }
    const posted = await recordPosts(page)
    let signIns = 0
    page.on('request', (request) => void (signIns += Number(request.url().endsWith('/api/auth/ticket') && request.method() === 'POST')))
    const tablet = page.frameLocator('iframe')

    // Without a ticket the login page is shown.
    await page.goto(tabletPage.origin)
    await say(page, await openingFor(2))
    await expect(tablet.getByRole('button', { name: /log ?in|sign ?in/i })).toBeVisible(SOON)

    await page.reload()
    await say(page, await openingFor(1))
    await expect(tablet.getByText('June').first()).toBeVisible(SOON)
    await expect(tablet.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await expectAccessible(page, { withFrames: true })

    await tablet.getByRole('link', { name: 'Dashboard' }).focus()
    await page.keyboard.press('F11')
    await expect.poll(() => posted).toEqual(['close'])
    await say(page, { type: 'close' })
    await expect(page.locator('main')).toBeHidden()

    // Reopened, it is as it was left, without signing in again.
    await say(page, await openingFor(1))
    await expect(tablet.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Close the tablet' }).click()
    await expect.poll(() => posted).toEqual(['close', 'close', 'close'])
    expect(signIns).toBe(1)

    // A page inside the portal must not be able to open another address.
    await tablet.locator('body').evaluate(() => window.parent.postMessage({ type: 'open', portalUrl: 'https://elsewhere.example' }, '*'))
    await expect(page.locator('iframe')).toHaveAttribute('src', `${portal.url}/?tablet=true`)
    stop()
  } finally {
    await page.close()
    await portal.stop()
    tabletPage.close()
  }
})

test('while the portal is away the tablet says so, and tries again when asked', { tag: '@full' }, async ({ page, problems }) => {
  problems.allow(/ERR_UNSAFE_PORT|ERR_CONNECTION_REFUSED|127\.0\.0\.1:9/)
  const tabletPage = await serveTablet(await installBridge())
  try {
    const posted = await recordPosts(page)
    await page.goto(tabletPage.origin)
    await say(page, { type: 'open', portalUrl: 'http://127.0.0.1:9', ticket: null, apiKey: '', key: 'F11' })
    await expect(page.getByText('Opening the portal…')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText("The portal can't be reached", SOON)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => posted).toEqual(['again'])
    await expect(page.getByText('Opening the portal…')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect.poll(() => posted).toEqual(['again', 'close'])
  } finally {
    tabletPage.close()
  }
})
