import { OwnCharacter, type FieldValues } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** A character with its owner; `userId` is null for a character that was noted or imported, or that came from the game, and has no owner yet. */
export type AnyCharacter = OwnCharacter & {
  readonly userId: number | null
  readonly origin: string
  /** Fields that the game has handed in. */
  readonly gameFields: readonly string[]
}

const FromGame = OwnCharacter.shape.ledByGame

type Row = {
  id: number
  user_id: number | null
  origin: string
  game_fields: string[]
  is_led_by_game: boolean
  version: number
  name: string
  born_on: string | null
  address: string
  postal: string
  description: string
  occupation: string
  phone: string
  medical_notes: string
  contacts: string
  fields: FieldValues
  picture: string | null
  deceased_at: Date | null
  deceased_cause: string | null
  played_on: number | null
  last_used_at: Date | null
  created_at: Date
}

const toCharacter = (row: Row): AnyCharacter => ({
  characterId: row.id,
  userId: row.user_id,
  origin: row.origin,
  gameFields: row.game_fields,
  ledByGame: row.is_led_by_game ? FromGame.parse(row.game_fields) : [],
  version: row.version,
  name: row.name,
  bornOn: row.born_on,
  address: row.address,
  postal: row.postal,
  description: row.description,
  occupation: row.occupation,
  phone: row.phone,
  medicalNotes: row.medical_notes,
  contacts: row.contacts,
  fields: row.fields,
  picture: row.picture,
  deceased: row.deceased_at && { at: row.deceased_at.toISOString(), cause: row.deceased_cause ?? '' },
  playedOn: row.played_on,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

async function select(db: Db | Tx, where: RawBuilder<unknown>): Promise<AnyCharacter[]> {
  const { rows } = await sql<Row>`
    select c.id, c.user_id, c.origin, c.game_fields, c.version, c.name, c.born_on::text, c.address, c.postal, c.description, c.occupation, c.phone,
      c.medical_notes, c.contacts, visible_fields(c.fields, 'owner') as fields, p.digest as picture, c.deceased_at, c.deceased_cause,
      c.last_used_at, c.created_at,
      exists (select from servers s where s.game_key = c.game_database and s.game_leads and s.retired_at is null) as is_led_by_game,
      (select y.server_id from played_characters y where y.character_id = c.id and ${isPlaying}) as played_on
    from characters c left join pictures p on p.id = c.picture_id
    where c.removed_at is null and ${where} order by c.id`.execute(db)
  return rows.map(toCharacter)
}

/** Whether the member of `y` is still on duty as a civilian on the server where they play. */
export const isPlaying = sql`exists (
  select from units u where u.user_id = y.user_id and u.server_id = y.server_id and u.status <> 1 and u.unit_class = 0)`

export const charactersOf = (db: Db | Tx, userId: number): Promise<AnyCharacter[]> => select(db, sql`c.user_id = ${userId}`)

export const findCharacters = (db: Db | Tx, characterIds: readonly number[]): Promise<AnyCharacter[]> =>
  select(db, sql`c.id = any(${characterIds})`)
