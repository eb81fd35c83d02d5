import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { INTENT } from '../server/src/testing/discord/intents.ts'
import { agreeAtDiscord, hasRole, inDatabase, joinDiscord, linkOnPage, startCommunity, TOKEN, type Community } from './support/discord.ts'
import { card, choose } from './support/people.ts'
import { withSession } from './support/session.ts'

// One portal and one Discord server, which each journey finds as the one before left them.
test.describe.configure({ mode: 'serial' })

let community: Community
let rosa: string
test.beforeAll(async () => {
  community = await startCommunity()
  rosa = joinDiscord(community, 'Rosa Delgado')
  await community.portal.createUser({ name: 'Ada Admin', email: 'ada@example.com', roles: ['Admin'] })
  await community.portal.createUser({ name: 'Rosa Delgado', email: 'rosa@example.com', departments: ['LSPD:Officer II'] })
})
test.afterAll(() => community?.stop())

const ADA = { email: 'ada@example.com', password: 'correct horse battery' }
const ROSA = { email: 'rosa@example.com', password: 'correct horse battery' }
const open = async (page: Page, account: typeof ADA, path: string) => {
  await withSession(page, community.portal, account)
  await page.goto(`${community.portal.url}${path}`)
}

test('an admin connects Discord, checks it, and sees its channels and roles', async ({ page }) => {
  await open(page, ADA, '/discord/list')
  await page.getByRole('link', { name: 'Connect Discord' }).click()
  await page.getByLabel(/^Bot token/).fill(TOKEN)
  await page.getByLabel(/^Client ID/).fill(community.discord.clientId)
  await page.getByLabel(/^Client secret/).fill(community.discord.clientSecret)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^bot connected/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('Permissions in San Andreas')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Roles and channels' }).click()
  await page.getByRole('combobox', { name: /help/ }).selectOption('TicketsCategory')
  await expect.poll(() => community.discord.messages(community.channels.help).length).toBe(1)
  await page.getByRole('combobox', { name: /Police/ }).selectOption('POLICE')
  await expectAccessible(page)
  // For tickets the bot connects once more, and hears no button until it is back.
  await expect.poll(() => community.discord.gateway.intents & INTENT.messageContent, { timeout: 30_000 }).not.toBe(0)
})

test('a member confirms with their password, links their account and signs in with Discord', async ({ page }) => {
  const { portal } = community
  const label = 'Rosa Delgado (rosa_delgado)'
  await open(page, ROSA, '/user/settings')
  const opener = page.getByRole('button', { name: 'Link Discord account' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Link Discord account' })
  await dialog.getByLabel(/^Current password/).fill('not the password')
  await dialog.getByRole('button', { name: 'Continue to Discord' }).click()
  await expect(dialog.getByText('This is not your current password')).toBeVisible()
  await expect(dialog.getByLabel(/^Current password/)).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(opener).toBeFocused()

  await linkOnPage(page, ROSA.password, label)
  await expect(page).toHaveURL(`${portal.url}/user/settings`)
  await expect(card(page, 'Discord')).toContainText('Rosa Delgado')

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${portal.url}/login`)
  await page.getByRole('button', { name: 'Continue with Discord' }).click()
  await agreeAtDiscord(page, label)
  await expect(page).toHaveURL(`${portal.url}/user/home`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rosa')
})

test('roles are mapped, the preview is looked at, and a promotion is a change of roles in Discord', async ({ page }) => {
  const { roles } = community
  await open(page, ADA, '/discord/entitlements')
  for (const [who, role] of [
    ['LSPD', 'Police'],
    ['LSPD Sergeant', 'Sergeants'],
  ] as const) {
    const name = who === 'LSPD' ? /^Add to LSPD(, every rank)?$/ : `Add to ${who}`
    await page.getByRole('button', { name }).click()
    await choose(page, 'Discord role', role)
    await page.getByRole('button', { name: 'Give', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.goto(`${community.portal.url}/discord/sync`)
  await expect(page.getByText(/^Gives 1 role: 1 member/)).toBeVisible()
  await expect(page.getByText('+ Police')).toBeVisible()
  await expectAccessible(page)
  expect(hasRole(community, rosa, roles.police)).toBe(false)
  await page.getByRole('button', { name: 'Start following' }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect.poll(() => hasRole(community, rosa, roles.police)).toBe(true)

  await page.goto(`${community.portal.url}/staff/members?q=Rosa`)
  await page.getByRole('link', { name: 'Rosa Delgado', exact: true }).click()
  await page.getByRole('button', { name: 'Change rank in LSPD' }).click()
  await choose(page, 'Rank', 'Sergeant')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Sergeants')
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('Led the harbour search')
  await dialog.getByRole('button', { name: 'Change rank' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => hasRole(community, rosa, roles.sergeant)).toBe(true)
})

test('a ticket opened in Discord is answered and read on the portal', async ({ page, browser }) => {
  const { discord, channels } = community
  const [panel] = discord.messages(channels.help)
  await discord.click(panel?.id ?? '', rosa, 'ticket-open:panel')
  await discord.submitModal(rosa, 'ticket-open:form', { subject: 'A lost key', text: 'I lost the key of unit 12.' }, channels.help)
  await open(page, ADA, '/discord/tickets')
  await page.getByRole('link', { name: /A lost key/ }).click()
  await expect(page.getByText('I lost the key of unit 12.')).toBeVisible()
  await page.getByRole('button', { name: 'Claim' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('It is at the front desk.')
  await page.getByRole('button', { name: 'Send' }).click()
  const [thread] = discord.threads(channels.help)
  await expect.poll(() => discord.messages(thread?.id ?? '').some(({ content }) => content.includes('at the front desk'))).toBe(true)
  // Live: what they write in Discord appears by itself.
  discord.say(thread?.id ?? '', rosa, 'Thank you!')
  await expect(page.getByText('Thank you!')).toBeVisible()
  await expectAccessible(page)

  const own = await (await browser.newContext()).newPage()
  await open(own, ROSA, '/user/tickets')
  await own.getByRole('link', { name: /A lost key/ }).click()
  await expect(own.getByText('It is at the front desk.')).toBeVisible()
  await own.context().close()
})

test('a temporary pass gives its role and ends by itself', { tag: '@full' }, async ({ page }) => {
  const { roles, portal } = community
  await open(page, ADA, '/discord/entitlements')
  await page.getByRole('button', { name: /^Add to .*pass/i }).click()
  await choose(page, 'Discord role', 'Visitor')
  await page.getByRole('button', { name: 'Give', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto(`${portal.url}/discord/grants`)
  await page.getByRole('button', { name: 'Give a pass' }).click()
  await page.getByRole('combobox', { name: 'Member' }).fill('Rosa')
  await page.getByRole('option', { name: /Rosa Delgado/ }).click()
  await page.getByLabel(/^Reason/).fill('Trying out a shift')
  await page.getByRole('button', { name: 'Give pass' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Trying out a shift')).toBeVisible()
  await expect.poll(() => hasRole(community, rosa, roles.visitor)).toBe(true)

  // Two hours later. The portal looks again as soon as anything about a member changes, or within a minute.
  await inDatabase(portal, `update grants set starts_at = starts_at - interval '2 days', ends_at = now() - interval '1 second'`)
  await inDatabase(portal, `update users set avatar_color = 'violet' where email = 'rosa@example.com'`)
  await expect.poll(() => hasRole(community, rosa, roles.visitor), { timeout: 60_000 }).toBe(false)
})
