import type { Call } from '@tenfour/contract'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { expect, test, type Person } from './support/dispatch.ts'
import { officer, someone, startStillGame } from './support/game.ts'
import { picture } from './support/picture.ts'

/** Pages, tiles and code load slowly on a busy machine. */
const SOON = { timeout: 60_000 }
const ROBBERY = 4
/** Legion Square at zoom 5: 1.5 game units per pixel. */
const [X, Y, RESOLUTION] = [170, -980, 1.5]
const mapAt = (serverId: number, more = '') => `/livemap?serverId=${serverId}&x=${X}&y=${Y}&z=5${more}`
const island = (page: Page): Locator => page.getByRole('application', { name: /^Map of the island/ })

/** Page coordinates of a game position while the map shows Legion Square. */
async function onPage(page: Page, x: number, y: number): Promise<readonly [number, number]> {
  const box = (await island(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return [box.x + box.width / 2 + (x - X) / RESOLUTION, box.y + box.height / 2 - (y - Y) / RESOLUTION]
}
/** The colour drawn at a point, and the colour of a theme token. */
const inkAt = (page: Page, layer: 'units' | 'ground', at: readonly [number, number], token = 'available') =>
  page.evaluate(
    ([which, [left, top], name]) => {
      const found = document.querySelector<HTMLCanvasElement>(which === 'units' ? 'canvas[data-layer="units"]' : '.ol-layer canvas')
      const box = found?.getBoundingClientRect()
      const pen = found?.getContext('2d')
      if (!found || !box || !pen) return { drawn: '', wanted: '' }
      const scale = found.width / box.width
      const { data } = pen.getImageData(Math.round((left - box.left) * scale), Math.round((top - box.top) * scale), 1, 1)
      const hex = (value = 0) => value.toString(16).padStart(2, '0')
      const drawn = data[3] === 0 ? 'nothing' : `#${hex(data[0])}${hex(data[1])}${hex(data[2])}`
      pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
      return { drawn, wanted: String(pen.fillStyle) }
    },
    [layer, at, token] as const,
  )
const groundAt = async (page: Page) => (await inkAt(page, 'ground', await onPage(page, X, Y))).drawn
const expectDrawn = (page: Page, x: number, y: number, token = 'available') =>
  expect(async () => {
    const { drawn, wanted } = await inkAt(page, 'units', await onPage(page, x, y), token)
    expect(drawn).toBe(wanted)
  }).toPass(SOON)

const find = async (page: Page, text: string) => {
  await island(page).press('/')
  await expect(page.getByRole('textbox', { name: 'Find on the map' })).toBeFocused()
  await page.keyboard.type(text)
}

test('the map is drawn in the light theme too', { tag: '@full' }, async ({ page, portal, evening, as }) => {
  await as(await portal.createUser({ roles: ['Admin'], departments: ['LSPD'] }))
  await page.goto(mapAt(evening.serverId))
  await expect(page.getByText('Nobody is on the map.')).toBeVisible(SOON)
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  await expect.poll(() => groundAt(page), SOON).toMatch(/^#[c-f]/)
  await expectAccessible(page)
})

test(
  'nobody in the game: the map says so, is drawn, and can be worked without a mouse',
  { tag: '@full' },
  async ({ page, portal, evening, as }) => {
    await as(await portal.createUser({ roles: ['Admin'], departments: ['LSPD'] }))
    await page.goto(mapAt(evening.serverId))
    await expect(page.getByText('Nobody is on the map.')).toBeVisible(SOON)
    await expect.poll(() => groundAt(page), SOON).toMatch(/^#[0-4]/)
    await expectAccessible(page)

    await island(page).press('ArrowRight')
    await expect(page).toHaveURL(/x=350&y=-980&z=5/)
    await island(page).press('+')
    await expect(page).toHaveURL(/z=5\.5/)
    await island(page).press('0')
    await expect(page).not.toHaveURL(/z=/)
    await page.goto('/livemap?serverId=999999')
    await expect(page.getByText('There is no such server')).toBeVisible(SOON)
  },
)

test(
  '200 players and a unit: an admin sees everyone, an officer the units alone and is sent no more',
  { tag: '@full' },
  async ({ page, portal, evening, as }) => {
    const unit = await officer(portal, evening.serverId, '4L12', X, Y)
    const crowd = Array.from({ length: 199 }, (_, index) =>
      someone(`Passer-by ${index}`, X + ((index % 20) - 10) * 40, Y + (Math.floor(index / 20) - 5) * 35 + 12),
    )
    const game = await startStillGame(portal, evening.serverId, [unit, ...crowd])
    try {
      const viewer = await evening.join('officer', '4L20', { path: '/cad' })
      const sent: string[] = []
      viewer.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => sent.push(payload.toString('latin1'))))
      await viewer.page.goto(mapAt(evening.serverId))
      await expect(viewer.page.getByText('1 unit', { exact: true })).toBeVisible(SOON)
      await expectDrawn(viewer.page, X, Y)
      await expect(viewer.page.getByText('other players')).toHaveCount(0)
      await expect(viewer.page.getByRole('button', { name: 'Players' })).toHaveCount(0)
      await find(viewer.page, 'Passer-by 7')
      await expect(viewer.page.getByText('Nothing on the map matches')).toBeVisible()
      expect(sent.join()).toContain('4L12')
      expect(sent.join()).not.toContain('Passer-by')

      await as(await portal.createUser({ roles: ['Admin'], departments: ['LSPD'] }))
      await page.goto(mapAt(evening.serverId))
      await expect(page.getByText('199 other players')).toBeVisible(SOON)
      for (const theme of ['dark', 'light']) {
        if (theme === 'light') await page.getByRole('button', { name: 'Use the light theme' }).click()
        await expectDrawn(page, X, Y)
      }
      await find(page, 'Passer-by 7')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: 'Passer-by 7' })).toContainText('Not on duty')

      // Going off duty while viewing the map clears it.
      await viewer.page.keyboard.press('Escape')
      await viewer.api('GET', `/api/patrol/unit/status/${viewer.userId}/1`)
      await expect(viewer.page.getByText('Positions are shown to units on duty')).toBeVisible(SOON)
      await find(viewer.page, '4L12')
      await expect(viewer.page.getByText('Nothing on the map matches')).toBeVisible()

      // When the game server goes silent, the page says so and everyone stays in place.
      await game.stop()
      await expect(page.getByText(/^No positions for 0:\d\d/)).toBeVisible(SOON)
      await expect(page.getByText('199 other players')).toBeVisible()
    } finally {
      await game.stop()
    }
  },
)

test('a call by a click; a unit carried to a call, a call carried to a unit, and both without a mouse', async ({ portal, evening }) => {
  const [first, second, third] = await Promise.all([
    officer(portal, evening.serverId, '4L12', X - 150, Y),
    officer(portal, evening.serverId, '4L20', X + 150, Y),
    officer(portal, evening.serverId, '4L31', X + 220, Y),
  ])
  const game = await startStillGame(portal, evening.serverId, [first, second, third])
  try {
    const dispatcher = await evening.join('dispatcher', 'D-3', { path: mapAt(evening.serverId) })
    const { page } = dispatcher
    await expectDrawn(page, first.x, first.y)
    await page.getByRole('button', { name: 'New call by a click' }).click()
    await expect(page.getByText('Click where the call is.')).toBeVisible()
    await page.mouse.click(...(await onPage(page, X, Y + 150)))
    const form = page.getByRole('dialog', { name: 'New call' })
    await expect(form.getByLabel('Location')).not.toHaveValue('', SOON)
    await form.getByLabel('Title').fill('Robbery at the bank')
    await page.keyboard.press('Control+Enter')
    await expect(form).toHaveCount(0)
    const marker = page.locator('[data-call]')
    await expect(marker).toHaveCount(1)
    const callId = Number(await marker.getAttribute('data-call'))
    const made = await callOf(dispatcher, evening.serverId, callId)
    expect([Math.abs((made?.x ?? 0) - X) < 4, Math.abs((made?.y ?? 0) - Y - 150) < 4]).toEqual([true, true])

    await carry(page, await onPage(page, first.x, first.y), await onPage(page, X, Y + 150))
    await expectUnits(page, callId, ['4L12'])
    await carry(page, await onPage(page, X, Y + 150), await onPage(page, second.x, second.y))
    await expectUnits(page, callId, ['4L12', '4L20'])
    await expectDrawn(page, second.x, second.y, 'en-route')

    // Enter on the call, on the button and on the recommended unit.
    const other = await evening.call(dispatcher, { callTypeId: ROBBERY, location: 'Alta Street', x: X, y: Y - 150 })
    await page.locator(`[data-call="${other.callId}"]`).press('Enter')
    const card = page.getByRole('region', { name: `Call ${other.callId}` })
    await card.getByRole('button', { name: 'Send a unit…' }).press('Enter')
    await expect(page.getByRole('dialog')).toContainText(`Send a unit to call ${other.callId}`)
    await page.keyboard.type('4L31')
    await expect(page.getByRole('dialog').getByText('4L31', { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expectUnits(page, other.callId, ['4L31'])
    await page.mouse.click(...(await onPage(page, third.x, third.y)), { button: 'right' })
    await expect(page.getByRole('menuitem', { name: `Release from call ${other.callId}` })).toBeVisible(SOON)
    await page.keyboard.press('Escape')
    await island(page).press('n')
    await expect(form.getByLabel('Location')).not.toHaveValue('', SOON)
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expectAccessible(page)

    // A call that is nowhere is listed; the slash works beside the map, and the wheel over a call.
    const lost = await evening.call(dispatcher, { callTypeId: ROBBERY, location: 'The red house' })
    await page.getByRole('button', { name: '2 of 3 on the map' }).click()
    await expectAccessible(page, { within: '[role="menu"]' })
    await page.getByRole('menuitem', { name: /The red house/ }).click()
    await expect(page.getByRole('region', { name: `Call ${lost.callId}` })).toBeVisible()
    await page.getByRole('button', { name: 'Full screen' }).press('/')
    await expect(page.getByRole('textbox', { name: 'Find on the map' })).toBeFocused()
    await page.locator(`[data-call="${other.callId}"]`).hover()
    await page.mouse.wheel(0, -300)
    await expect(page).toHaveURL(/z=(5\.\d|6)/)
  } finally {
    await game.stop()
  }
})

test(
  'find, follow and filter are in the address: reloaded, shared and gone back from; who leaves is let go of',
  { tag: '@full' },
  async ({ portal, evening }) => {
    const [first, second] = await Promise.all([
      officer(portal, evening.serverId, '4L12', -1200, -600),
      officer(portal, evening.serverId, '4L20', X, Y),
    ])
    const game = await startStillGame(portal, evening.serverId, [first, second])
    try {
      const { page } = await evening.join('dispatcher', 'D-3', { path: `/livemap?serverId=${evening.serverId}` })
      await expect(page.getByText('2 units')).toBeVisible(SOON)
      await find(page, '4L12')
      await expect(page.getByRole('option', { name: '4L12' })).toBeVisible()
      await page.keyboard.press('Enter')
      const card = page.getByRole('region', { name: 'Unit 4L12' })
      await expect(card).toContainText('now')
      await expect(page).toHaveURL(/x=-1200&y=-600&z=5/)
      await island(page).press('f')
      await expect(page).toHaveURL(new RegExp(`unit=${first.userId}`))
      await page.getByRole('button', { name: 'Police' }).click()
      await expect(page).toHaveURL(/class=police/)

      game.move(first.name, -400, 200)
      await expect(page).toHaveURL(/x=-4\d\d&y=(1|2)\d\d/, SOON)
      await page.reload()
      await expect(card.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'true', SOON)
      await expect(page.getByRole('button', { name: 'Police' })).toHaveAttribute('aria-pressed', 'true')
      await page.goBack()
      await expect(page.getByRole('button', { name: 'Police' })).toHaveAttribute('aria-pressed', 'false')
      await page.goBack()
      await expect(page).toHaveURL(/x=-1200&y=-600&z=5$/)
      await page.goForward()
      await expect(card.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'true')

      game.leave(first.name)
      await expect(page.getByText('The unit you were following left the map')).toBeVisible(SOON)
      await expect(card).toHaveCount(0)
      await expect(page).not.toHaveURL(/unit=/)
    } finally {
      await game.stop()
    }
  },
)

test(
  'a picture of the community: what is no picture, points that can not be, a preview, and our own drawing where tiles fail',
  { tag: '@full' },
  async ({ page, portal, evening, as, problems }) => {
    problems.allow(/400/, /Content Security Policy/)
    await as(await portal.createUser({ roles: ['Admin'], departments: ['LSPD'] }))
    await page.goto(mapAt(evening.serverId))
    await page.getByRole('button', { name: 'Settings of this map' }).click(SOON)
    const dialog = page.getByRole('dialog', { name: /^The map of/ })
    await dialog.getByText('Own picture').click(SOON)
    const [file] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByRole('button', { name: 'Upload a picture' }).click()])
    await file.setFiles({ name: 'map.png', mimeType: 'image/png', buffer: Buffer.from('This is no picture') })
    await expect(dialog.getByText('Send a PNG, JPEG or WebP picture')).toBeVisible()
    const [again] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByRole('button', { name: 'Upload a picture' }).click()])
    await again.setFiles({ name: 'map.png', mimeType: 'image/png', buffer: picture(400, 400, [200, 30, 90]) })
    await expect(dialog.getByText('400 × 400 pixels')).toBeVisible(SOON)

    await dialog.getByRole('button', { name: 'Save the map' }).click()
    await expect(dialog.getByText('Fill in both points')).toBeVisible()
    const write = async (label: string, [one, two]: readonly [number, number]) => {
      await dialog.getByLabel(label).nth(0).fill(String(one))
      await dialog.getByLabel(label).nth(1).fill(String(two))
    }
    await write('Pixels from the left', [0, 400])
    await write('Pixels from the top', [0, 400])
    await write('x in the game', [-4000, 4000])
    await write('y in the game', [-4000, 4000])
    await dialog.getByRole('button', { name: 'Save the map' }).click()
    await expect(dialog.getByText('that the picture shows north up')).toBeVisible()
    const preview = dialog.getByRole('region', { name: 'Map preview' })
    await expect(preview).toHaveCount(0)
    await write('y in the game', [4000, -4000])
    await expect(preview).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save the map' }).click()
    await expect(page.getByText('The map is saved')).toBeVisible()
    await page.keyboard.press('Escape')
    const shown = () => groundAt(page)
    await expect.poll(shown, SOON).toBe('#c81e5a')

    // Unavailable tiles: a wrong address marks its field, and the map stays usable.
    await page.getByRole('button', { name: 'Settings of this map' }).click()
    await dialog.getByText('Tiles', { exact: true }).click()
    await dialog.getByLabel('Address of the tiles').fill('http://127.0.0.1:9/{z}/{x}/{y}.png')
    await dialog.getByRole('button', { name: 'Save the map' }).click()
    await expect(dialog.getByLabel('Address of the tiles')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Address of the tiles').fill('https://127.0.0.1:9/{z}/{x}/{y}.png')
    await dialog.getByRole('button', { name: 'Save the map' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(shown, SOON).not.toBe('#c81e5a')
    await expect.poll(shown, SOON).toMatch(/^#[0-4]/)
  },
)

async function carry(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 })
  await page.mouse.move(...to, { steps: 4 })
  await page.mouse.up()
}

const callOf = async (by: Person, serverId: number, callId: number) =>
  (await by.api<readonly Call[]>('GET', `/api/cad/calls/active/${serverId}`)).find((call) => call.callId === callId)

/** Opens the call's card and expects these call signs on it. */
async function expectUnits(page: Page, callId: number, signs: readonly string[]): Promise<void> {
  await page.locator(`[data-call="${callId}"]`).press('Enter')
  const card = page.getByRole('region', { name: `Call ${callId}` })
  for (const sign of signs) await expect(card.getByRole('button', { name: sign, exact: true })).toBeVisible(SOON)
}
