import type { Identifiers } from '@tenfour/contract'
import { actorInGame, type Actor } from '../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { accountWithSteam } from '../../people/users/users.port.ts'
import type { Link } from './bridge.gateway.ts'

/** The member whose player this is; null if no account has their Steam hex. */
export async function actorOf(
  db: Db,
  link: Link,
  { steam }: Identifiers,
  requestId: string = link.origin.requestId,
): Promise<Actor | null> {
  if (!steam) return null
  const userId = await accountWithSteam(db, steam)
  const loaded = userId === undefined ? undefined : await loadCurrentUser(db, userId)
  return loaded ? actorInGame(loaded.user, { ...link, origin: { ...link.origin, requestId } }) : null
}

export const notLinked = () => new AppError('forbidden', 'No account of the portal has your Steam hex: enter it in your account settings')
