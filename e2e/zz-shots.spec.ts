import { expect, test, type Page } from '@playwright/test'
import { startTestSmtp } from '../server/src/testing/test-smtp.ts'
import { apiOf, createSession } from './support/api.ts'
import { createFakeDiscord } from '../server/src/testing/discord/fake-discord.ts'
import { TOKEN } from './support/discord.ts'
import { startPortal } from './support/portal.ts'
import { withSession } from './support/session.ts'

test('shots', async ({ page, browser }) => {
  test.setTimeout(300_000)
  const smtp = await startTestSmtp()
  const discord = await createFakeDiscord({ token: TOKEN })
  discord.addGuild({ name: 'San Andreas' })
  const portal = await startPortal({ env: { SMTP_URL: smtp.url, DISCORD_API_URL: `${discord.url}/api`, DISCORD_SITE_URL: discord.url }, knowsAddress: true })
  discord.redirects.add(`${portal.url}/login/discord`)
  const api = apiOf(portal, await createSession(portal, portal.root))
  const { version: v } = await api<{ version: number }>('GET', '/api/discord/connection')
  await api('PUT', '/api/discord/connection', { token: TOKEN, clientId: discord.clientId, clientSecret: discord.clientSecret, version: v })
  const settings = await api<{ key: string; version: number }[]>('GET', '/api/settings')
  await api('PUT', '/api/settings/registrations.open', { value: true, version: settings.find(({ key }) => key === 'registrations.open')?.version ?? 0 })
  await api('POST', '/api/fields', { of: 'registration', type: 'text', name: 'Why do you want to join', isRequired: true, audience: ['owner'] })
  const shot = async (of: Page, name: string) => {
    for (const [width, height] of [[390, 844], [1024, 768], [1440, 900]] as const)
      for (const colorScheme of ['dark', 'light'] as const) {
        await of.setViewportSize({ width, height })
        await of.emulateMedia({ colorScheme })
        await of.screenshot({ path: `/tmp/b-shots/${name}-${width}-${colorScheme}.png` })
      }
  }
  await expect(async () => {
    await page.goto(`${portal.url}/login`)
    await page.getByRole('link', { name: 'Apply for an account' }).waitFor({ timeout: 1500 })
    await page.getByRole('button', { name: 'Continue with Discord' }).waitFor({ timeout: 1500 })
  }).toPass()
  await shot(page, 'login')
  await page.getByRole('link', { name: 'Apply for an account' }).click()
  await page.getByLabel('Your name').fill('Ada Applies')
  await shot(page, 'apply')
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Why do you want to join').fill('My friends play here')
  await page.getByRole('button', { name: /^Apply to/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your email address' })).toBeVisible()
  await shot(page, 'unconfirmed')
  const { text } = await smtp.mailTo('ada@example.com')
  const phone = await (await browser.newContext()).newPage()
  await phone.goto(/http:\S+\/login\/register#\S+/.exec(text)?.[0] ?? '')
  await phone.getByRole('button', { name: 'Confirm' }).waitFor()
  await shot(phone, 'confirm')
  await phone.getByRole('button', { name: 'Confirm' }).click()
  await expect(phone.getByText('Your email address is confirmed.')).toBeVisible()
  await shot(phone, 'confirmed')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Your application waits' })).toBeVisible()
  await page.getByRole('button', { name: 'Prove your Discord account' }).waitFor()
  await shot(page, 'waits')
  const staff = await (await browser.newContext()).newPage()
  await withSession(staff, portal, portal.root)
  await staff.goto(`${portal.url}/admin/registrations`)
  await staff.getByRole('button', { name: /^Open/ }).waitFor()
  await shot(staff, 'queue')
  await staff.getByRole('button', { name: /^Open/ }).click()
  await staff.getByRole('dialog').getByText('My friends play here').waitFor()
  await shot(staff, 'dialog')
  await staff.goto(`${portal.url}/admin/mail`)
  await staff.getByText('Application to confirm').first().waitFor()
  await shot(staff, 'mail')
  await staff.goto(`${portal.url}/discord/mappings`)
  await staff.getByRole('heading', { level: 1 }).waitFor()
  await shot(staff, 'mappings')
  await portal.stop()
  await discord.close()
  await smtp.close()
})
