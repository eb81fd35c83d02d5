import { isAllowed, MESSAGES, type AccessRule } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Answer, DiscordCall } from '../bot/bot.port.ts'
import { actorOf } from '../links/links.port.ts'
import { channelsOf } from '../posts/posts.port.ts'

type Deps = { readonly db: Db; readonly portalUrl: string | undefined }
/** Runs what someone asked for in Discord as the member they are in the portal, with the rule of the portal's own endpoint. */
export type AsMember = (call: DiscordCall, access: AccessRule, run: (actor: Actor) => Promise<Answer>) => Promise<Answer>

export const createAsMember =
  ({ db, portalUrl }: Deps): AsMember =>
  async (call, access, run) => {
    const actor = await actorOf(db, call.discordId)
    if (!actor) return { text: await linkFirst(db, call, portalUrl) }
    if (!isAllowed(access, actor.subject, { userId: actor.userId })) return { text: MESSAGES.forbidden }
    return run(actor)
  }

async function linkFirst(db: Db, { guildId }: DiscordCall, portalUrl: string | undefined): Promise<string> {
  const channels = guildId === null ? [] : (await channelsOf(db, 'Link', guildId)).slice(0, 3)
  const where = [
    ...(channels.length > 0 ? [`with /link in ${channels.map(({ channelId }) => `<#${channelId}>`).join(' or ')}`] : []),
    portalUrl === undefined ? 'on the portal, in your account settings' : `at <${portalUrl}/user/settings>`,
  ]
  return `Link your account first: ${where.join(', or ')}.`
}
