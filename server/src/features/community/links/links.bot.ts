import { DISCORD_LINK_MINUTES } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import { channelsOfType } from '../discord/discord.port.ts'
import type { Answer, BotPart, DiscordCall } from '../bot/bot.port.ts'
import type { LinkCodes } from './links.codes.ts'
import { linkOfDiscord } from './links.repo.ts'

type Deps = {
  readonly db: Db
  readonly codes: LinkCodes
  readonly portalUrl: string | undefined
  readonly countCode: HourlyLimit
}

const IN_SETTINGS = 'You can also link your Discord account on the portal, in your account settings.'

/** `/link`, which works in channels for linking only. */
export function linkCommand({ db, codes, portalUrl, countCode }: Deps): BotPart {
  const run = async (call: DiscordCall): Promise<Answer> => {
    if (call.channelType !== 'Link') return { text: await whereToLink(db, call) }
    const link = await linkOfDiscord(db, call.discordId)
    if (link) return { text: 'Your Discord account is linked to the portal already. You can unlink it there, in your account settings.' }
    if (portalUrl === undefined) {
      return { text: `The portal does not know its own address. Ask an admin to set PORTAL_URL. ${IN_SETTINGS}` }
    }
    await countCode(call.discordId)
    const code = await codes.issue(call)
    // The code is behind the hash, which browsers don't send to any server.
    const address = `${portalUrl}/user/settings#discord=${code}`
    const once = `It works once, for ${DISCORD_LINK_MINUTES} minutes. Don't give it to anyone: it is meant for your own account.`
    return { text: `Open this address in the browser where you are signed in to the portal:\n<${address}>\n${once}` }
  }
  return { commands: [{ name: 'link', description: 'Link your Discord account to your account on the portal', run }] }
}

async function whereToLink(db: Db, { guildId }: DiscordCall): Promise<string> {
  const channels = guildId === null ? [] : (await channelsOfType(db, ['Link'], guildId)).slice(0, 3)
  if (channels.length === 0) return `No channel here is for linking. ${IN_SETTINGS}`
  return `Use /link in ${channels.map(({ channelId }) => `<#${channelId}>`).join(' or ')}. ${IN_SETTINGS}`
}
