import { expect, test } from '@playwright/test'
import type { DiscordConnection } from '@tenfour/contract'
import { expectAccessible } from './support/accessible.ts'
import { apiOf, createSession } from './support/api.ts'
import { startCommunity, TOKEN, type Community } from './support/discord.ts'
import { withSession } from './support/session.ts'

let community: Community
test.beforeAll(async () => {
  community = await startCommunity({ knowsAddress: true })
})
test.afterAll(() => community?.stop())

test('an invitation is posted once in the Discord channel that is chosen, and its link there opens it', async ({ page, browser }) => {
  const { portal, discord, channels } = community
  const asRoot = apiOf(portal, await createSession(portal, portal.root))
  const { version } = await asRoot<DiscordConnection>('GET', '/api/discord/connection')
  await asRoot('PUT', '/api/discord/connection', { token: TOKEN, clientId: discord.clientId, clientSecret: discord.clientSecret, version })
  await withSession(page, portal, portal.root)
  await page.goto(`${portal.url}/discord/list`)
  await page.getByRole('combobox', { name: /general/ }).selectOption('Text', { timeout: 60_000 })

  await page.goto(`${portal.url}/admin/invitations`)
  await page.getByLabel('For how many people').fill('5')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('button', { name: 'Post in #general' }).press('Enter')
  const posted = page.getByRole('button', { name: 'Posted in #general' })
  await expect(posted).toBeFocused()
  await expectAccessible(page)
  await posted.press('Enter')
  await expect.poll(() => discord.messages(channels.general).length, { timeout: 60_000 }).toBe(1)
  const link = /http\S+\/login\/join#[A-Z2-9-]+/.exec(JSON.stringify(discord.messages(channels.general)))?.[0] ?? ''
  expect(link.startsWith(`${portal.url}/login/join#`)).toBe(true)
  expect(portal.output()).not.toContain(link.split('#')[1])

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('region', { name: 'The invitation' })).toBeVisible()
  await visitor.context().close()
})
