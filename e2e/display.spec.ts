import { DEPARTMENT, type Call } from '@tenfour/contract'
import type { Page } from '@playwright/test'
import { expectPageAccessible } from './support/accessible.ts'
import { removeNewerFeatures } from './support/older-browser.ts'
import type { Portal } from './support/portal.ts'
import { apiOf, createSession } from './support/api.ts'
import { expect, test } from './support/test.ts'

/** Every size of texture, the smallest and the largest first. */
const SIZES = [
  [512, 256],
  [1920, 1080],
  [800, 600],
  [1024, 512],
  [1280, 720],
] as const

/** A server with two units, fourteen calls and a display key. */
async function busyServer(portal: Portal) {
  const root = apiOf(portal, await createSession(portal, portal.root))
  const { serverId } = (await root('POST', '/api/patrol/server', { name: `Davis ${Date.now().toString(36)}` })) as { serverId: number }
  const units = []
  for (const sign of ['4L12', '2S31']) {
    const account = await portal.createUser({ name: `Hidden ${sign}`, departments: ['LSPD'] })
    const api = apiOf(portal, await createSession(portal, account))
    const unit = { serverId, departmentId: DEPARTMENT.LSPD, identifier: sign, type: 1 }
    const { userId } = (await api('POST', '/api/patrol/unit/save', unit)) as { userId: number }
    units.push({ api, userId })
  }
  const [first] = units
  if (!first) throw new Error('There is no unit')
  const titles = ['Shots fired at the corner of the market', 'Traffic stop', 'Burglary', 'Welfare check', 'Street racing', 'Fight', 'Alarm']
  const calls: Call[] = []
  for (const [index, title] of [...titles, ...titles].entries()) {
    const place = { location: 'Innocence Boulevard / Strawberry Avenue', postal: `10${index}`, x: 100 + index * 90, y: -1500 + index * 120 }
    const call = { serverId, callTypeId: 23, title, narrative: 'A hidden word', priority: (index % 4) + 1, ...place }
    calls.push(await first.api<Call>('POST', '/api/cad/call', call))
  }
  await first.api('GET', `/api/patrol/unit/call/${first.userId}/${calls[0]?.callId ?? 0}`)
  const key = (
    await portal.command('key', 'issue', '--kind', 'display', '--name', `Lobby ${serverId}`, '--server', String(serverId))
  ).trim()
  const keyId = /^(\d+)\tdisplay\t/m.exec((await portal.command('key', 'list')).split('\n').toReversed().join('\n'))?.[1] ?? ''
  return { serverId, key, keyId, first }
}

/** Polled: the screen fits its rows after the window has its size. */
const expectNoScrolling = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement
        return [scrollWidth - window.innerWidth, scrollHeight - window.innerHeight]
      }),
    )
    .toEqual([0, 0])

async function expectScreens(page: Page, address: (screen: string) => string, sizes: readonly (readonly [number, number])[]) {
  for (const screen of ['board', 'unit', 'map']) {
    await page.goto(address(screen))
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await expect(page.getByRole('heading', { name: /^Davis/ })).toBeVisible()
      await expectNoScrolling(page)
      await expect(page.locator('footer')).toBeInViewport({ ratio: 1 })
      if (screen === 'board') {
        await expect(page.getByRole('list', { name: 'Calls' }).getByRole('listitem').last()).toHaveText(/^\+\d+ more$/)
        await expect(page.getByRole('list', { name: 'Units' })).toContainText('4L12')
      }
      if (screen === 'unit') await expect(page.getByText('Shots fired at the corner')).toBeVisible()
      if (screen === 'map') {
        await expect(page.getByText('P1').first()).toBeInViewport()
        await expect(page.locator('canvas[data-painted]')).toBeVisible()
      }
    }
    await expect(page.locator('body')).not.toContainText(/Hidden|hidden/)
  }
}

const addressOf =
  ({ serverId, key }: { readonly serverId: number; readonly key: string }) =>
  (screen: string) =>
    `/dui?screen=${screen}&serverId=${serverId}&key=${key}&unit=4l12`

test('a screen in the game shows the board, one unit and the map on every size of texture', { tag: '@full' }, async ({ page, portal }) => {
  await expectScreens(page, addressOf(await busyServer(portal)), SIZES.slice(2))
})

test('a screen in the game shows the board, one unit and the map, small and large, and goes idle when its key is revoked', async ({
  page,
  portal,
}) => {
  const server = await busyServer(portal)
  const { key, keyId, first } = server
  const address = addressOf(server)
  await expectScreens(page, address, SIZES.slice(0, 2))

  await page.goto(address('board'))
  await expect(page.getByRole('list', { name: 'Units' })).toContainText('4L12')
  await first.api('GET', `/api/patrol/unit/status/${first.userId}/6`)
  await expect(page.getByRole('list', { name: 'Units' })).toContainText('On scene')
  await expectPageAccessible(page)

  await portal.command('key', 'revoke', '--id', keyId)
  await expect(page.getByRole('list')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Davis/)
  await page.reload()
  await expect(page.getByText(/^\d\d:\d\d$/)).toBeVisible()
  await expect(page.getByRole('list')).toHaveCount(0)
  expect(portal.output()).not.toContain(key)
})

test('without a key a screen is idle on every size of texture', { tag: '@full' }, async ({ page }) => {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await page.goto('/dui?screen=board&serverId=1')
    await expect(page.getByText(/^\d\d:\d\d$/)).toBeVisible()
    await expectNoScrolling(page)
    await expect(page.getByRole('list')).toHaveCount(0)
  }
})

test("the game's older Chromium shows the screens", { tag: '@full' }, async ({ page, context, portal }) => {
  await removeNewerFeatures(context)
  const { serverId, key } = await busyServer(portal)
  await page.goto(`/dui?screen=board&serverId=${serverId}&key=${key}`)
  await expect(page.getByRole('list', { name: 'Units' })).toContainText('4L12')
  await page.goto(`/dui?screen=map&serverId=${serverId}&key=${key}`)
  await expect(page.locator('canvas[data-painted="island"]')).toBeVisible()
})

test(
  'a screen whose files can not be fetched is idle and silent, and shows the board once they can be',
  { tag: '@full' },
  async ({ page, portal, problems }) => {
    problems.allow(/Failed to load resource|net::ERR/)
    const { serverId, key } = await busyServer(portal)
    let isBroken = true
    await page.route('**/assets/*.js', (route) => (isBroken ? route.abort() : route.continue()))
    await page.goto(`/dui?screen=board&serverId=${serverId}&key=${key}`)
    await expect(page.locator('#root')).toHaveText(/\S/)
    await expect(page.getByRole('list')).toHaveCount(0)
    await expectNoScrolling(page)
    isBroken = false
    await expect(page.getByRole('list', { name: 'Units' })).toContainText('4L12', { timeout: 60_000 })
  },
)

test('a map lies on the picture of the community where there is one', { tag: '@full' }, async ({ page, portal }) => {
  const { serverId, key } = await busyServer(portal)
  const token = await createSession(portal, portal.root)
  const headers = { 'x-api-key': portal.apiKey, authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 800 } })
  const sent = await fetch(`${portal.url}/api/servers/${serverId}/map/image`, { method: 'PUT', headers, body: new Uint8Array(picture) })
  const { version } = (await sent.json()) as { version: number }
  const calibration = [
    { left: 100, top: 100, x: -3000, y: 6000 },
    { left: 500, top: 700, x: 3000, y: -3000 },
  ]
  await apiOf(portal, token)('PUT', `/api/servers/${serverId}/map`, { backdrop: { kind: 'image', calibration }, version })
  await page.goto(`/dui?screen=map&serverId=${serverId}&key=${key}`)
  await expect(page.locator('canvas[data-painted="image"]')).toBeVisible()
  await expect(page.getByText('P1').first()).toBeInViewport()
})
