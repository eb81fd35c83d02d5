import { accessSubject } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
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
