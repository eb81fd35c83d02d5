import type { Claim, ClaimToDecide, PageQuery } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitTo } from '../../../platform/database/page.ts'

/** A claim with the person or vehicle it is about, for deciding and carrying it out. */
export type AnyClaim = ClaimToDecide & { readonly notedCharacterId: number | null; readonly vehicleId: number | null }

type Row = {
  id: number
  user_id: number
  user_name: string
  character_id: number
  character_name: string
  noted_character_id: number | null
  vehicle_id: number | null
  label: string
  text: string
  state: Claim['state']
  reason: string
  created_at: Date
  decided_at: Date | null
}

const toClaim = (row: Row): AnyClaim => ({
  claimId: row.id,
  kind: row.vehicle_id === null ? 'character' : 'vehicle',
  label: row.label,
  characterId: row.character_id,
  characterName: row.character_name,
  text: row.text,
  state: row.state,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  member: { userId: row.user_id, name: row.user_name },
  notedCharacterId: row.noted_character_id,
  vehicleId: row.vehicle_id,
})

/** A claim as its member sees it. */
export const ownClaim = ({ member: _member, notedCharacterId: _noted, vehicleId: _vehicle, ...claim }: AnyClaim): Claim => claim

async function select(db: Db | Tx, rest: RawBuilder<unknown>): Promise<AnyClaim[]> {
  const { rows } = await sql<Row>`
    select l.id, l.user_id, u.name as user_name, l.character_id, c.name as character_name, l.noted_character_id, l.vehicle_id,
      coalesce(v.plate, n.name, '') as label, l.text, l.state, l.reason, l.created_at, l.decided_at
    from record_claims l join users u on u.id = l.user_id join characters c on c.id = l.character_id
      left join characters n on n.id = l.noted_character_id left join vehicles v on v.id = l.vehicle_id
    ${rest}`.execute(db)
  return rows.map(toClaim)
}

/** A member's open claims, and those decided in the last 30 days. */
export const claimsOf = async (db: Db | Tx, userId: number): Promise<Claim[]> => {
  const recent = sql`l.state = 'open' or l.decided_at > now() - interval '30 days'`
  return (await select(db, sql`where l.user_id = ${userId} and (${recent}) order by l.id desc limit 200`)).map(ownClaim)
}

export const findClaims = (db: Db | Tx, claimIds: readonly number[]): Promise<AnyClaim[]> =>
  select(db, sql`where l.id = any(${claimIds}) order by l.id`)

/** Claims of disabled and deleted accounts are not offered for a decision. */
export const isToDecide = sql`l.state = 'open' and u.disabled_at is null and u.deleted_at is null`

export const openClaims = (db: Db, { page, pageSize }: PageQuery): Promise<AnyClaim[]> =>
  select(db, sql`where ${isToDecide} order by l.created_at, l.id ${limitTo({ page, pageSize })}`)

export async function countOpenClaims(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from record_claims l join users u on u.id = l.user_id where ${isToDecide} limit ${limit}) counted`.execute(db)
  return rows[0]?.count ?? 0
}
