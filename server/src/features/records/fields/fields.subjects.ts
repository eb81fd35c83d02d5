import type { FieldValues } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** Records that have values of fields in a column of their own. */
export type FieldSubject = 'character' | 'vehicle'

export type Subject = {
  /** The character itself, or the owner of the vehicle. */
  readonly characterId: number | null
  readonly vehicleId: number | null
  readonly userId: number | null
  readonly label: string
  /** The values of all fields, no matter who may see them. */
  readonly fields: FieldValues
}

const TABLES = { character: sql.table('characters'), vehicle: sql.table('vehicles') } as const

const subjects = {
  character: sql`select id as "characterId", null::integer as "vehicleId", user_id as "userId", name as label, fields
    from characters where removed_at is null`,
  vehicle: sql`select character_id as "characterId", id as "vehicleId",
      (select c.user_id from characters c where c.id = character_id) as "userId", plate as label, fields
    from vehicles where removed_at is null`,
} as const

/** Locks a character or vehicle until the transaction ends; undefined if it was deleted. */
export async function lockSubject(tx: Tx, of: FieldSubject, id: number): Promise<Subject | undefined> {
  await sql`select from ${TABLES[of]} where id = ${id} for update`.execute(tx)
  const { rows } = await sql<Subject>`${subjects[of]} and id = ${id}`.execute(tx)
  return rows[0]
}

/** The values of all fields of a character or vehicle, no matter who may see them. The caller has locked the row. */
export async function storedFields(tx: Db | Tx, of: FieldSubject, id: number): Promise<FieldValues> {
  const { rows } = await sql<{ fields: FieldValues }>`select fields from ${TABLES[of]} where id = ${id}`.execute(tx)
  return rows[0]?.fields ?? {}
}

export async function storeFields(tx: Tx, of: FieldSubject, id: number, fields: FieldValues): Promise<void> {
  await sql`update ${TABLES[of]} set fields = ${JSON.stringify(fields)}::jsonb where id = ${id}`.execute(tx)
}
