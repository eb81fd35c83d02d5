import type { Weapon } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

type Row = { id: number; character_id: number; version: number; model: string; serial: string; registered_at: Date }

const toWeapon = (row: Row): Weapon => ({
  weaponId: row.id,
  characterId: row.character_id,
  version: row.version,
  model: row.model,
  serial: row.serial,
  registeredAt: row.registered_at.toISOString(),
})

async function select(db: Db | Tx, where: RawBuilder<unknown>): Promise<Weapon[]> {
  const { rows } = await sql<Row>`
    select w.id, w.character_id, w.version, w.model, w.serial, w.registered_at
    from weapons w where w.removed_at is null and ${where} order by w.id`.execute(db)
  return rows.map(toWeapon)
}

export const findWeapons = (db: Db | Tx, weaponIds: readonly number[]): Promise<Weapon[]> => select(db, sql`w.id = any(${weaponIds})`)
export const weaponsOf = (db: Db | Tx, characterIds: readonly number[]): Promise<Weapon[]> =>
  select(db, sql`w.character_id = any(${characterIds})`)
