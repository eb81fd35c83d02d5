import { expectAccessible } from './support/accessible.ts'
import { callRow, expect, test } from './support/dispatch.ts'
import { picture } from './support/picture.ts'

test('an admin gives the portal its logo, colour and words; a dispatcher has them without losing a key, and strangers at the login page too', async ({
  page,
  browser,
  portal,
  as,
  evening,
}) => {
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const { callId } = await evening.call(dispatcher, { callTypeId: 24, location: 'Vespucci Blvd' })
  await expect(callRow(dispatcher.page, callId)).toBeVisible()
  await dispatcher.page.keyboard.press('n')
  const location = dispatcher.page.getByLabel('Location')
  await location.fill('Del Perro ')

  await as(await portal.createUser({ name: 'Ann', roles: ['Admin'] }))
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Look' }).click()
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('red')
  await page.getByRole('textbox', { name: 'Short name' }).fill('LSRP')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a colour such as #0b63ce')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Colour', exact: true })).toBeFocused()
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffcc00')
  const preview = page.getByRole('region', { name: 'Preview' })
  await page.getByRole('textbox', { name: 'Login text' }).fill('Welcome to the shore')
  await page.getByRole('textbox', { name: 'Footer line' }).fill('Rules: shore.example')
  await expect(preview).toContainText('Welcome to the shore')
  for (const [label, name, file] of [
    ['Logo', 'logo.png', picture(300, 300, [204, 51, 17])],
    ['Login picture', 'shore.png', picture(1600, 900, [51, 102, 153])],
  ] as const) {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: label, exact: true }).press('Enter')
    await (await choosing).setFiles({ name, mimeType: 'image/png', buffer: file })
    await expect(page.getByRole('button', { name: label, exact: true })).toHaveText('Change the picture')
    await expect(page.getByRole('button', { name: label, exact: true })).toBeFocused()
  }
  await expect(dispatcher.page.locator('img[src*="/api/look/"]'), 'nobody else has it yet').toHaveCount(0)
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Look saved')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('Rules: shore.example')
  await expectAccessible(page)

  await expect(dispatcher.page.locator('header img[src*="/api/look/"], img[src*="/api/look/"]').first()).toBeVisible()
  await dispatcher.page.keyboard.type('Pier')
  await expect(location).toHaveValue('Del Perro Pier')
  await expect(location).toBeFocused()
  const accent = () =>
    dispatcher.page.evaluate(() =>
      getComputedStyle(document.querySelector('.cad-dark-theme') ?? document.body).getPropertyValue('--accent'),
    )
  expect(await accent()).toBe('#ffcc00')

  const stranger = await browser.newPage({ baseURL: portal.url })
  await stranger.goto('/login')
  await expect(stranger.getByText('Welcome to the shore')).toBeVisible()
  await expect(stranger.locator('link[rel="icon"]')).toHaveAttribute('href', /\/api\/look\/pictures\/[\w-]{22}\/thumbnail$/)
  await expectAccessible(stranger)
  await stranger.close()

  // As it was, for the tests that have this portal next.
  for (const label of ['Logo', 'Short name', 'Colour', 'Login picture', 'Login text', 'Footer line']) {
    await page.getByRole('button', { name: `Reset ${label}` }).click()
  }
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  await expect(dispatcher.page.locator('img[src*="/api/look/"]')).toHaveCount(0)
  expect(await accent()).toBe('#4c9dff')
})
