import { expectAccessible } from './support/accessible.ts'
import { expect, test } from './support/test.ts'

test('a civilian registers a person and a car by keyboard, and finds them again', async ({ page, portal, as, problems }) => {
  // Who looked a character up is asked for, and not shown by default.
  problems.allow(/\/lookups\?/)
  await as(await portal.createUser({ departments: ['CIV'] }))
  await page.goto('/user/home')
  await page.getByRole('navigation', { name: 'Your pages' }).getByRole('link', { name: 'Characters' }).click()
  await page.getByRole('button', { name: 'Create character' }).press('Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Dexter Marlowe')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Born on')).toBeFocused()
  await page.getByLabel('Born on').fill('1991-03-03')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dexter Marlowe' })).toBeVisible()

  const add = page.getByRole('main').getByRole('button', { name: 'Add vehicle' })
  await add.press('Enter')
  await expect(page.getByLabel('Plate')).toBeFocused()
  await page.keyboard.type('46 EEK 572')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Karin Sultan')
  await page.keyboard.press('Enter')
  const row = page.getByRole('list', { name: 'Vehicles', exact: true }).getByRole('listitem')
  await expect(row).toContainText('46 EEK 572')
  await expect(add).toBeFocused()
  await page.getByRole('button', { name: /Apply.*Driver/ }).press('Enter')
  await expect(page.getByRole('button', { name: /Give up.*Driver/ })).toBeFocused()

  await page.reload()
  await expect(row).toContainText('Karin Sultan')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All characters' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Dexter Marlowe' })).toContainText('1 vehicle, 1 licence')
  await expectAccessible(page)
})
