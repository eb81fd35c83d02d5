import { expect, test, type Page } from '@playwright/test'
import { DEPARTMENT, type DiscordConnection, type listRoleMappings, type ResponseOf } from '@tenfour/contract'
import { expectAccessible, expectPageAccessible } from './support/accessible.ts'
import { apiOf, createSession } from './support/api.ts'
import { inDatabase, joinDiscord, startCommunity, TOKEN, type Community } from './support/discord.ts'
import { withSession } from './support/session.ts'

let community: Community
test.beforeAll(async () => {
  community = await startCommunity()
})
test.afterAll(() => community?.stop())

const choose = async (page: Page, words: string) => {
  await page.getByRole('button', { name: 'Actions for Sergeants in LSPD' }).click()
  await page.getByRole('menuitem', { name: words }).click()
}

test('an admin lets Discord lead a department: a member joins by a role in Discord, and leaves it with the role', async ({ page }) => {
  const { portal, discord, guildId, roles } = community
  const asRoot = apiOf(portal, await createSession(portal, portal.root))
  const { version } = await asRoot<DiscordConnection>('GET', '/api/discord/connection')
  await asRoot('PUT', '/api/discord/connection', { token: TOKEN, clientId: discord.clientId, clientSecret: discord.clientSecret, version })
  const mappings = () => asRoot<ResponseOf<typeof listRoleMappings>>('GET', '/api/discord/mappings')
  await expect.poll(async () => (await mappings()).roles.length, { timeout: 60_000 }).toBeGreaterThan(0)
  const { userId } = await asRoot<{ userId: number }>('POST', '/api/user/CreateUserAsync', {
    user: { name: 'Vera Oakes', emailAddress: 'vera@example.org' },
    password: 'a long enough password',
  })
  const discordId = joinDiscord(community, 'Vera Oakes')
  await inDatabase(
    portal,
    `insert into discord_links (user_id, discord_id, username, display_name, how) values (${userId}, '${discordId}', 'vera', 'Vera', 'page')`,
  )

  await withSession(page, portal, portal.root)
  await page.goto(`${portal.url}/discord/mappings`)
  await expect(page.getByText('No Discord role is mapped')).toBeVisible()
  await page.getByRole('button', { name: 'Map a role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Department').selectOption({ label: 'LSPD' })
  await dialog.getByLabel('Rank').selectOption({ label: 'Sergeant' })
  await dialog.getByLabel('Discord role').click()
  await page.getByRole('option', { name: 'Sergeants' }).click()
  await expect(dialog.getByText('No member changes.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Map role' }).click()
  await expect(page.getByRole('row', { name: /LSPD.*Sergeant.*Prepared/ })).toBeVisible()
  await expectPageAccessible(page)

  await choose(page, 'Let Discord lead LSPD…')
  await expect(dialog.getByText(/^No member changes\.|removed/).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Let Discord lead' }).click()
  await expect(page.getByRole('row', { name: /LSPD.*Sergeant.*Discord.*Followed/ })).toBeVisible()

  discord.changeMember(guildId, discordId, { roles: [roles.sergeant] })
  const covered = async () =>
    (await mappings()).departments.find(({ departmentId }) => departmentId === DEPARTMENT.LSPD)?.mappings[0]?.members
  await expect.poll(covered, { timeout: 30_000 }).toBe(1)
  await expect(page.getByRole('row', { name: /LSPD.*Sergeants.*Discord\s*1/ })).toBeVisible()

  await choose(page, 'Pause…')
  await expect(dialog.getByText('No member changes.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Nobody in LSPD loses anything at the moment.')).toBeVisible()
  await choose(page, 'Resume…')
  await expect(dialog.getByText('No member changes.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Nobody in LSPD loses anything at the moment.')).toBeHidden()

  discord.changeMember(guildId, discordId, { roles: [] })
  await expect.poll(covered, { timeout: 30_000 }).toBe(0)
})
