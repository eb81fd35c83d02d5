import { whyNotAct, type ActName, type ActSubject } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import { AppError } from '../errors.ts'

/** The subject of an act. Characters, vehicles and Discord accounts count for the members who own them now. */
export type ActAbout = {
  readonly userIds?: readonly (number | null)[]
  readonly characterIds?: readonly (number | null)[]
  readonly vehicleIds?: readonly (number | null)[]
  readonly discordIds?: readonly string[]
  readonly writerId?: number | null
}
type By = { readonly userId: number }

/** Why the member may not do this because it is, or is not, their own; for callers that already know whose it is. */
export function whyNot(act: ActName, { userId }: By, subject: ActSubject): AppError | undefined {
  const refusal = whyNotAct(act, userId, subject)
  return refusal && new AppError(refusal.code, refusal.message, refusal.field)
}

/** Refuses like `assertAct`, for callers that already know whose it is. */
export function assertOwnership(act: ActName, by: By, subject: ActSubject): void {
  const refusal = whyNot(act, by, subject)
  if (refusal) throw refusal
}

/** Refuses acts that nobody may do about their own, and acts that only the owner may do. Called before each act, in its transaction. */
export async function assertAct(db: Db | Tx, act: ActName, by: By, { writerId = null, ...about }: ActAbout): Promise<void> {
  assertOwnership(act, by, { writerId, ownerIds: await membersOf(db, about) })
}

/** A noted person who has been claimed since counts as the character that was claimed for. */
async function membersOf(db: Db | Tx, { userIds = [], characterIds = [], vehicleIds = [], discordIds = [] }: ActAbout) {
  const ids = (all: readonly (number | null)[]) => all.filter((id) => id !== null)
  const [characters, vehicles] = [ids(characterIds), ids(vehicleIds)]
  if (characters.length + vehicles.length + discordIds.length === 0) return userIds
  const { rows } = await sql<{ userId: number | null }>`
    select o.user_id as "userId" from characters c join characters o on o.id = coalesce(c.merged_into_id, c.id)
      where c.id = any(${characters}::int[]) or c.id in (select v.character_id from vehicles v where v.id = any(${vehicles}::int[]))
    union all select user_id from discord_links where discord_id = any(${[...discordIds]}::text[])`.execute(db)
  return [...userIds, ...rows.map(({ userId }) => userId)]
}
