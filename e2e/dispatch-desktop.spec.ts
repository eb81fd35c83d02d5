import { expectAccessible } from './support/accessible.ts'
import { callRow, command, expect, panel, test } from './support/dispatch.ts'

const ROBBERY = 4

test('a new call and a line for the log that are half-written survive a reload, and what another writes is there at once', async ({
  evening,
}) => {
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const { page } = dispatcher
  const sheet = panel(page, 'call')
  page.on('dialog', (dialog) => void dialog.accept())
  const burglary = await evening.call(dispatcher, { callTypeId: ROBBERY, title: 'Burglary', location: 'Alta St' })
  const noise = await evening.call(dispatcher, { callTypeId: ROBBERY, title: 'Noise', location: 'Forum Dr' })
  const log = sheet.getByRole('textbox', { name: 'Add to the log' })
  await callRow(page, burglary.callId).click()
  await log.fill('Caller hung up')
  await callRow(page, noise.callId).click()
  await expect(sheet.getByRole('heading', { name: /Noise/ })).toBeVisible()
  await expect(log).toHaveValue('')
  await page.getByRole('grid', { name: 'Calls' }).focus()
  await page.keyboard.press('n')
  await page.getByLabel('Location').fill('Great Ocean Hwy')
  await page.getByLabel('Narrative').fill('Two men running')
  await page.reload()
  await callRow(page, burglary.callId).click()
  await expect(log).toHaveValue('Caller hung up')
  await log.press('Enter')
  await expect(sheet.getByRole('list', { name: 'Log, newest first' })).toContainText('D-3 Caller hung up')
  await expect(log).toHaveValue('')
  const { version, ...call } = burglary
  await dispatcher.api('PUT', `/api/cad/call/${burglary.callId}`, { ...call, version, caller: 'T. Marsh' })
  await expect(sheet.getByRole('button', { name: /^Caller/ })).toContainText('T. Marsh')
  await page.getByRole('grid', { name: 'Calls' }).focus()
  await page.keyboard.press('n')
  await expect(page.getByLabel('Location')).toHaveValue('Great Ocean Hwy')
  await expect(page.getByLabel('Narrative')).toHaveValue('Two men running')
})

test('going on duty and off again', async ({ page, portal, as }) => {
  await as(await portal.createUser({ name: 'Rosa Delgado', departments: ['LSPD'] }))
  await page.goto('/cad/desktop')
  await expect(page.getByText('You are not on duty')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go on duty' }).click()
  await expect(page).toHaveURL(/\/cad$/)
  await page.getByText('Server 1', { exact: true }).click()
  await expect(page.getByLabel('Call sign')).not.toHaveValue('')
  await expect(page.locator('label').filter({ hasText: 'Server 1' })).toContainText('Offline')
  const own = await page.getByLabel('Call sign').inputValue()
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

  // Again: their own call sign is there and selected, whatever they used last, so Enter is enough and typing replaces it.
  await page.getByRole('link', { name: 'Go on duty again' }).click()
  const sign = page.getByLabel('Call sign')
  await expect(sign).toBeFocused()
  const selected = () => sign.evaluate((field: HTMLInputElement) => [field.value, field.selectionStart, field.selectionEnd])
  await expect.poll(selected).toEqual([own, 0, own.length])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cad\/desktop/)
})

test('a call sign that is in use: the free one is taken with focus staying in the field', async ({ page, portal, as, evening }) => {
  await evening.unit('dispatcher', 'D-1')
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
  test(`the desktop of a ${role} is accessible, dark and light`, { tag: '@full' }, async ({ evening }) => {
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
