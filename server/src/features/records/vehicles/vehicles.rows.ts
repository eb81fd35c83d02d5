import type { FieldAudience, FieldValues, OwnVehicle, Unapproved, Vehicle } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** A vehicle with its owner; `characterId` is null if it has none. */
export type AnyVehicle = Vehicle & { readonly characterId: number | null }

type Row = {
  id: number
  character_id: number | null
  version: number
  plate: string
  vin: string
  model: string
  colour: string
  registered_until: string | null
  insured_until: string | null
  fields: FieldValues
  approval: Unapproved['state'] | null
  approval_reason: string
  stolen_at: Date | null
  stolen_note: string | null
  is_stolen_by_owner: boolean | null
  impounded_at: Date | null
  impound_place: string | null
  impound_reason: string | null
  impounded_by: number | null
  impounded_by_name: string | null
  impounded_by_identifier: string | null
}

const toVehicle = (row: Row): AnyVehicle => ({
  vehicleId: row.id,
  characterId: row.character_id,
  version: row.version,
  plate: row.plate,
  vin: row.vin,
  model: row.model,
  colour: row.colour,
  registeredUntil: row.registered_until,
  insuredUntil: row.insured_until,
  fields: row.fields,
  unapproved: row.approval && { state: row.approval, reason: row.approval_reason },
  stolen: row.stolen_at && {
    at: row.stolen_at.toISOString(),
    note: row.stolen_note ?? '',
    isByOwner: row.is_stolen_by_owner ?? false,
  },
  impound: row.impounded_at && {
    at: row.impounded_at.toISOString(),
    place: row.impound_place ?? '',
    reason: row.impound_reason ?? '',
    by: { userId: row.impounded_by ?? 0, name: row.impounded_by_name ?? '', identifier: row.impounded_by_identifier ?? '' },
  },
})

async function select(db: Db | Tx, reader: FieldAudience, where: RawBuilder<unknown>): Promise<AnyVehicle[]> {
  const { rows } = await sql<Row>`
    select v.id, v.character_id, v.version, v.plate, v.vin, v.model, v.colour, v.registered_until::text, v.insured_until::text,
      visible_fields(v.fields, ${reader}) as fields,
      v.approval, v.approval_reason, v.stolen_at, v.stolen_note, v.is_stolen_by_owner, i.at as impounded_at, i.place as impound_place, i.reason as impound_reason,
      i.by_user_id as impounded_by, by.name as impounded_by_name, i.by_identifier as impounded_by_identifier
    from vehicles v
    left join impounds i on i.vehicle_id = v.id and i.released_at is null
    left join users by on by.id = i.by_user_id
    where v.removed_at is null and ${where} order by v.id`.execute(db)
  return rows.map(toVehicle)
}

/** Vehicles with the fields that the reader may see. */
export const findVehicles = (db: Db | Tx, vehicleIds: readonly number[], reader: FieldAudience): Promise<AnyVehicle[]> =>
  select(db, reader, sql`v.id = any(${vehicleIds})`)

export const vehiclesOf = async (db: Db | Tx, characterIds: readonly number[], reader: FieldAudience): Promise<OwnVehicle[]> =>
  // The condition leaves out vehicles without an owner.
  (await select(db, reader, sql`v.character_id = any(${characterIds})`)) as OwnVehicle[]
