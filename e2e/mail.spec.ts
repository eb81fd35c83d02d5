import { expect, test } from '@playwright/test'
import { startTestSmtp, type TestSmtp } from '../server/src/testing/test-smtp.ts'
import { expectPageAccessible } from './support/accessible.ts'
import { apiOf, createSession } from './support/api.ts'
import { startPortal, type Portal } from './support/portal.ts'
import { withSession } from './support/session.ts'

let portal: Portal
let smtp: TestSmtp
test.beforeAll(async () => {
  smtp = await startTestSmtp()
  portal = await startPortal({ env: { SMTP_URL: smtp.url }, knowsAddress: true })
})
test.afterAll(async () => {
  await portal?.stop()
  await smtp?.close()
})

test('a member who lost their password has a link mailed from the sign-in page, sets a new one and is signed in', async ({ page }) => {
  const member = await portal.createUser({ name: 'Lou Lost', email: 'lou.lost@example.com' })
  await page.goto(`${portal.url}/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).press('Enter')
  await expect(page.getByLabel('Email address')).toBeFocused()
  await expectPageAccessible(page)
  await page.keyboard.type(member.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused()

  const { text } = await smtp.mailTo(member.email)
  const [link = ''] = /http:\S+\/login\/reset#\S+/.exec(text) ?? []
  expect(link.startsWith(`${portal.url}/login/reset#`)).toBe(true)
  await page.goto(link)
  await expect(page.getByText(member.email)).toBeVisible()
  await page.getByLabel('New password').fill('a password that I remember')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${portal.url}/user/home`)
  await expect(page.getByText('Your password is set and you are signed in.')).toBeVisible()
})

test('an admin sends a test mail, and sees the mail server’s own answer, yes or no', async ({ page }) => {
  await withSession(page, portal, portal.root)
  await page.goto(`${portal.url}/admin/mail`)
  await page.getByRole('button', { name: 'Send a test mail' }).press('Enter')
  await expect(page.getByText('Taken as test-1')).toBeVisible()
  smtp.behave({ atRecipient: [550, '5.1.1 Nobody of that name lives here'] })
  await page.getByRole('button', { name: 'Send a test mail' }).press('Enter')
  await expect(page.getByText('Nobody of that name lives here')).toBeVisible()
  await expectPageAccessible(page)
})

test('someone applies, confirms the address by the mailed link on another device, and the queue has the application then', async ({
  page,
  browser,
}) => {
  const api = apiOf(portal, await createSession(portal, portal.root))
  const settings = await api<{ key: string; version: number }[]>('GET', '/api/settings')
  const version = settings.find(({ key }) => key === 'registrations.open')?.version ?? 0
  await api('PUT', '/api/settings/registrations.open', { value: true, version })
  const staff = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await withSession(staff, portal, portal.root)
  await staff.goto(`${portal.url}/admin/registrations`)
  await expect(staff.getByText('No applications are waiting.')).toBeVisible()
  smtp.behave({})
  await expect(async () => {
    await page.goto(`${portal.url}/login/register`)
    await page.getByLabel('Your name').fill('Ada Applies', { timeout: 2000 })
  }).toPass()
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: /^Apply to/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your email address' })).toBeVisible()
  await expectPageAccessible(page)
  await smtp.mailTo('ada@example.com')
  await page.getByRole('button', { name: 'Mail another link' }).press('Enter')
  await expect(page.getByText('Another link was mailed.')).toBeVisible()
  const { text } = await smtp.mailTo('ada@example.com', 1)
  const [link = ''] = /http:\S+\/login\/register#\S+/.exec(text) ?? []

  const phone = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(phone.getByText('Your email address is confirmed.')).toBeVisible()
  await expect(phone.getByRole('heading', { level: 1, name: 'Open your application' })).toBeVisible()
  await expect(phone).toHaveURL(`${portal.url}/login/register`)
  await expectPageAccessible(phone)
  await expect(staff.getByRole('listitem').filter({ hasText: 'Ada Applies' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Your application is waiting' })).toBeVisible()
  await staff.goto(`${portal.url}/admin/mail`)
  await expect(staff.getByText('Application to confirm').first()).toBeVisible()
  await phone.context().close()
  await staff.context().close()
})
