import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { expect, panel, test } from './support/dispatch.ts'
import { atAnotherMachine } from './support/people.ts'

const timeToRespond = (page: Page) => page.getByRole('textbox', { name: 'Time to respond' })

test(
  'two admins at the settings: each sees the other’s change, and where both changed one, one of them chooses',
  { tag: '@full' },
  async ({ page, browser, portal, as }) => {
    const [ann, ben] = [
      await portal.createUser({ name: 'Ann', roles: ['Admin'] }),
      await portal.createUser({ name: 'Ben', roles: ['Admin'] }),
    ]
    await as(ann)
    await page.goto('/admin')
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Settings' }).click()
    const other = await atAnotherMachine(browser, portal, ben, '/admin/settings')
    const [mine, theirs] = [timeToRespond(page), timeToRespond(other)]
    await mine.fill('30')
    await theirs.fill('25')
    await other.keyboard.press('Enter')
    await expect(other.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
    await expect(theirs).toBeFocused()
    await expect(page.getByRole('alert').filter({ hasText: 'Ben changed this' })).toContainText(
      'It is now 25 minutes; you entered 30 minutes',
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Keep 30 minutes' }).press('Enter')
    await expect(mine).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(theirs).toHaveValue('30')
    await expect(other.getByText('Changed by Ann')).toBeVisible()
    await mine.fill('40')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).press('Enter')
    await page.getByRole('button', { name: 'Discard' }).press('Enter')
    await page.getByRole('button', { name: 'Reset Time to respond' }).press('Enter')
    await expect(mine).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(theirs).toHaveValue('10')
  },
)

test(
  '911 from the portal is switched off and on: what is open is said before, and the panel goes and comes back',
  { tag: '@full' },
  async ({ page, portal, as, evening }) => {
    const civilian = await evening.join('civilian', 'Casey')
    await evening.call(civilian, { narrative: 'A car hit a cyclist', location: 'Legion Square' })
    await as(await portal.createUser({ roles: ['Admin'] }))
    await page.goto('/admin/settings')
    const button = page.getByRole('button', { name: '911 from the portal' })
    await expect(civilian.page.getByRole('heading', { name: 'Call 911' })).toBeVisible()
    await button.press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(/\d+ emergency calls? (is|are) open/)
    await question.getByRole('button', { name: 'Switch off' }).press('Enter')
    await expect(button).toHaveText(/^Switch on/)
    await expect(button).toBeFocused()
    await expect(civilian.page.getByRole('heading', { name: 'Call 911' })).toHaveCount(0)
    await expect(panel(civilian.page, 'characters')).toBeVisible()
    await expectAccessible(civilian.page)
    await button.press('Enter')
    await expect(civilian.page.getByText('A car hit a cyclist')).toBeVisible()
  },
)
