import { CAUTION_FLAG, MAX_RECORD_FLAGS, type Flagged, type RecordFlag, type ShownFlag } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** The column of `cautions` for each kind of record, its table, and the words for one record. */
const FLAGGED: Readonly<Record<Flagged, { readonly column: string; readonly table: string; readonly label: string }>> = {
  person: { column: 'character_id', table: 'characters', label: 'name' },
  vehicle: { column: 'vehicle_id', table: 'vehicles', label: 'plate' },
  weapon: { column: 'weapon_id', table: 'weapons', label: 'serial' },
}

export type Words = ShownFlag
/** The members whom the flag is about: by a character, or the owner of a vehicle or weapon. */
export type FlagSubject = { readonly characterIds: readonly (number | null)[] }

type On = { readonly of: Flagged; readonly id: number }

/** Locks what a flag is set on; undefined if there is none. */
export async function lockFlagged(tx: Tx, { of, id }: On): Promise<(FlagSubject & { readonly label: string }) | undefined> {
  const { table, label } = FLAGGED[of]
  const owner = of === 'person' ? sql`t.id` : sql`t.character_id`
  const isOne = of === 'person' ? sql`t.merged_into_id is null` : sql`true`
  const { rows } = await sql<{ label: string; characterId: number | null }>`
    select t.${sql.ref(label)} as label, ${owner} as "characterId" from ${sql.table(table)} t
    where t.id = ${id} and t.removed_at is null and ${isOne} for update`.execute(tx)
  const [row] = rows
  return row && { label: row.label, characterIds: [row.characterId] }
}

/** Whether the flag `n` is in force. */
const isInForce = sql`n.withdrawn_at is null and (n.expires_at is null or n.expires_at > now())`

type NewFlag = On & Pick<RecordFlag, 'valueId' | 'text' | 'expiresAt'>
type Inserted = Pick<RecordFlag, 'flagId' | 'expiresAt' | 'at'>

/** Sets a flag, unless there are as many as there may be or the same one is set. The caller has locked the record. */
export async function insertFlag(
  tx: Tx,
  { of, id, valueId, text, expiresAt }: NewFlag,
  { name, tone, severity, warns }: Words,
  by: { readonly userId: number; readonly identifier: string },
): Promise<Inserted | 'full' | 'same'> {
  const column = sql.ref(FLAGGED[of].column)
  const { rows: counts } = await sql<{ all: number; same: number }>`
    select count(*)::int as "all", count(*) filter (where n.value_id = ${valueId})::int as same
    from cautions n where n.${column} = ${id} and ${isInForce}`.execute(tx)
  const [count] = counts
  if (!count || count.all >= MAX_RECORD_FLAGS) return 'full'
  // Cautions differ by what they say.
  if (count.same > 0 && valueId !== CAUTION_FLAG) return 'same'
  const { rows } = await sql<{ id: number; created_at: Date; expires_at: Date | null }>`
    insert into cautions (${column}, value_id, name, tone, severity, warns, text, expires_at, by_user_id, by_identifier)
    values (${id}, ${valueId}, ${name}, ${tone}, ${severity}, ${warns}, ${text}, ${expiresAt}, ${by.userId}, ${by.identifier})
    returning id, created_at, expires_at`.execute(tx)
  const [set] = rows
  if (!set) throw new Error('a flag was just set and is gone')
  return { flagId: set.id, expiresAt: set.expires_at?.toISOString() ?? null, at: set.created_at.toISOString() }
}

export async function subjectOf(tx: Tx, flagId: number): Promise<FlagSubject | undefined> {
  const { rows } = await sql<{ characterId: number | null }>`
    select coalesce(n.character_id, v.character_id, w.character_id) as "characterId"
    from cautions n left join vehicles v on v.id = n.vehicle_id left join weapons w on w.id = n.weapon_id where n.id = ${flagId}`.execute(
    tx,
  )
  return rows[0] && { characterIds: [rows[0].characterId] }
}

/** Whether the flag was in force until now. */
export async function withdraw(tx: Tx, flagId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    update cautions set withdrawn_at = now(), withdrawn_by = ${userId} where id = ${flagId} and withdrawn_at is null returning id`.execute(
    tx,
  )
  return rows.length > 0
}

const SEVERITY = sql`array_position(array['high', 'medium', 'low'], n.severity)`

/** The flags of a record as a column of a query, the most severe first. `id` is an expression. */
export const shownFlags = (of: Flagged, id: RawBuilder<unknown>): RawBuilder<ShownFlag[]> => sql<ShownFlag[]>`
  coalesce((select json_agg(json_build_object('name', n.name, 'tone', n.tone, 'severity', n.severity, 'warns', n.warns) order by ${SEVERITY}, n.id desc)
    from cautions n where n.${sql.ref(FLAGGED[of].column)} = ${id} and ${isInForce}), '[]')`

/** The same with who set them, for the record itself. */
export async function recordFlagsOf(db: Db | Tx, of: Flagged, id: number): Promise<RecordFlag[]> {
  const { rows } = await sql<Omit<RecordFlag, 'at' | 'expiresAt'> & { at: Date; expiresAt: Date | null }>`
    select n.id as "flagId", n.value_id as "valueId", n.name, n.tone, n.severity, n.warns, n.text, n.expires_at as "expiresAt", n.created_at as at,
      json_build_object('userId', u.id, 'name', u.name, 'identifier', n.by_identifier) as by
    from cautions n join users u on u.id = n.by_user_id
    where n.${sql.ref(FLAGGED[of].column)} = ${id} and ${isInForce} order by ${SEVERITY}, n.id desc`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), expiresAt: row.expiresAt?.toISOString() ?? null }))
}
