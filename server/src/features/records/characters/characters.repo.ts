import type { CharacterInput, FieldValues } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { findCharacters, type AnyCharacter } from './characters.rows.ts'

/** Everything but the community's own fields, of which a reader may see only some. */
type Details = Omit<CharacterInput, 'fields'>
const columns = (input: Details) => ({
  name: input.name,
  born_on: sql<Date>`${input.bornOn}::date`,
  address: input.address,
  postal: input.postal,
  description: input.description,
  occupation: input.occupation,
  phone: input.phone,
  medical_notes: input.medicalNotes,
  contacts: input.contacts,
})

/** Counts a member's characters: those in use, and those created within a day, deleted ones included. */
export async function countCharacters(tx: Tx, userId: number): Promise<{ inUse: number; today: number }> {
  const { rows } = await sql<{ inUse: number; today: number }>`
    select count(*) filter (where removed_at is null)::int as "inUse",
      count(*) filter (where created_at > now() - interval '1 day')::int as today
    from characters where user_id = ${userId}`.execute(tx)
  return rows[0] ?? { inUse: 0, today: 0 }
}

/** Whether the member is on duty as a civilian on the server. */
export async function isCivilianOn(tx: Tx, userId: number, serverId: number): Promise<boolean> {
  const { rows } = await sql`
    select from units where user_id = ${userId} and server_id = ${serverId} and status <> 1 and unit_class = 0`.execute(tx)
  return rows.length > 0
}

export async function insertCharacter(tx: Tx, userId: number, details: Details, fields: FieldValues): Promise<AnyCharacter> {
  const { id } = await tx
    .insertInto('characters')
    .values({ ...columns(details), fields, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readCharacter(tx, id)
}

/** Inserts a noted person, who belongs to no member yet. */
export async function insertNoted(
  tx: Tx,
  notedBy: number,
  { name, bornOn, description }: Pick<CharacterInput, 'name' | 'description'> & { readonly bornOn: string | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('characters')
    .values({ name, born_on: sql<Date | null>`${bornOn}::date`, description, origin: 'officer', noted_by: notedBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a character until the transaction ends; undefined if it was deleted. */
export async function lockCharacter(tx: Tx, characterId: number): Promise<AnyCharacter | undefined> {
  await sql`select from characters where id = ${characterId} for update`.execute(tx)
  const [character] = await findCharacters(tx, [characterId])
  return character
}

export async function updateCharacter(tx: Tx, characterId: number, details: Details, fields: FieldValues): Promise<AnyCharacter> {
  await tx
    .updateTable('characters')
    .set((eb) => ({ ...columns(details), fields, version: eb('version', '+', 1) }))
    .where('id', '=', characterId)
    .execute()
  return readCharacter(tx, characterId)
}

export async function countNameChanges(tx: Tx, characterId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from character_names where character_id = ${characterId} and until > now() - interval '1 day'`.execute(tx)
  return rows[0]?.count ?? 0
}

export const keepFormerName = (tx: Tx, characterId: number, name: string) =>
  tx.insertInto('character_names').values({ character_id: characterId, name }).execute()

/** Locks the character's vehicles until the transaction ends; returns the plate of one that is impounded, if any is. */
export async function lockVehicles(tx: Tx, characterId: number): Promise<{ impounded: string | undefined }> {
  await sql`select from vehicles where character_id = ${characterId} and removed_at is null order by id for update`.execute(tx)
  const { rows } = await sql<{ plate: string }>`
    select v.plate from vehicles v join impounds i on i.vehicle_id = v.id and i.released_at is null
    where v.character_id = ${characterId} and v.removed_at is null order by v.id limit 1`.execute(tx)
  return { impounded: rows[0]?.plate }
}

/** Deletes offers of vehicles by and to a character; returns them with the members on both sides. */
export async function dropTransfers(tx: Tx, characterId: number): Promise<{ transferId: number; userIds: number[] }[]> {
  const { rows } = await sql<{ id: number; user_ids: (number | null)[] }>`
    with dropped as (
      delete from vehicle_transfers where from_character_id = ${characterId} or to_character_id = ${characterId} returning *)
    select d.id, array[f.user_id, o.user_id] as user_ids
    from dropped d join characters f on f.id = d.from_character_id join characters o on o.id = d.to_character_id order by d.id`.execute(tx)
  return rows.map(({ id, user_ids }) => ({ transferId: id, userIds: [...new Set(user_ids.flatMap((each) => each ?? []))] }))
}

/** Removes a character with its vehicles and weapons, and deletes its photo. */
export async function removeCharacter(tx: Tx, characterId: number): Promise<void> {
  await sql`update vehicles set removed_at = now(), version = version + 1 where character_id = ${characterId} and removed_at is null`.execute(
    tx,
  )
  await sql`update weapons set removed_at = now(), version = version + 1 where character_id = ${characterId} and removed_at is null`.execute(
    tx,
  )
  await sql`delete from played_characters where character_id = ${characterId}`.execute(tx)
  await sql`delete from pictures where id = (select picture_id from characters where id = ${characterId})`.execute(tx)
  await sql`update characters set removed_at = now(), version = version + 1 where id = ${characterId}`.execute(tx)
}

export async function readCharacter(tx: Tx, characterId: number): Promise<AnyCharacter> {
  const [character] = await findCharacters(tx, [characterId])
  if (!character) throw new Error(`character ${characterId} was just written and is gone`)
  return character
}
