import { accessSubject, isAllowed, MESSAGES, type AccessRule } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Answer, DiscordCall } from '../bot/bot.port.ts'
import { channelsOfType } from '../discord/discord.port.ts'
import { linkOfDiscord } from './links.repo.ts'

/** The member who acts in Discord, with the rights they have in the portal. Null if nobody is linked, or the account is disabled. */
export async function actorOf(db: Db | Tx, discordId: string): Promise<Actor | null> {
  const link = await linkOfDiscord(db, discordId)
  const loaded = link && (await loadCurrentUser(db, link.userId))
  if (!loaded) return null
  return {
    keyId: null,
    serverId: null,
    keyScopes: ['portal'],
    address: '',
    userAgent: 'Discord',
    requestId: `discord-${discordId}`,
    userId: loaded.user.userId,
    sessionId: 0,
    user: loaded.user,
    subject: accessSubject(loaded.user),
  }
}

type Deps = { readonly db: Db; readonly portalUrl: string | undefined }
/** Runs a request from Discord as the linked member of the portal, under the access rule of the portal's own endpoint. */
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
  const channels = guildId === null ? [] : (await channelsOfType(db, ['Link'], guildId)).slice(0, 3)
  const where = [
    ...(channels.length > 0 ? [`with /link in ${channels.map(({ channelId }) => `<#${channelId}>`).join(' or ')}`] : []),
    portalUrl === undefined ? 'on the portal, in your account settings' : `at <${portalUrl}/user/settings>`,
  ]
  return `Link your account first: ${where.join(', or ')}.`
}
