import { isAllowed, type WaitingItem } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Waiting, WaitingMember } from '../../../platform/waiting.ts'

/** How many of each kind wait for a member. A kind of which none waits is left out. */
export type Counts = ReadonlyMap<string, number>

/**
 * Counts kinds for members, with one query for each kind. `isWanted` narrows the members of a kind. A member who may not have a kind is never
 * counted for it.
 */
export async function countWaiting(
  db: Db,
  kinds: readonly Waiting[],
  members: readonly WaitingMember[],
  isWanted: (member: WaitingMember, kind: Waiting) => boolean = () => true,
): Promise<ReadonlyMap<number, Counts>> {
  const counts = new Map(members.map(({ userId }) => [userId, new Map<string, number>()]))
  for (const kind of kinds) {
    const concerned = members.filter(
      (member) => isAllowed(kind.access, member.subject, { userId: member.userId }) && isWanted(member, kind),
    )
    if (concerned.length === 0) continue
    const found = await kind.count(db, concerned)
    for (const { userId } of concerned) {
      const count = found.get(userId) ?? 0
      if (count > 0) counts.get(userId)?.set(kind.id, count)
    }
  }
  return counts
}

/** The list as the member gets it, in the order in which features declare their kinds. */
export const itemsOf = (kinds: readonly Waiting[], member: WaitingMember, counts: Counts): WaitingItem[] =>
  kinds.flatMap(({ id, words, path }) => {
    const count = counts.get(id)
    return count === undefined ? [] : [{ id, count, words: words(count), path: typeof path === 'string' ? path : path(member) }]
  })
