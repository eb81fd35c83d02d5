import { expectAccessible } from './support/accessible.ts'
import { callRow, expect, test } from './support/dispatch.ts'

test('an admin makes the call types and dispositions their own while a dispatcher types a call, who has them without losing a key', async ({
  page,
  portal,
  as,
  evening,
  problems,
}) => {
  problems.allow(/409/)
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const { callId } = await evening.call(dispatcher, { callTypeId: 24, location: 'Vespucci Blvd' })
  await expect(callRow(dispatcher.page, callId)).toBeVisible()
  await dispatcher.page.keyboard.press('n')
  const location = dispatcher.page.getByLabel('Location')
  await location.fill('Del Perro ')

  await as(await portal.createUser({ name: 'Ann', roles: ['Admin'] }))
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'CAD values' }).click()
  await page.getByRole('button', { name: 'Add call type' }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.keyboard.type('10-31')
  await page.getByLabel('Name').fill('Burglary')
  await page.getByLabel('Priority').selectOption('1, emergency')
  await page.getByLabel('Code').press('Enter')
  await expect(page.getByText('Choose who is concerned')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Police' }).check()
  await page.getByLabel('Code').fill('BURGLARY')
  await page.getByLabel('Code').press('Enter')
  await expect(page.getByText('Another call type already has this code')).toBeVisible()
  await page.getByLabel('Code').fill('10-31')
  await page.keyboard.press('Enter')
  await expect(page.getByText('10-31 Burglary has been added')).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  await expect(page.getByLabel('Code')).toHaveValue('')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Dispositions' }).click()
  await page.getByRole('button', { name: 'Unfounded', exact: true }).click()
  await page.getByLabel('Name').fill('False alarm')
  await page.keyboard.press('Enter')
  await expect(page.getByText('False alarm has been saved')).toBeVisible()
  await page.getByRole('button', { name: 'Move False alarm up' }).click()

  await page.getByRole('link', { name: /^Statuses/u }).click()
  await page.getByRole('button', { name: /^On scene/u }).click()
  await page.getByLabel('Short name').fill('10-97')
  await page.keyboard.press('Enter')
  await expect(page.getByText('On scene has been saved')).toBeVisible()
  await page.getByRole('button', { name: 'Add status' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Meal break')
  await page.getByLabel('Short name').fill('Meal')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Meal break has been added')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Dispositions/u }).click()

  const { page: desk } = dispatcher
  await expect(location).toBeFocused()
  await desk.keyboard.type('Pier')
  await expect(location).toHaveValue('Del Perro Pier')
  await desk.keyboard.press('Escape')
  await callRow(desk, callId).click({ button: 'right' })
  await desk.getByRole('menuitem', { name: /^Clear/u }).click()
  const chips = desk.getByRole('group', { name: 'Usual dispositions' }).getByRole('button')
  await expect(chips.filter({ hasText: 'False alarm' })).toBeVisible()
  await expect(chips.filter({ hasText: 'Unfounded' })).toHaveCount(0)
  await desk.keyboard.press('Escape')
  await desk.keyboard.press('Control+k')
  await desk.keyboard.type('n 10-31 ')
  await expect(desk.getByText('Burglary').first()).toBeVisible()
  await desk.keyboard.press('Escape')
  await desk.keyboard.press('Control+k')
  await desk.keyboard.type('s me meal')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('button', { name: 'Meal', exact: false }).first()).toBeVisible()

  // The other tests of this portal find everything as shipped.
  for (const kind of ['Dispositions', 'Call types', 'Statuses']) {
    await page.getByRole('link', { name: new RegExp(`^${kind}`, 'u') }).click()
    await page.getByRole('button', { name: 'As shipped…' }).click()
    await page.getByRole('button', { name: 'Make as shipped' }).click()
    await expect(page.getByText(`The ${kind.toLowerCase()} are as shipped again`)).toBeVisible()
  }
})
