import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBridge } from '../bridge/build.ts'
import { startGame } from '../bridge/src/simulate/game.ts'
import { expect, test } from './support/dispatch.ts'
import { startPortal } from './support/portal.ts'

test.describe.configure({ timeout: 120_000 })

const STEAM = '110000112345678'
const SOON = { timeout: 30_000 }
const folders: string[] = []
test.afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

async function installed(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-e2e-bridge-'))
  folders.push(folder)
  return buildBridge(folder)
}
const keyFrom = (printed: string) => printed.trim().split('\n').at(-1) ?? ''

test('a call to 911 in a game of 200 players is on the board and on the map', async ({ page, portal, evening, as }) => {
  const key = keyFrom(await portal.command('key', 'issue', '--kind', 'server', '--name', 'Test', '--server', String(evening.serverId)))
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const simulated = await startGame({ folder: await installed(), url: portal.url, key, players: 200 })
  try {
    await expect.poll(() => simulated.game.printed.join(), SOON).toContain('Connected')
    await as(await portal.createUser({ roles: ['Admin'], departments: ['LSPD'] }))
    await page.goto(`/livemap?serverId=${evening.serverId}`)
    await expect(page.getByText('200 other players')).toBeVisible(SOON)

    simulated.emergency()
    const calls = dispatcher.page.getByRole('grid', { name: 'Calls' })
    await expect(calls.getByRole('row').filter({ hasText: /911|Emergency call/ })).toBeVisible(SOON)
    await expect(page.getByText('1 call', { exact: true })).toBeVisible(SOON)

    // A dispatcher sees units on the map, and not who plays besides.
    await dispatcher.page.goto(`/livemap?serverId=${evening.serverId}`)
    await expect(dispatcher.page.getByText('1 call', { exact: true })).toBeVisible(SOON)
    await expect(dispatcher.page.getByText('other players')).toHaveCount(0)
  } finally {
    simulated.stop()
  }
})

test('the tablet in the game shows the portal and signs its player in', async ({ page }) => {
  const folder = await installed()
  // As FiveM serves the page of a resource.
  const files = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1)
    if (name === 'favicon.ico') return void response.writeHead(204).end()
    if (!['index.html', 'tablet.js', 'tablet.css'].includes(name)) return void response.writeHead(404).end()
    const type = { html: 'text/html', js: 'text/javascript', css: 'text/css' }[name.split('.').at(-1) ?? ''] ?? 'text/plain'
    response.writeHead(200, { 'content-type': type }).end(readFileSync(join(folder, 'tablet', name)))
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
  const portal = await startPortal({ env: { PORTAL_FRAME_ORIGINS: origin } })
  try {
    const june = ['--email', 'june@example.com', '--name', 'June Calder', '--password', 'correct horse battery']
    await portal.command('user', 'create', ...june, '--steam-hex', STEAM, '--department', 'LSPD:primary')
    const key = keyFrom(await portal.command('key', 'issue', '--kind', 'server', '--name', 'Test', '--server', '1'))
    const { game, stop } = await startGame({ folder, url: portal.url, key, players: 1, members: [{ name: 'June', steam: STEAM }] })
    await expect.poll(() => game.printed.join(), SOON).toContain('Connected')
    game.fromGame(1, 'tenfour:tablet')
    await expect.poll(() => game.sent.some(({ event }) => event === 'tenfour:openTablet'), SOON).toBe(true)
    const opening = game.sent.find(({ event }) => event === 'tenfour:openTablet')?.args[0] as object
    stop()

    await page.goto(origin)
    await page.evaluate((message) => window.postMessage(message, '*'), { type: 'open', ...opening })
    const tablet = page.frameLocator('iframe')
    await expect(tablet.getByText('June').first()).toBeVisible(SOON)
    await expect(tablet.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  } finally {
    await page.close()
    await portal.stop()
    files.close()
  }
})
