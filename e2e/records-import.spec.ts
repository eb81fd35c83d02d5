import { expectAccessible } from './support/accessible.ts'
import { heading } from './support/people.ts'
import { expect, test } from './support/test.ts'

const HEADER = 'externalId,name,bornOn,phone'

test('an admin imports people: the dry run shows a problem, the corrected file is imported', async ({ page, portal, as }) => {
  await as(await portal.createUser({ name: 'Ada Admin', roles: ['Admin'] }))
  await page.goto('/admin/imports')
  await expect(heading(page)).toHaveText('Import')
  const upload = async (name: string, rows: string[]) => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from([HEADER, ...rows].join('\n')) })
  }
  await upload('people.csv', ['e2e-1,Imelda Import,1990-01-31,555-0100', 'e2e-2,Ivo Import,31.1.1990,', 'e2e-3,Ida Import,1991-05-05,'])
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems.getByRole('row', { name: '3 bornOn 31.1.1990 Enter a date, such as 1990-01-31' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeFocused()
  await expectAccessible(page)

  await upload('people-2.csv', ['e2e-1,Imelda Import,1990-01-31,555-0100', 'e2e-2,Ivo Import,1990-01-31,', 'e2e-3,Ida Import,1991-05-05,'])
  await expect(page.getByRole('button', { name: 'Import 3 rows' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 added', { exact: true })).toBeVisible()
  const history = page.getByRole('region', { name: 'Imports', exact: true })
  await expect(history.getByRole('row', { name: /people-2\.csv People Imported 3 added, 0 changed Ada Admin/ })).toBeVisible()
  await expect(history.getByRole('row', { name: /people\.csv People Problems found/ })).toBeVisible()

  await page.getByRole('button', { name: 'Undo import' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove 3 people' }).press('Enter')
  await expect(page.getByText('3 removed', { exact: true })).toBeVisible()
  await expect(page.getByText('Undone by Ada Admin')).toBeFocused()
})
