import { expect, test, type Page } from '@playwright/test'
import type { DiscordConnection, DiscordJoining } from '@tenfour/contract'
import { expectAccessible } from './support/accessible.ts'
import { apiOf, createSession } from './support/api.ts'
import { agreeAtDiscord, inDatabase, startCommunity, TOKEN, type Community } from './support/discord.ts'
import { card, choose, heading, openMember } from './support/people.ts'
import { withSession } from './support/session.ts'

// One portal and one Discord server, which each journey finds as the one before left them.
test.describe.configure({ mode: 'serial' })

let community: Community
test.beforeAll(async () => {
  community = await startCommunity()
  const { portal, discord } = community
  const asRoot = apiOf(portal, await createSession(portal, portal.root))
  const { version } = await asRoot<DiscordConnection>('GET', '/api/discord/connection')
  const { clientId, clientSecret } = discord
  await asRoot('PUT', '/api/discord/connection', { token: TOKEN, clientId, clientSecret, version })
  const servers = async () => (await asRoot<DiscordJoining>('GET', '/api/discord/joining')).guilds.length
  await expect.poll(servers, { timeout: 60_000 }).toBe(1)
})
test.afterAll(() => community?.stop())

/** Someone in Discord, not on the community's server yet, and how Discord's page lists them. */
const inDiscord = (globalName: string, given: { email?: string; verified?: boolean } = {}) => {
  const username = globalName.toLowerCase().replaceAll(' ', '_')
  const { id } = community.discord.addUser({ username, globalName, email: `${username}@example.org`, verified: true, ...given })
  return { id, label: `${globalName} (${username})` }
}
const signInWithDiscord = async (page: Page, label: string) => {
  await page.goto(`${community.portal.url}/login`)
  await page.getByRole('button', { name: 'Continue with Discord' }).click()
  await agreeAtDiscord(page, label)
}
const joinButton = (page: Page) => page.getByRole('button', { name: /^Join / })
const join = async (page: Page, label: string) => {
  await joinButton(page).click()
  await agreeAtDiscord(page, label)
}

test('nobody joins before an admin switches it on, and marks the server', async ({ page }) => {
  const { portal, discord, guildId } = community
  const vera = inDiscord('Vera Oakes')
  discord.addMember(guildId, vera.id)
  await signInWithDiscord(page, vera.label)
  await expect(page.getByText('This Discord account is not linked to an account here.')).toBeVisible()
  await expect(joinButton(page)).toHaveCount(0)

  await withSession(page, portal, portal.root)
  await page.goto(`${portal.url}/discord/joining`)
  await page.getByLabel('Let members of Discord servers join').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Tick a Discord server whose members may join')).toBeVisible()
  await page.getByLabel('San Andreas').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Last set .* by Root$/)).toBeVisible()
})

test('a member of the server joins from the login page, gets a department, and goes on duty', async ({ page, browser }) => {
  const { portal } = community
  await page.goto(`${portal.url}/login`)
  await expect(page.getByText('Member of our Discord server? Join with it.')).toBeVisible()
  await expectAccessible(page)
  await signInWithDiscord(page, 'Vera Oakes (vera_oakes)')
  await expect(heading(page)).toHaveText('You have no account here yet')
  await expectAccessible(page)
  await join(page, 'Vera Oakes (vera_oakes)')
  await expect(page).toHaveURL(`${portal.url}/user/home`)
  await expect(heading(page)).toContainText('Vera')
  await expect(page.getByText(/^Welcome to /)).toBeVisible()

  const staff = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await withSession(staff, portal, portal.root)
  await openMember(staff, 'Vera Oakes')
  await staff.getByRole('button', { name: 'Add to a department' }).click()
  await choose(staff, 'Department', 'Los Santos Police Department (LSPD)')
  await choose(staff, 'Rank', 'Cadet')
  await staff.getByRole('dialog').getByLabel('Reason').fill('Passed the interview')
  await staff.getByRole('dialog').getByRole('button', { name: 'Add to department' }).click()
  await expect(staff.getByRole('dialog')).toBeHidden()
  await staff.context().close()

  await expect(card(page, 'Your departments')).toContainText('Cadet')
  await page.goto(`${portal.url}/cad`)
  await page.getByText('Server 1', { exact: true }).click()
  await page.getByLabel('Call sign').fill('4L12')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Your status' })).toBeVisible()
})

test('someone without a password sets one, and signs in with it', async ({ page }) => {
  const { portal } = community
  await signInWithDiscord(page, 'Vera Oakes (vera_oakes)')
  await expect(heading(page)).toContainText('Vera')
  await page.goto(`${portal.url}/user/settings`)
  const password = card(page, 'Password')
  await password.getByLabel('New password', { exact: false }).first().fill('a password of my own')
  await password.getByLabel('New password again').fill('a password of my own')
  await expectAccessible(page)
  await password.getByRole('button', { name: 'Set password' }).click()
  await expect(password.getByLabel('Current password')).toBeVisible()
  await createSession(portal, { email: 'vera_oakes@example.org', password: 'a password of my own' })
})

test('a refusal names its reason, and the newcomer joins once it is gone', async ({ page }) => {
  const { portal, discord, guildId } = community
  const nick = inDiscord('Nick Newman', { verified: false })
  await signInWithDiscord(page, nick.label)
  await join(page, nick.label)
  await expect(heading(page)).toHaveText('You have not joined')
  await expect(page.getByRole('alert')).toContainText('You are not on the Discord server of')
  await expectAccessible(page)

  discord.addMember(guildId, nick.id, { pending: true })
  await join(page, nick.label)
  await expect(page.getByRole('alert')).toContainText('You have not finished the membership screening of San Andreas in Discord.')

  discord.changeMember(guildId, nick.id, { pending: false })
  await join(page, nick.label)
  await expect(page.getByRole('alert')).toContainText('Discord has not verified your email address.')

  discord.changeUser(nick.id, { verified: true })
  await join(page, nick.label)
  await expect(page).toHaveURL(`${portal.url}/user/home`)
  await expect(heading(page)).toContainText('Nick')
})

test('someone whose address has an account signs in to it, and links their Discord there', async ({ page }) => {
  const { portal, discord, guildId } = community
  const rosa = await portal.createUser({ name: 'Rosa Delgado', email: 'rosa@example.com' })
  const { id, label } = inDiscord('Rosa D', { email: 'rosa@example.com' })
  discord.addMember(guildId, id)
  await signInWithDiscord(page, label)
  await join(page, label)
  await expect(heading(page)).toHaveText('You already have an account here')
  await expect(joinButton(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign in with your password' }).click()
  await page.getByLabel('Email address').fill(rosa.email)
  await page.getByLabel('Password', { exact: true }).fill(rosa.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${portal.url}/user/settings`)
  await expect(page.getByRole('button', { name: 'Link Discord account' })).toBeVisible()
})

test('a member whose account is disabled stays out', async ({ page }) => {
  const { portal } = community
  const asRoot = apiOf(portal, await createSession(portal, portal.root))
  const { items } = await asRoot<{ items: { userId: number; name: string }[] }>('GET', '/api/user/GetUsersAsync/false/false')
  const nick = items.find(({ name }) => name === 'Nick Newman')
  await asRoot('PUT', `/api/user/state/${nick?.userId}`, { action: 'disable' })
  await signInWithDiscord(page, 'Nick Newman (nick_newman)')
  await expect(page.getByRole('alert')).toContainText('did not match our records')
  await expect(joinButton(page)).toHaveCount(0)
})

test('ten minutes after the sign-in, a member without a password confirms at Discord before setting one', async ({ page }) => {
  const { portal, discord, guildId } = community
  const { id, label } = inDiscord('Paula Park')
  discord.addMember(guildId, id)
  await signInWithDiscord(page, label)
  await join(page, label)
  await expect(page).toHaveURL(`${portal.url}/user/home`)
  await inDatabase(
    portal,
    `update sessions set created_at = created_at - interval '11 minutes', confirmed_at = confirmed_at - interval '11 minutes'
      where user_id = (select user_id from discord_links where discord_id = '${id}')`,
  )
  await page.goto(`${portal.url}/user/settings`)
  const password = card(page, 'Password')
  await expect(password.getByText('The confirmation lasts ten minutes.')).toBeVisible()
  await expect(password.getByRole('button', { name: 'Set password' })).toHaveCount(0)
  await password.getByRole('button', { name: 'Confirm with Discord' }).click()
  await agreeAtDiscord(page, label)
  await expect(page).toHaveURL(`${portal.url}/user/settings`)
  await expect(password.getByRole('button', { name: 'Set password' })).toBeVisible()
})

test('someone who may not return is refused at the door, without the reason', async ({ page }) => {
  const { portal, discord, guildId } = community
  const { email } = await portal.createUser({ name: 'Barry Barred', email: 'barry@example.org' })
  const asRoot = apiOf(portal, await createSession(portal, portal.root))
  const { items } = await asRoot<{ items: { userId: number; name: string }[] }>('GET', '/api/user/GetUsersAsync/false/false')
  const barry = items.find(({ name }) => name === 'Barry Barred')
  await asRoot('POST', `/api/former-members/${barry?.userId}/let-go`, { reason: 'Cheated', mayNotReturn: true })
  const { id, label } = inDiscord('Harmless', { email })
  discord.addMember(guildId, id)
  await signInWithDiscord(page, label)
  await join(page, label)
  await expect(heading(page)).toHaveText('You have not joined')
  await expect(page.getByRole('alert')).toContainText("You can't join here")
  await expect(page.getByRole('alert')).not.toContainText('Cheated')
  await expect(page).not.toHaveURL(/user/)
})

test('an applicant proves a Discord account, which staff see beside the application', async ({ page, browser }) => {
  const { portal } = community
  const asRoot = apiOf(portal, await createSession(portal, portal.root))
  const settings = await asRoot<{ key: string; version: number }[]>('GET', '/api/settings')
  const version = settings.find(({ key }) => key === 'registrations.open')?.version ?? 0
  await asRoot('PUT', '/api/settings/registrations.open', { value: true, version })
  const { label } = inDiscord('Nora Vance')
  await expect(async () => {
    await page.goto(`${portal.url}/login/register`)
    await page.getByLabel('Your name').fill('Nora Vance', { timeout: 2000 })
  }).toPass()
  await page.getByLabel('Email address').fill('nora@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: /^Apply to/ }).click()
  await expect(heading(page)).toHaveText('Your application is waiting')
  await page.getByRole('button', { name: 'Prove your Discord account' }).click()
  await agreeAtDiscord(page, label)
  await expect(page).toHaveURL(`${portal.url}/login/register`)
  await expect(page.getByText('nora_vance', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Prove your Discord account' })).toHaveCount(0)
  await expectAccessible(page)

  const staff = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await withSession(staff, portal, portal.root)
  await staff.goto(`${portal.url}/admin/registrations`)
  await expect(staff.getByText(/Discord account nora_vance of/)).toBeVisible()
  // The queue follows what the applicant does.
  await page.getByRole('button', { name: 'Withdraw application' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(staff.getByText('No applications are waiting.')).toBeVisible()
  await staff.context().close()
})
