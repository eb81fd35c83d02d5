import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { expect, panel, test } from './support/dispatch.ts'

test('who is not on duty is led to where they go on duty, and leaves without a question', async ({ page, portal, as }) => {
  await as(await portal.createUser({ departments: ['LSPD'] }))
  await page.goto('/cad/desktop')
  await expect(page.getByText('You are not on duty')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go on duty' }).click()
  await expect(page).toHaveURL(/\/cad$/)
})

test('leaving the desktop on duty asks, and staying stays', async ({ evening }) => {
  const { page } = await evening.join('officer', '4L12')
  await page.getByRole('link', { name: /^10/ }).or(page.getByTitle('Back to the dashboard')).first().click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure you want to leave this page? Your session will be reset, and you will lose all data')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/\/cad\/desktop/)
  await expect(panel(page, 'call')).toBeVisible()
})

test('duty that ends elsewhere is said, and leads to where one goes on duty again', async ({ evening }) => {
  const officer = await evening.join('officer', '4L12')
  await officer.api('GET', `/api/patrol/unit/status/${officer.userId}/1`)
  await expect(officer.page.getByText('You are off duty')).toBeVisible()
  await expect(officer.page.getByRole('link', { name: 'Go on duty again' })).toHaveAttribute('href', '/cad')
})

test('a panel is moved by its menu, resized by keys, and keeps what is in it', async ({ evening }) => {
  const { page } = await evening.join('dispatcher', 'D-3')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.keyboard.press('n')
  await page.getByLabel('Location').fill('Alta St 8077')
  const left = async (id: string) => (await page.locator(`#panel-${id}`).boundingBox())?.x ?? 0
  expect(await left('new-call')).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Move or close New call' }).click()
  await page.getByRole('menuitem', { name: 'To the left edge' }).click()
  await expect.poll(() => left('new-call')).toBeLessThan(20)
  await expect(page.getByLabel('Location')).toHaveValue('Alta St 8077')
  const before = (await page.locator('#panel-new-call').boundingBox())?.width ?? 0
  await page.getByRole('separator').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await page.locator('#panel-new-call').boundingBox())?.width).toBeGreaterThan(before + 10)
  await page.reload()
  await expect.poll(() => left('new-call')).toBeLessThan(20)
})

test('a panel is dragged beside another', async ({ evening }) => {
  const { page } = await evening.join('dispatcher', 'D-3')
  const box = async (id: string) => (await page.locator(`#panel-${id}`).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const target = await box('calls')
  await page.locator('#tab-units').dragTo(page.locator('#panel-calls'), { targetPosition: { x: target.width / 2, y: target.height - 20 } })
  await expect.poll(async () => (await box('units')).x).toBeCloseTo((await box('calls')).x, 0)
  expect((await box('units')).y).toBeGreaterThan((await box('calls')).y)
})

test('every panel is a key away', async ({ evening }) => {
  const { page } = await evening.join('dispatcher', 'D-3')
  const focused = () => page.evaluate(() => document.activeElement?.closest('[data-panel]')?.getAttribute('data-panel'))
  await page.keyboard.press('F6')
  await expect.poll(focused).toBe('calls')
  await page.keyboard.press('F6')
  await expect.poll(focused).toBe('map')
  await page.keyboard.press('F6')
  await expect.poll(focused).toBe('call')
  await page.keyboard.press('Shift+F6')
  await expect.poll(focused).toBe('map')
  await page.keyboard.press('Alt+4')
  await expect.poll(focused).toBe('units')
})

test('a narrow window holds the panels as tabs, a wide one side by side again', async ({ evening }) => {
  const { page } = await evening.join('dispatcher', 'D-3')
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(page.getByRole('tab', { name: 'Units' })).toHaveAttribute('aria-selected', 'false')
  // One row above, and nothing cut: the filters are a menu.
  const box = async (each: Locator) => (await each.boundingBox()) ?? { x: 0, width: 0, height: 0 }
  expect((await box(page.getByRole('region', { name: 'Your desk' }))).height).toBeLessThan(52)
  await expect(page.getByRole('combobox', { name: 'Show' })).toBeVisible()
  const [button, calls] = [await box(page.getByRole('button', { name: /^New call/ }).first()), await box(page.locator('#panel-calls'))]
  expect(button.x + button.width).toBeLessThanOrEqual(calls.x + calls.width)
  await page.getByRole('tab', { name: 'Units' }).click()
  await expect(panel(page, 'units')).toBeVisible()
  await expect(panel(page, 'calls')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect(panel(page, 'calls')).toBeVisible()
  await expect(panel(page, 'units')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Show' })).toHaveCount(0)
})

test('a tablet shows one panel at a time, with everything large enough for a finger', async ({ evening }) => {
  test.slow()
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
  const dispatcher = await evening.join('dispatcher', 'D-9')
  await as(await portal.createUser({ roles: ['Staff'], departments: ['LSPD'] }))
  await page.goto(`/cad/desktop?serverId=${evening.serverId}`)
  await expect(page.locator(`[data-unit-id="${dispatcher.userId}"]`)).toBeVisible()
  await page.getByRole('button', { name: /^Server:/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Server 1', exact: true }).click()
  await expect(page).toHaveURL(/serverId=1$/)
  await expect(page.locator(`[data-unit-id="${dispatcher.userId}"]`)).toHaveCount(0)
})
