import { randomInt } from 'node:crypto'
import type { Unapproved, Weapon, WeaponInput } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

type Row = {
  id: number
  character_id: number
  version: number
  model: string
  serial: string
  registered_at: Date
  approval: Unapproved['state'] | null
  approval_reason: string
}

const toWeapon = (row: Row): Weapon => ({
  weaponId: row.id,
  characterId: row.character_id,
  version: row.version,
  model: row.model,
  serial: row.serial,
  registeredAt: row.registered_at.toISOString(),
  unapproved: row.approval && { state: row.approval, reason: row.approval_reason },
})

async function select(db: Db | Tx, where: RawBuilder<unknown>): Promise<Weapon[]> {
  const { rows } = await sql<Row>`
    select w.id, w.character_id, w.version, w.model, w.serial, w.registered_at, w.approval, w.approval_reason
    from weapons w where w.removed_at is null and ${where} order by w.id`.execute(db)
  return rows.map(toWeapon)
}

export const findWeapons = (db: Db | Tx, weaponIds: readonly number[]): Promise<Weapon[]> => select(db, sql`w.id = any(${weaponIds})`)
export const weaponsOf = (db: Db | Tx, characterIds: readonly number[]): Promise<Weapon[]> =>
  select(db, sql`w.character_id = any(${characterIds})`)

/** Letters and digits of generated serial numbers, without those that look alike: 0 and O, 1 and I. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const madeUpSerial = (): string => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Counts the weapons of all characters of a member: those in use, and those registered within a day, deleted ones included. */
export async function countWeapons(tx: Tx, userId: number): Promise<{ inUse: number; today: number }> {
  const { rows } = await sql<{ inUse: number; today: number }>`
    select count(*) filter (where w.removed_at is null and c.removed_at is null)::int as "inUse",
      count(*) filter (where w.registered_at > now() - interval '1 day')::int as today
    from characters c join weapons w on w.character_id = c.id where c.user_id = ${userId}`.execute(tx)
  return rows[0] ?? { inUse: 0, today: 0 }
}

const TRIES = 5

/** The new weapon; undefined if another weapon has the serial number. */
export async function insertWeapon(tx: Tx, characterId: number, { model, serial }: WeaponInput): Promise<Weapon | undefined> {
  for (let left = serial === '' ? TRIES : 1; left > 0; left -= 1) {
    const { rows } = await sql<{ id: number }>`
      insert into weapons (character_id, model, serial) values (${characterId}, ${model}, ${serial || madeUpSerial()})
      on conflict (serial_key) where removed_at is null do nothing returning id`.execute(tx)
    if (rows[0]) return readWeapon(tx, rows[0].id)
  }
  return undefined
}

/** Locks a weapon until the transaction ends. */
export async function lockWeapon(tx: Tx, weaponId: number): Promise<Weapon | undefined> {
  const { rows } = await sql`
    select from weapons w join characters c on c.id = w.character_id
    where w.id = ${weaponId} and w.removed_at is null and c.removed_at is null for update of w`.execute(tx)
  return rows.length === 0 ? undefined : readWeapon(tx, weaponId)
}

export async function updateWeapon(tx: Tx, weaponId: number, { model, serial }: WeaponInput): Promise<Weapon> {
  await sql`update weapons set model = ${model}, serial = ${serial}, version = version + 1 where id = ${weaponId}`.execute(tx)
  return readWeapon(tx, weaponId)
}

/** Leaves a weapon waiting for approval from now on. */
export async function askApproval(tx: Tx, weaponId: number): Promise<Weapon> {
  await sql`update weapons set approval = 'waiting', approval_reason = '', approval_asked_at = now() where id = ${weaponId}`.execute(tx)
  return readWeapon(tx, weaponId)
}

/** Approves a weapon, or refuses it for a reason. */
export async function decideApproval(tx: Tx, weaponId: number, refusedFor: string | null): Promise<Weapon> {
  const state = refusedFor === null ? null : 'refused'
  await sql`update weapons set approval = ${state}, approval_reason = ${refusedFor ?? ''}, version = version + 1 where id = ${weaponId}`.execute(
    tx,
  )
  return readWeapon(tx, weaponId)
}

export const removeWeapon = (tx: Tx, weaponId: number) =>
  sql`update weapons set removed_at = now(), version = version + 1 where id = ${weaponId}`.execute(tx)

async function readWeapon(tx: Tx, weaponId: number): Promise<Weapon> {
  const [weapon] = await findWeapons(tx, [weaponId])
  if (!weapon) throw new Error(`weapon ${weaponId} was just written and is gone`)
  return weapon
}
