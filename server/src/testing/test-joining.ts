import type { DiscordJoining } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Guild } from './discord/types.ts'
import { startLinkPortal, type LinkPortal } from './test-links.ts'

export const JOINING = '/api/discord/joining'
export const JOIN = '/api/auth/discord/join'

export type JoiningPortal = Awaited<ReturnType<typeof startJoiningPortal>>

/** A portal that members of two Discord servers may join, once `save` was called. */
export async function startJoiningPortal() {
  const p = await startLinkPortal()
  const { t, discord } = p
  /** Each caller is in another network, so that the limits of one test are not those of another. */
  let networks = 0
  const http = () => t.http(undefined, undefined, { address: `10.${20 + Math.floor((networks += 1) / 250)}.${networks % 250}.1` })

  /** A Discord server as the bot would list it. */
  const known = async (name: string): Promise<Guild> => {
    const guild = discord.addGuild({ name })
    await sql`insert into discord_guilds (id, name, owner_id) values (${guild.id}, ${guild.name}, ${guild.ownerId})`.execute(t.db)
    return guild
  }
  const [home, second] = [await known('San Andreas'), await known('Los Santos')]

  /** Lets members of both servers join, unless told otherwise. */
  const save = async (by: ReturnType<typeof http>, given: { isOn?: boolean; guildIds?: string[]; version?: number } = {}) => {
    const { version } = (await (await t.as('admin')).get(JOINING)).json<DiscordJoining>()
    return by.put(JOINING, { isOn: true, guildIds: [home.id, second.id], version, ...given })
  }

  let people = 0
  /** Someone in Discord, with a verified address, on `guild`. */
  const inDiscord = (
    given: Partial<Parameters<LinkPortal['discord']['addUser']>[0]> = {},
    guild: Guild | null = home,
    member: Parameters<LinkPortal['discord']['addMember']>[2] = {},
  ) => {
    people += 1
    const email = `newcomer${people}@example.org`
    const user = discord.addUser({ username: `newcomer${people}`, globalName: `Newcomer ${people}`, email, verified: true, ...given })
    if (guild) discord.addMember(guild.id, user.id, member)
    return user
  }
  const join = async (discordId: string, by = http(), denied: readonly string[] = []) =>
    by.post(JOIN, await p.agreeToJoin(by, discordId, denied))

  return { ...p, home, second, known, save, http, inDiscord, join }
}
