import { expectPageAccessible } from './support/accessible.ts'
import { apiOf, createSession } from './support/api.ts'
import { watchProblems } from './support/problems.ts'
import { expect, test } from './support/test.ts'

const PASSWORD = 'correct horse battery'

test('someone applies, is asked back, answers on another device, and is accepted to a department and rank', async ({
  page,
  portal,
  browser,
  as,
}) => {
  const api = apiOf(portal, await createSession(portal, portal.root))
  const versionOf = async (key: string) =>
    (await api<{ key: string; version: number }[]>('GET', '/api/settings')).find((each) => each.key === key)?.version ?? 0
  const setOpen = async (value: boolean) =>
    api('PUT', '/api/settings/registrations.open', { value, version: await versionOf('registrations.open') })
  await setOpen(true)
  await api('POST', '/api/fields', {
    of: 'registration',
    type: 'text',
    name: 'Why do you want to join',
    isRequired: true,
    audience: ['owner'],
  })

  const context = await browser.newContext({ baseURL: portal.url })
  const problems = await watchProblems(context)
  const applicant = await context.newPage()
  // The page is served with the setting once the portal has read it.
  await expect(async () => {
    await applicant.goto('/login')
    await applicant.getByRole('link', { name: 'Apply for an account' }).click({ timeout: 2000 })
  }).toPass()
  await expect(applicant.getByRole('heading', { level: 1, name: 'Apply for an account' })).toBeVisible()
  await applicant.getByLabel('Your name').fill('Nora Vance')
  await applicant.getByLabel('Email address').fill('nora.vance@example.com')
  await applicant.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await applicant.getByRole('button', { name: /^Apply to/ }).click()
  await expect(applicant.getByLabel('Why do you want to join')).toBeFocused()
  await applicant.getByLabel('Why do you want to join').fill('My friends play here')
  await expectPageAccessible(applicant)
  await applicant.getByRole('button', { name: /^Apply to/ }).click()
  await expect(applicant.getByRole('heading', { level: 1, name: 'Your application is waiting' })).toBeVisible()
  await expectPageAccessible(applicant)
  expect(await applicant.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await context.close()

  await as(portal.root)
  await page.goto('/admin/registrations')
  const entry = page.getByRole('list', { name: 'Applications' }).getByRole('listitem').filter({ hasText: 'Nora Vance' })
  await entry.getByRole('button', { name: /^Open/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Application of Nora Vance' })
  await expect(dialog).toContainText('My friends play here')
  await expectPageAccessible(page)
  await dialog.getByText('Ask back', { exact: true }).click()
  await dialog.getByLabel('Your question').fill('Which time zone are you in?')
  await dialog.getByRole('button', { name: 'Send question' }).click()
  await expect(dialog).toBeHidden()
  await expect(entry).toContainText('Asked back')

  const other = await browser.newContext({ baseURL: portal.url })
  const again = await other.newPage()
  await again.goto('/login/register')
  await again.getByRole('button', { name: 'Open your application' }).click()
  await again.getByLabel('Email address').fill('nora.vance@example.com')
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(again.getByRole('heading', { level: 1, name: 'Staff have a question' })).toBeVisible()
  await again.getByLabel('Your answer').fill('Central Europe')
  await again.getByRole('button', { name: 'Send answer' }).click()
  await expect(again.getByRole('heading', { level: 1, name: 'Your application is waiting' })).toBeVisible()

  await page.reload()
  await entry.getByRole('button', { name: /^Open/ }).click()
  await expect(dialog).toContainText('Central Europe')
  for (const [label, option] of [
    ['Department', 'Los Santos Police Department (LSPD)'],
    ['Rank', 'Officer I'],
  ] as const) {
    await dialog
      .getByRole('combobox', { name: label })
      .or(dialog.getByRole('textbox', { name: label }))
      .last()
      .click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await dialog.getByRole('button', { name: 'Accept and create account' }).click()
  await expect(dialog).toBeHidden()
  await setOpen(false)

  await again.reload()
  await again.getByRole('link', { name: 'Go to the sign-in' }).click()
  await again.getByLabel('Email address').fill('nora.vance@example.com')
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(again).toHaveURL(`${portal.url}/user/home`)
  await other.close()
  expect(problems.unexpected()).toEqual([])
})
