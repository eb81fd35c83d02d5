import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { callRow, expect, panel, test } from './support/dispatch.ts'

const ROBBERY = 4

test('leaving the desktop on duty asks, and duty that ends elsewhere is said', async ({ evening }) => {
  const officer = await evening.join('officer', '4L12')
  const { page } = officer
  await page.getByRole('link', { name: /^10/ }).or(page.getByTitle('Back to the dashboard')).first().click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to leave this page? Your session will be reset, and you will lose all data')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/\/cad\/desktop/)
  await expect(panel(page, 'call')).toBeVisible()
  await expectAccessible(page)

  await officer.api('GET', `/api/patrol/unit/status/${officer.userId}/1`)
  await expect(page.getByText('You are off duty')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go on duty again' })).toHaveAttribute('href', '/cad')
})

test('panels are moved by menu and by dragging, resized and reached by keys, closed and put back; a reload keeps them', async ({
  evening,
}) => {
  const { page } = await evening.join('dispatcher', 'D-3')
  page.on('dialog', (dialog) => void dialog.accept())
  const box = async (id: string) => (await page.locator(`#panel-${id}`).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const left = async (id: string) => (await box(id)).x
  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'Panels', exact: true }).click()
    await page.getByRole('menu').getByText(item, { exact: true }).click()
  }

  await test.step('F6 goes from panel to panel, Alt and a number to one of them', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.closest('[data-panel]')?.getAttribute('data-panel'))
    for (const [key, id] of [
      ['F6', 'calls'],
      ['F6', 'map'],
      ['F6', 'call'],
      ['Shift+F6', 'map'],
      ['Alt+4', 'units'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(focused).toBe(id)
    }
  })

  await test.step('a panel is dragged below another', async () => {
    const { width, height } = await box('calls')
    await page.locator('#tab-units').dragTo(page.locator('#panel-calls'), { targetPosition: { x: width / 2, y: height - 20 } })
    await expect.poll(async () => (await left('units')) - (await left('calls'))).toBeCloseTo(0, 0)
    expect((await box('units')).y).toBeGreaterThan((await box('calls')).y)
    await menu('Reset layout')
    await expect.poll(async () => (await left('units')) - (await left('calls'))).toBeGreaterThan(100)
  })

  await test.step('a panel that is moved and resized keeps what is in it', async () => {
    await page.keyboard.press('n')
    await page.getByLabel('Location').fill('Alta St 8077')
    expect(await left('new-call')).toBeGreaterThan(100)
    await page.getByRole('button', { name: 'Move or close New call' }).click()
    await page.getByRole('menuitem', { name: 'To the left edge' }).click()
    await expect.poll(() => left('new-call')).toBeLessThan(20)
    await expect(page.getByLabel('Location')).toHaveValue('Alta St 8077')
    const before = (await box('new-call')).width
    await page.getByRole('separator').first().focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await box('new-call')).width).toBeGreaterThan(before + 10)
  })

  await test.step('the desktop is as it was left, and can be put back as it was at first', async () => {
    await menu('Units')
    await expect(panel(page, 'units')).toHaveCount(0)
    await page.reload()
    await expect(panel(page, 'calls')).toBeVisible()
    await expect.poll(() => left('new-call')).toBeLessThan(20)
    await expect(panel(page, 'units')).toHaveCount(0)
    await menu('Reset layout')
    await expect(panel(page, 'units')).toBeVisible()
  })
})

test('a narrow window holds the panels as tabs, a wide one side by side again; the open call, the form and lists stay', async ({
  evening,
}) => {
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const { page } = dispatcher
  await test.step('one row above, and nothing cut: the filters are a menu', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(page.getByRole('tab', { name: 'Units' })).toHaveAttribute('aria-selected', 'false')
    const box = async (each: Locator) => (await each.boundingBox()) ?? { x: 0, width: 0, height: 0 }
    expect((await box(page.getByRole('region', { name: 'Your desk' }))).height).toBeLessThan(52)
    const show = page.locator('[data-panel-part="calls"]').getByRole('combobox', { name: 'Show' })
    await expect(show).toBeVisible()
    const [button, list] = [await box(page.getByRole('button', { name: /^New call/ }).first()), await box(page.locator('#panel-calls'))]
    expect(button.x + button.width).toBeLessThanOrEqual(list.x + list.width)
    await page.getByRole('tab', { name: 'Units' }).click()
    await expect(panel(page, 'units')).toBeVisible()
    await expect(panel(page, 'calls')).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true)
    await page.getByRole('tab', { name: 'Calls' }).click()
    await page.setViewportSize({ width: 1600, height: 900 })
    await expect(panel(page, 'calls')).toBeVisible()
    await expect(panel(page, 'units')).toBeVisible()
    await expect(show).toHaveCount(0)
  })

  const calls = []
  for (let index = 0; index < 45; index += 1) calls.push(await evening.call(dispatcher, { callTypeId: ROBBERY, title: `Robbery ${index}` }))
  const { callId = 0 } = calls[3] ?? {}
  await callRow(page, callId).click()
  await expect(panel(page, 'call').getByRole('heading', { name: /Robbery 3/ })).toBeVisible()
  await page.keyboard.press('n')
  await page.getByLabel('Location').fill('Forum Dr')
  const scrolled = () => panel(page, 'calls').evaluate((element) => element.querySelector('[role="grid"]')?.parentElement?.scrollTop ?? 0)
  await callRow(page, callId).hover()
  await page.mouse.wheel(0, 200)
  await expect.poll(scrolled).toBeGreaterThan(100)
  // The wheel may scroll on for a few frames.
  let top = -1
  await expect.poll(async () => top === (top = await scrolled())).toBe(true)
  for (const width of [1300, 1050, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByLabel('Location')).toHaveValue('Forum Dr')
    await expect(page.getByLabel('Location'), 'typing goes on').toBeFocused()
    await expect(page.getByRole('tab', { name: new RegExp(String(callId)) })).toBeVisible()
    await expect.poll(scrolled).toBe(top)
  }
})

test('a tablet shows one panel at a time, with everything large enough for a finger', async ({ evening }) => {
  const { page } = await evening.join('officer', '4L12')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/cad/desktop?tablet=true')
  const bar = page.getByRole('tablist', { name: 'Panels' })
  await expect(bar.getByRole('tab', { name: 'Call', exact: true })).toHaveAttribute('aria-selected', 'true')
  await bar.getByRole('tab', { name: 'Units' }).click()
  await expect(panel(page, 'units')).toBeVisible()
  await expect(panel(page, 'call')).toBeHidden()
  await expectAccessible(page)
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('section[aria-label="Your desk"] button, section[aria-label="Your desk"] a, [role="tab"]')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
      .map((each) => `${each.textContent} ${each.getAttribute('aria-label')} ${each.getBoundingClientRect().height}`),
  )
  expect(small).toEqual([])
})

test('staff who are not on duty watch a server they choose', async ({ evening, page, portal, as }) => {
  const dispatcher = await evening.unit('dispatcher', 'D-9')
  await as(await portal.createUser({ roles: ['Staff'], departments: ['LSPD'] }))
  await page.goto(`/cad/desktop?serverId=${evening.serverId}`)
  await expect(page.locator(`[data-unit-id="${dispatcher.userId}"]`)).toBeVisible()
  await page.getByRole('button', { name: /^Server:/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Server 1', exact: true }).click()
  await expect(page).toHaveURL(/serverId=1$/)
  await expect(page.locator(`[data-unit-id="${dispatcher.userId}"]`)).toHaveCount(0)
})
