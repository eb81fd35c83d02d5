import type { Claim } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { findClaims, ownClaim } from './claims.rows.ts'

/** The open claims of a character that is deleted. */
export async function withdrawClaimsFor(tx: Tx, characterId: number): Promise<Claim[]> {
  const { rows } = await sql<{ id: number }>`
    update record_claims set state = 'withdrawn', decided_at = now()
    where character_id = ${characterId} and state = 'open' returning id`.execute(tx)
  const claims = await findClaims(
    tx,
    rows.map(({ id }) => id),
  )
  return claims.map(ownClaim)
}
