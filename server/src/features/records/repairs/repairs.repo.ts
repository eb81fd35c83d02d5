import { COUNT_LIMIT, recordKey, type PageQuery, type RecordOrigin, type RepairCharacter, type RepairVehicle } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { limitTo } from '../../../platform/database/page.ts'

type CharacterRow = {
  id: number
  name: string
  born_on: string | null
  user_id: number | null
  user_name: string | null
  email: string | null
  origin: RecordOrigin
  is_deleted: boolean
  version: number
}
const toCharacter = (row: CharacterRow): RepairCharacter => ({
  kind: 'character',
  characterId: row.id,
  name: row.name,
  bornOn: row.born_on,
  member: row.user_id === null ? null : { userId: row.user_id, name: row.user_name ?? '', emailAddress: row.email ?? '' },
  origin: row.origin,
  isDeleted: row.is_deleted,
  version: row.version,
})

type VehicleRow = {
  id: number
  plate: string
  vin: string
  model: string
  colour: string
  character_id: number | null
  owner_name: string | null
  origin: RecordOrigin
  is_deleted: boolean
  version: number
}
const toVehicle = (row: VehicleRow): RepairVehicle => ({
  kind: 'vehicle',
  vehicleId: row.id,
  plate: row.plate,
  vin: row.vin,
  model: row.model,
  colour: row.colour,
  owner: row.character_id === null ? null : { characterId: row.character_id, name: row.owner_name ?? '' },
  origin: row.origin,
  isDeleted: row.is_deleted,
  version: row.version,
})

const characterTables = sql`characters c left join users u on u.id = c.user_id`
const vehicleTables = sql`vehicles v left join characters c on c.id = v.character_id left join users u on u.id = c.user_id`

const selectCharacters = async (db: Db | Tx, rest: RawBuilder<unknown>): Promise<RepairCharacter[]> => {
  const { rows } = await sql<CharacterRow>`
    select c.id, c.name, c.born_on::text, u.id as user_id, u.name as user_name, u.email, c.origin,
      c.removed_at is not null as is_deleted, c.version from ${characterTables} ${rest}`.execute(db)
  return rows.map(toCharacter)
}
const selectVehicles = async (db: Db | Tx, rest: RawBuilder<unknown>): Promise<RepairVehicle[]> => {
  const { rows } = await sql<VehicleRow>`
    select v.id, v.plate, v.vin, v.model, v.colour, v.character_id, c.name as owner_name, v.origin,
      v.removed_at is not null as is_deleted, v.version from ${vehicleTables} ${rest}`.execute(db)
  return rows.map(toVehicle)
}

const likePrefix = (value: string): string => `${escapeLike(value)}%`
const numberIn = (q: string): number | undefined => (/^#\d{1,9}$/.test(q) ? Number(q.slice(1)) : undefined)

/** Finds characters by number, by the member's email address, or by the beginning of the name. */
function characterCondition(q: string): RawBuilder<unknown> {
  const number = numberIn(q)
  if (number !== undefined) return sql`c.id = ${number}`
  return q.includes('@') ? sql`lower(u.email) = ${q.toLowerCase()}` : sql`lower(c.name) like ${likePrefix(q.toLowerCase())}`
}
function vehicleCondition(q: string): RawBuilder<unknown> {
  const number = numberIn(q)
  if (number !== undefined) return sql`v.id = ${number}`
  return q.includes('@') ? sql`lower(u.email) = ${q.toLowerCase()}` : sql`v.plate_key like ${likePrefix(recordKey(q))}`
}

const paged = (order: RawBuilder<unknown>, { page, pageSize }: PageQuery) => sql`order by ${order} ${limitTo({ page, pageSize })}`

async function count(db: Db, from: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from ${from} where ${where} limit ${COUNT_LIMIT + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

export const findCharacters = (db: Db, q: string, page: PageQuery) =>
  Promise.all([
    selectCharacters(db, sql`where ${characterCondition(q)} ${paged(sql`lower(c.name), c.id`, page)}`),
    count(db, characterTables, characterCondition(q)),
  ])
export const findVehicles = (db: Db, q: string, page: PageQuery) =>
  Promise.all([
    selectVehicles(db, sql`where ${vehicleCondition(q)} ${paged(sql`v.plate_key, v.id`, page)}`),
    count(db, vehicleTables, vehicleCondition(q)),
  ])

/** Locks a character until the transaction ends. */
export const lockCharacter = async (tx: Tx, characterId: number): Promise<RepairCharacter | undefined> =>
  (await selectCharacters(tx, sql`where c.id = ${characterId} for update of c`))[0]
export const lockVehicle = async (tx: Tx, vehicleId: number): Promise<RepairVehicle | undefined> =>
  (await selectVehicles(tx, sql`where v.id = ${vehicleId} for update of v`))[0]

export const memberByEmail = async (tx: Tx, email: string): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('users')
      .select('id')
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.id

const memberIn = async (tx: Tx, from: RawBuilder<unknown>): Promise<number | null> =>
  (await sql<{ user_id: number | null }>`select c.user_id from ${from}`.execute(tx)).rows[0]?.user_id ?? null

/** The owner before anything is locked. If the owner changes before the lock, the version is in conflict. */
export const memberOfCharacter = (tx: Tx, characterId: number) => memberIn(tx, sql`characters c where c.id = ${characterId}`)
export const memberOfVehicle = (tx: Tx, vehicleId: number) =>
  memberIn(tx, sql`vehicles v join characters c on c.id = v.character_id where v.id = ${vehicleId}`)

/** Whether a claim merged the character into another one. */
export const isTakenOver = async (tx: Tx, characterId: number): Promise<boolean> =>
  (await sql`select from characters where id = ${characterId} and merged_into_id is not null`.execute(tx)).rows.length > 0

/** The member of a character that was not deleted. */
export const ownerOf = async (tx: Tx, characterId: number) =>
  tx
    .selectFrom('characters')
    .select(['id', 'user_id', 'name'])
    .where('id', '=', characterId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

type CharacterChange = {
  readonly name: string
  readonly bornOn: string | null
  readonly userId: number | null
  readonly isDeleted: boolean
}

export async function changeCharacter(tx: Tx, before: RepairCharacter, change: CharacterChange): Promise<void> {
  const { characterId, name } = before
  if (name !== change.name) await tx.insertInto('character_names').values({ character_id: characterId, name }).execute()
  await sql`update characters set name = ${change.name}, born_on = ${change.bornOn}, user_id = ${change.userId},
      removed_at = case when ${change.isDeleted} then coalesce(removed_at, now()) end, version = version + 1
    where id = ${characterId}`.execute(tx)
  if (change.isDeleted || before.member?.userId !== change.userId) {
    await tx.deleteFrom('played_characters').where('character_id', '=', characterId).execute()
    await tx
      .deleteFrom('vehicle_transfers')
      .where((eb) => eb.or([eb('from_character_id', '=', characterId), eb('to_character_id', '=', characterId)]))
      .execute()
  }
}

type VehicleChange = Pick<RepairVehicle, 'plate' | 'vin' | 'model' | 'colour' | 'isDeleted'> & { readonly characterId: number | null }

export async function changeVehicle(tx: Tx, { vehicleId }: RepairVehicle, change: VehicleChange): Promise<void> {
  await sql`update vehicles set plate = ${change.plate}, vin = ${change.vin}, model = ${change.model}, colour = ${change.colour},
      character_id = ${change.characterId}, removed_at = case when ${change.isDeleted} then coalesce(removed_at, now()) end,
      version = version + 1
    where id = ${vehicleId}`.execute(tx)
  await tx.deleteFrom('vehicle_transfers').where('vehicle_id', '=', vehicleId).execute()
}
