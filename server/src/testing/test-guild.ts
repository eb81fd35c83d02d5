import type { DiscordChannelType } from '@tenfour/contract'
import type { FakeDiscord } from './discord/fake-discord.ts'
import { botIs, startPortalWithBot, type Options } from './test-discord.ts'
import { until, type Http, type Person, type TestPortal } from './test-portal.ts'

export type GuildPortal = {
  readonly t: TestPortal
  readonly discord: FakeDiscord
  readonly guildId: string
  readonly admin: Http
  readonly setType: (channelId: string, type: DiscordChannelType | null) => Promise<void>
  /** Adds a new member to the Discord server, linked to this account. */
  readonly link: (person: Person, name?: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** A portal whose bot is connected to this Discord server. */
export async function startGuildPortal(
  discord: FakeDiscord,
  guildId: string,
  options: Pick<Options, 'portalUrl'> = {},
): Promise<GuildPortal> {
  const t = await startPortalWithBot(discord, options)
  await botIs(t, 'connected')
  return {
    t,
    discord,
    guildId,
    admin: await t.as('admin'),
    setType: (channelId, type) => setType(t, channelId, type),
    link: (person, name) => addLinkedMember({ t, discord, guildId }, person, name),
    close: async () => {
      await t.close()
      await discord.close()
      if (discord.defects.length > 0) throw new AggregateError(discord.defects, 'The fake Discord failed')
    },
  }
}

/** Waits until the portal knows the channel. */
export async function channelVersion({ db }: Pick<TestPortal, 'db'>, channelId: string): Promise<number | undefined> {
  const read = () => db.selectFrom('discord_channels').select('version').where('id', '=', channelId).executeTakeFirst()
  await until(`the channel ${channelId} is known`, async () => (await read()) !== undefined)
  return (await read())?.version
}

/** Sets what a channel is used for, as soon as the portal knows it. */
export async function setType(t: TestPortal, channelId: string, type: DiscordChannelType | null): Promise<void> {
  const version = await channelVersion(t, channelId)
  const answer = await (await t.as('admin')).put(`/api/discord/channels/${channelId}/type`, { type, version })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

export function addDiscordMember(discord: FakeDiscord, guildId: string, username: string): string {
  const { id } = discord.addUser({ username, globalName: username })
  discord.addMember(guildId, id)
  return id
}

export const linkAccount = ({ db }: Pick<TestPortal, 'db'>, userId: number, discordId: string, name = 'x') =>
  db
    .insertInto('discord_links')
    .values({ user_id: userId, discord_id: discordId, username: name, display_name: name, how: 'page' })
    .execute()

/** Adds a new member to the Discord server, known to the portal and linked to this account. */
export async function addLinkedMember(
  { t, discord, guildId }: Pick<GuildPortal, 't' | 'discord' | 'guildId'>,
  { userId }: Person,
  name = `user${userId}`,
): Promise<string> {
  const discordId = addDiscordMember(discord, guildId, name)
  await until(`the member ${name} is known`, async () => {
    const found = await t.db.selectFrom('discord_members').select('discord_id').where('discord_id', '=', discordId).executeTakeFirst()
    return found !== undefined
  })
  await linkAccount(t, userId, discordId, name)
  return discordId
}

/** Reads the preview and starts the changes that it shows. */
export async function followGuild(t: TestPortal, guildId: string): Promise<void> {
  const admin = await t.as('admin')
  const { digest } = (await admin.get(`/api/discord/guilds/${guildId}/plan`)).json<{ digest: string }>()
  const answer = await admin.post(`/api/discord/guilds/${guildId}/follow`, { digest })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
