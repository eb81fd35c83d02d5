import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { atAnotherMachine, heading } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('an announcement appears on open home pages, and stays dismissed', async ({ page, portal, as, browser }) => {
  const member = await portal.createUser({ name: 'Ann Ounced', departments: ['FIRE'] })
  const theirs = await atAnotherMachine(browser, portal, member, '/user/home')
  await theirs.waitForLoadState('networkidle')

  await as(await portal.createUser({ name: 'Stella Staff', roles: ['Staff'] }))
  await page.goto('/user/home')
  await page.getByRole('link', { name: 'Write', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Write announcement' })
  await dialog.getByLabel('Title').fill('New ladder truck')
  await dialog.getByLabel('Text').fill('Training at https://example.org/ladder on Sunday.')
  await dialog.getByLabel('For').selectOption({ label: 'San Andreas Fire Rescue' })
  await dialog.getByRole('button', { name: '1 week' }).click()
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('New ladder truck')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Announce' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /New ladder truck/ })).toContainText('FIRE')
  await expectAccessible(page)

  const item = theirs.getByRole('article').filter({ hasText: 'New ladder truck' })
  await expect(item).toContainText('FIRE')
  await expect(item.getByRole('link')).toHaveAttribute('rel', /noopener/)
  await item.getByRole('button', { name: 'Dismiss New ladder truck' }).click()
  await expect(item).toBeHidden()
  await theirs.getByRole('button', { name: 'Undo' }).click()
  await expect(item).toBeVisible()
  await item.getByRole('button', { name: 'Dismiss New ladder truck' }).click()
  await expect(item).toBeHidden()
  await theirs.reload()
  await theirs.waitForLoadState('networkidle')
  await expect(item).toBeHidden()
  await theirs.evaluate(() => Object.keys(localStorage).forEach((key) => key !== 'token' && localStorage.removeItem(key)))
  await theirs.reload()
  await expect(heading(theirs)).toBeVisible()
  await theirs.waitForLoadState('networkidle')
  await expect(item).toBeHidden()

  await page
    .getByRole('row', { name: /New ladder truck/ })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete announcement' }).click()
  await expect(page.getByRole('row', { name: /New ladder truck/ })).toBeHidden()
  await theirs.context().close()
})

test(
  'two staff edit one announcement: the second decides what becomes of the first',
  { tag: '@full' },
  async ({ page, portal, as, browser, problems }) => {
    const first = await portal.createUser({ name: 'Ed First', roles: ['Staff'] })
    const editing = async (at: Page) => {
      await at
        .getByRole('row', { name: /Shared words/ })
        .getByRole('button', { name: /^Edit/ })
        .click()
      return at.getByRole('dialog', { name: 'Edit announcement' })
    }
    await as(await portal.createUser({ name: 'Ed Second', roles: ['Staff'] }))
    await page.goto('/staff/announcements?write=new')
    const writing = page.getByRole('dialog', { name: 'Write announcement' })
    await writing.getByLabel('Title').fill('Shared words')
    await writing.getByLabel('Text').fill('As first written')
    await writing.getByRole('button', { name: 'Announce' }).click()
    await expect(writing).toBeHidden()

    const other = await atAnotherMachine(browser, portal, first, '/staff/announcements')
    const mine = await editing(page)
    const theirs = await editing(other)
    await theirs.getByLabel('Text').fill('As changed by the first')
    await theirs.getByRole('button', { name: 'Save' }).click()
    await expect(theirs).toBeHidden()

    problems.allow(/status of 409/)
    await mine.getByLabel('Text').fill('As changed by the second')
    await mine.getByRole('button', { name: 'Save' }).click()
    await expect(mine.getByText('This announcement was changed in the meantime.')).toBeVisible()
    await mine.getByRole('button', { name: 'Use theirs' }).click()
    await expect(mine.getByLabel('Text')).toHaveValue('As changed by the first')
    await mine.getByLabel('Text').fill('As agreed')
    await mine.getByRole('button', { name: 'Save' }).click()
    await expect(mine).toBeHidden()
    await other.context().close()
  },
)
