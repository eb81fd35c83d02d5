import { expect, test } from '@playwright/test'
import { startTestSmtp, type TestSmtp } from '../server/src/testing/test-smtp.ts'
import { expectPageAccessible } from './support/accessible.ts'
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
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()

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
