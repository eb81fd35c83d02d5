import type { RoomEvents } from '@tenfour/contract'
import { sql } from 'kysely'
import { assertOwnership } from '../../../platform/acts/acts.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Emit } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'

/**
 * Locks members until the transaction ends, in the order of their ids. Everything that changes what a member's characters own takes this lock before
 * any row, so that limits hold and two such transactions never wait for each other.
 */
export async function lockOwners(tx: Tx, userIds: readonly (number | null)[]): Promise<void> {
  const members = [...new Set(userIds)].filter((userId) => userId !== null).toSorted((a, b) => a - b)
  for (const userId of members) await sql`select pg_advisory_xact_lock(hashtext('own-records'), ${userId})`.execute(tx)
}

/** A character and its owner; `userId` is null for a noted person. */
export type Owner = {
  readonly characterId: number
  readonly name: string
  readonly userId: number | null
  readonly isDeceased: boolean
}

export async function findOwner(tx: Db | Tx, characterId: number): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    select id as "characterId", name, user_id as "userId", deceased_at is not null as "isDeceased"
    from characters where id = ${characterId} and removed_at is null`.execute(tx)
  return rows[0]
}

export const noSuchOwn = () => new AppError('not_found', 'You have no such character', 'characterId')

type ForOwn = 'licence.apply' | 'claim.create' | 'vehicle.create' | 'weapon.create'

/** A character of the member's own; characters of others do not exist for them. */
export async function ownCharacter(tx: Db | Tx, act: ForOwn, by: { readonly userId: number }, characterId: number): Promise<Owner> {
  const character = await findOwner(tx, characterId)
  if (!character) throw noSuchOwn()
  assertOwnership(act, by, { ownerIds: [character.userId] })
  return character
}

export const assertAlive = ({ name, isDeceased }: Owner): void => {
  if (isDeceased) throw new AppError('conflict', `${name} is deceased`, 'characterId')
}

/** The path of a character's page, for its member. */
export const characterPath = (characterId: number): string => `/user/characters/${characterId}`

/** Tells a member's open pages what changed among their records. Does nothing for a character without a member. */
export async function emitOwn<E extends keyof RoomEvents<'own-records'>>(
  emit: Emit,
  userId: number | null,
  event: E,
  payload: RoomEvents<'own-records'>[E],
): Promise<void> {
  if (userId !== null) await emit('own-records', { userId }, event, payload)
}
