import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/**
 * Held until the transaction ends by what counts or removes a member's characters, vehicles or weapons, so that limits hold. Taken before
 * any row of theirs; several in the order of their ids.
 */
export const lockOwner = (tx: Tx, userId: number) => sql`select from users where id = ${userId} for no key update`.execute(tx)
