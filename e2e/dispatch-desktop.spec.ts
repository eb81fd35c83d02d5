import { expectAccessible } from './support/accessible.ts'
import { callRow, command, expect, panel, test } from './support/dispatch.ts'

test.describe.configure({ timeout: 120_000 })

const ROBBERY = 4

test('a new call that is half-written survives a reload', async ({ evening }) => {
  const { page } = await evening.join('dispatcher', 'D-3')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.keyboard.press('n')
  await page.getByLabel('Location').fill('Great Ocean Hwy')
  await page.getByLabel('Narrative').fill('Caller hung up')
  await page.reload()
  await page.locator('[data-panel]').first().waitFor()
  await page.keyboard.press('n')
  await expect(page.getByLabel('Location')).toHaveValue('Great Ocean Hwy')
  await expect(page.getByLabel('Narrative')).toHaveValue('Caller hung up')
})

test('resized past the width of its layouts, the desktop keeps the open call, the form and where lists are', async ({ evening }) => {
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const { page } = dispatcher
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
  const top = await scrolled()
  for (const width of [1300, 1050, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByLabel('Location')).toHaveValue('Forum Dr')
    await expect(page.getByLabel('Location'), 'typing goes on').toBeFocused()
    await expect(page.getByRole('tab', { name: new RegExp(String(callId)) })).toBeVisible()
    expect(await scrolled()).toBe(top)
  }
})

test('the desktop is as it was left, and can be put back as it was at first', async ({ evening }) => {
  const { page } = await evening.join('dispatcher', 'D-3')
  page.on('dialog', (dialog) => void dialog.accept())
  await expect(panel(page, 'units')).toBeVisible()
  await page.getByRole('button', { name: 'Panels', exact: true }).click()
  await page.getByRole('menu').getByText('Units', { exact: true }).click()
  await expect(panel(page, 'units')).toHaveCount(0)
  await page.reload()
  await expect(panel(page, 'calls')).toBeVisible()
  await expect(panel(page, 'units')).toHaveCount(0)
  await page.getByRole('button', { name: 'Panels', exact: true }).click()
  await page.getByRole('menu').getByText('Reset layout').click()
  await expect(panel(page, 'units')).toBeVisible()
})

test('going on duty and off again', async ({ page, portal, as }) => {
  await as(await portal.createUser({ name: 'Rosa Delgado', departments: ['LSPD'] }))
  await page.goto('/cad')
  await page.getByText('Server 1', { exact: true }).click()
  await expect(page.getByLabel('Call sign')).not.toHaveValue('')
  await expect(page.locator('label').filter({ hasText: 'Server 1' })).toContainText('Offline')
  await page.getByLabel('Call sign').fill('4L12')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cad\/desktop/)
  await expect(page.getByRole('group', { name: 'Your status' })).toBeVisible()
  await page.getByRole('button', { name: /^4L12/ }).click()
  const you = page.getByRole('dialog', { name: 'You' })
  await expect(you.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/user/home')
  await expect(you.getByRole('link', { name: 'Account Settings' })).toHaveAttribute('href', '/user/settings')
  await expect(you.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
  // An officer's own statuses are in front; the others are a click away.
  const statuses = page.getByRole('group', { name: 'Your status' })
  await expect(statuses.getByRole('button')).toHaveText(['In service', 'Busy', 'En route', 'On scene', 'Custody', 'More statuses'])
  await statuses.getByRole('button', { name: 'More statuses' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Off duty' }).click()
  await expect(page.getByText('You are off duty')).toBeVisible()
  await expect(page.getByText(/^You went off duty at \d\d:\d\d: \d min, 0 calls$/)).toBeVisible()

  // Again: the call sign is there and selected, so Enter is enough and typing replaces it.
  await page.getByRole('link', { name: 'Go on duty again' }).click()
  const sign = page.getByLabel('Call sign')
  await expect(sign).toBeFocused()
  expect(await sign.evaluate((field: HTMLInputElement) => [field.value, field.selectionStart, field.selectionEnd])).toEqual(['4L12', 0, 4])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cad\/desktop/)
})

test('a call sign that is in use: the free one is taken with focus staying in the field', async ({ page, portal, as, evening }) => {
  await evening.join('dispatcher', 'D-1', { path: '/user/home' })
  await as(await portal.createUser({ departments: ['COMM'] }))
  await page.goto('/cad')
  await page
    .getByText(/^Evening/)
    .last()
    .click()
  const sign = page.getByLabel('Call sign')
  await expect(sign).not.toHaveValue('')
  await sign.fill('D-1')
  await page.getByRole('button', { name: /^Take / }).click()
  await expect(sign).toBeFocused()
  await expect(sign).not.toHaveValue('D-1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cad\/desktop/)
})

for (const role of ['dispatcher', 'officer', 'firefighter', 'civilian'] as const) {
  test(`the desktop of a ${role} is accessible, dark and light`, async ({ evening }) => {
    const person = await evening.join(role, 'X-1')
    const { page } = person
    if (role !== 'civilian') {
      const { callId } = await evening.call(person, { callTypeId: ROBBERY, location: 'Great Ocean Hwy' })
      await expect(callRow(page, callId)).toBeVisible()
      await command(page, `c ${callId}`)
      await expect(panel(page, 'call')).toContainText('Robbery in progress')
    }
    await expectAccessible(page)
    await page.getByRole('button', { name: /light theme/i }).click()
    await expectAccessible(page)
    await page.goto('/cad')
    await expectAccessible(page)
  })
}
