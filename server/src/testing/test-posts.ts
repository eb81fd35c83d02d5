import type { DiscordChannelType } from '@tenfour/contract'
import type { FakeDiscord } from './discord/fake-discord.ts'
import { createTestDiscord } from './test-discord.ts'
import { channelVersion, startGuildPortal, type GuildPortal } from './test-guild.ts'
import { until } from './test-portal.ts'

export type PostsPortal = GuildPortal & {
  /** Adds a channel in Discord that the portal uses for this. */
  readonly channel: (name: string, type: DiscordChannelType | null) => Promise<string>
  /** Messages of a channel, oldest first: title and text of each. */
  readonly said: (channelId: string) => string[]
  readonly saidTo: (discordId: string) => string[]
  /** No waiting between two messages. */
  readonly hurry: () => Promise<void>
  readonly isQuiet: () => Promise<void>
}

/** A portal with the bot in one Discord server. */
export async function startPostsPortal(options: Parameters<typeof startGuildPortal>[2] = {}): Promise<PostsPortal> {
  const discord = await createTestDiscord()
  const guildId = discord.addGuild({ name: 'Our Town' }).id
  const p = await startGuildPortal(discord, guildId, options)
  const { t } = p
  await until('the mirror has the server', async () => (await t.db.selectFrom('discord_guilds').select('id').execute()).length > 0)

  const wordsOf = (messages: ReturnType<FakeDiscord['messages']>) =>
    messages.map(({ content, embeds }) => [content, ...embeds.flatMap(wordsIn)].filter((part) => part !== '').join('\n'))
  return {
    ...p,
    channel: async (name, type) => {
      const { id } = discord.addChannel(guildId, { name })
      if (type === null) await channelVersion(t, id)
      else await p.setType(id, type)
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
  }
}

const wordsIn = (embed: unknown): string[] => {
  if (typeof embed !== 'object' || embed === null) return []
  return ['title', 'description'].flatMap((part) => {
    const value: unknown = Reflect.get(embed, part)
    return typeof value === 'string' ? [value] : []
  })
}
