import { expectAccessible } from './support/accessible.ts'
import { heading } from './support/people.ts'
import { expect, test } from './support/test.ts'

const PEOPLE = 50

test('50 people by CSV: rows with errors are named and left out, the others get accounts with links', async ({ page, portal, as }) => {
  await as(await portal.createUser({ name: 'Ada Admin', roles: ['Admin'] }))
  await page.goto('/admin/add-users')
  await expect(heading(page)).toHaveText('Add people from a file')
  const rows = Array.from({ length: PEOPLE }, (_, i) => `Recruit ${i},recruit${i}-${process.pid}@example.com,LSPD,Cadet,`)
  const upload = async (lines: string[]) => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    const buffer = Buffer.from(['name,email,department,rank,steamHex', ...lines].join('\n'))
    await (await choosing).setFiles({ name: 'recruits.csv', mimeType: 'text/csv', buffer })
  }
  await upload([...rows.slice(2), `Twice,${rows[2]?.split(',')[1]},LSPD,Cadet,`, 'Nora,nora,NASA,,12'])
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems.getByRole('row', { name: /^50 email recruit2\S+ Row 2 has the same address$/ })).toBeVisible()
  await expect(problems.getByRole('row', { name: '51 steamHex 12 A Steam hex has exactly 15 characters, 0–9 and a–f' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Create ${PEOPLE - 2} accounts` })).toBeFocused()
  await expectAccessible(page)

  await upload(rows)
  await expect(page.getByRole('button', { name: `Create ${PEOPLE} accounts` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `${PEOPLE} accounts are made` })).toBeFocused()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download links as CSV' }).click()
  const stream = await (await downloading).createReadStream()
  let file = ''
  for await (const chunk of stream) file += String(chunk)
  expect(file.trim().split('\r\n')).toHaveLength(PEOPLE + 1)
  expect(file).toMatch(/Recruit 7,recruit7-\d+@example\.com,LSPD,Cadet,http\S+\/login\/reset#(?:[A-Z2-9]{4}-){6}[A-Z2-9]{4},/)
})

test('a lost password is set again by the link that an admin made, and the member is signed in', async ({ page, portal, browser, as }) => {
  const member = await portal.createUser({ name: 'Lou Lost' })
  await as(await portal.createUser({ name: 'Ada Admin', roles: ['Admin'] }))
  await page.goto(`/admin/users?q=${encodeURIComponent(member.email)}`)
  await page.getByRole('row', { name: 'Lou Lost' }).getByRole('link', { name: 'Lou Lost' }).click()
  await page.getByRole('button', { name: 'Create password link' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create link' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Password link for Lou Lost' })
  const link = await dialog.locator('code').innerText()
  expect(link.startsWith(`${portal.url}/login/reset#`)).toBe(true)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have copied it' }).press('Enter')
  await expect(page.getByText(/^Waiting to be used, until/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create password link' })).toBeFocused()

  const elsewhere = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.getByText(member.email)).toBeVisible()
  await elsewhere.getByLabel('New password').fill('a password that I remember')
  await elsewhere.getByLabel('New password').press('Enter')
  await expect(elsewhere.getByText('Your password is set and you are signed in.')).toBeVisible()
  await expect(elsewhere).toHaveURL('/user/home')
  await elsewhere.context().close()
})
