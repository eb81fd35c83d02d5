import type { DiscordChannelType } from '@tenfour/contract'
import type { FakeDiscord } from './discord/fake-discord.ts'
import { botIs, createTestDiscord, startPortalWithBot } from './test-discord.ts'
import { until, type Person, type TestPortal } from './test-portal.ts'

export type PostsPortal = {
  readonly t: TestPortal
  readonly discord: FakeDiscord
  readonly guildId: string
  /** A channel in Discord that the portal uses for this. */
  readonly channel: (name: string, type: DiscordChannelType | null) => Promise<string>
  readonly setType: (channelId: string, type: DiscordChannelType | null) => Promise<void>
  /** Someone in the Discord server, linked to this account. */
  readonly link: (person: Person, name?: string) => Promise<string>
  /** What is in a channel, the oldest first: title and text of each message. */
  readonly said: (channelId: string) => string[]
  readonly saidTo: (discordId: string) => string[]
  /** Nobody waits for the time between two messages. */
  readonly hurry: () => Promise<void>
  readonly isQuiet: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A portal with a bot in one Discord server. */
export async function startPostsPortal(): Promise<PostsPortal> {
  const discord = await createTestDiscord()
  const guildId = discord.addGuild({ name: 'Our Town' }).id
  const t = await startPortalWithBot(discord)
  await botIs(t, 'connected')
  await until('the mirror has the server', async () => (await t.db.selectFrom('discord_guilds').select('id').execute()).length > 0)

  const versionOf = async (channelId: string) => {
    const read = () => t.db.selectFrom('discord_channels').select('version').where('id', '=', channelId).executeTakeFirst()
    await until('the mirror has the channel', async () => (await read()) !== undefined)
    return (await read())?.version
  }
  const setType = async (channelId: string, type: DiscordChannelType | null) => {
    const response = await (
      await t.as('admin')
    ).put(`/api/discord/channels/${channelId}/type`, { type, version: await versionOf(channelId) })
    if (response.statusCode !== 200) throw new Error(response.body)
  }
  const wordsOf = (messages: ReturnType<FakeDiscord['messages']>) =>
    messages.map(({ content, embeds }) => [content, ...embeds.flatMap(wordsIn)].filter((part) => part !== '').join('\n'))
  return {
    t,
    discord,
    guildId,
    setType,
    channel: async (name, type) => {
      const { id } = discord.addChannel(guildId, { name })
      if (type === null) await versionOf(id)
      else await setType(id, type)
      return id
    },
    link: async ({ userId }, name = `user${userId}`) => {
      const { id } = discord.addUser({ username: name })
      discord.addMember(guildId, id, {})
      await until('the mirror has them', async () => {
        const found = await t.db.selectFrom('discord_members').select('discord_id').where('discord_id', '=', id).executeTakeFirst()
        return found !== undefined
      })
      await t.db
        .insertInto('discord_links')
        .values({ user_id: userId, discord_id: id, username: name, display_name: name, how: 'page' })
        .execute()
      return id
    },
    said: (channelId) => wordsOf(discord.messages(channelId)),
    saidTo: (discordId) => wordsOf(discord.dms(discordId)),
    hurry: async () => {
      await t.db.deleteFrom('discord_pace').execute()
      await t.db.updateTable('discord_errands').set({ run_at: new Date() }).where('state', '=', 'waiting').execute()
    },
    isQuiet: () =>
      until('nothing waits for Discord', async () => {
        await t.db
          .updateTable('discord_errands')
          .set({ run_at: new Date() })
          .where('state', '=', 'waiting')
          .where('started_at', 'is', null)
          .execute()
        return (await t.db.selectFrom('discord_errands').select('id').where('state', '=', 'waiting').execute()).length === 0
      }),
    close: async () => {
      await t.close()
      await discord.close()
    },
  }
}

const wordsIn = (embed: unknown): string[] => {
  if (typeof embed !== 'object' || embed === null) return []
  return ['title', 'description'].flatMap((part) => {
    const value: unknown = Reflect.get(embed, part)
    return typeof value === 'string' ? [value] : []
  })
}
