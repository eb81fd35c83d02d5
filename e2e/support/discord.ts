import { expect, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { createFakeDiscord, type FakeDiscord } from '../../server/src/testing/discord/fake-discord.ts'
import { startPortal, type Portal, type PortalOptions } from './portal.ts'

export const TOKEN = 'a-token-of-the-journeys.which-is-no-secret.but-long-enough'
export type Community = {
  readonly portal: Portal
  readonly discord: FakeDiscord
  readonly guildId: string
  /** Ids by name. */
  readonly roles: { readonly police: string; readonly sergeant: string; readonly visitor: string }
  readonly channels: { readonly help: string; readonly general: string }
  readonly stop: () => Promise<void>
}

/** A portal that nobody has connected yet, and a Discord server that waits for it. */
export async function startCommunity({ knowsAddress }: Pick<PortalOptions, 'knowsAddress'> = {}): Promise<Community> {
  const discord = await createFakeDiscord({ token: TOKEN })
  const { id: guildId } = discord.addGuild({ name: 'San Andreas' })
  const role = (name: string, position: number) => discord.addRole(guildId, { name, position }).id
  const roles = { police: role('Police', 3), sergeant: role('Sergeants', 2), visitor: role('Visitor', 1) }
  const channel = (name: string) => discord.addChannel(guildId, { name }).id
  const channels = { help: channel('help'), general: channel('general') }
  const portal = await startPortal({
    env: { DISCORD_API_URL: `${discord.url}/api`, DISCORD_SITE_URL: discord.url },
    ...(knowsAddress && { knowsAddress }),
  })
  discord.redirects.add(`${portal.url}/login/discord`)
  return {
    portal,
    discord,
    guildId,
    roles,
    channels,
    stop: async () => {
      await portal.stop()
      await discord.close()
    },
  }
}

/** Someone of the community in Discord. */
export function joinDiscord({ discord, guildId }: Community, globalName: string): string {
  const { id } = discord.addUser({ username: globalName.toLowerCase().replaceAll(' ', '_'), globalName })
  discord.addMember(guildId, id)
  return id
}

/** From the account settings: confirms with the password, and agrees at Discord's page. `label` is how that page lists the account. */
export async function linkOnPage(page: Page, password: string, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Link Discord account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link Discord account' })
  await expect(dialog.getByLabel(/^Current password/)).toBeFocused()
  await dialog.getByLabel(/^Current password/).fill(password)
  await dialog.getByRole('button', { name: 'Continue to Discord' }).click()
  await agreeAtDiscord(page, label)
}

export async function agreeAtDiscord(page: Page, label: string): Promise<void> {
  await page.getByLabel('Signed in as').selectOption({ label })
  await page.getByRole('button', { name: 'Authorize' }).click()
}

export const hasRole = ({ discord, guildId }: Community, discordId: string, roleId: string): boolean =>
  discord.member(guildId, discordId).roles.includes(roleId)

/** In the portal's own database: for what only time would change. */
export async function inDatabase(portal: Portal, text: string): Promise<void> {
  const { url } = JSON.parse(await readFile(join(portal.dataDir, 'postgres.json'), 'utf8')) as { url: string }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
