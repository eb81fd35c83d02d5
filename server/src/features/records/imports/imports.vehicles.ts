import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import type { RowProblem } from './imports.fields.ts'
import type { Kind, Planned } from './imports.plan.ts'
import {
  fieldValue,
  insertAdded,
  lockTargets,
  NEW_OWN_FIELDS,
  OWN_FIELDS,
  rowsIn,
  advanceRoomsOf,
  toPlanned,
  unnestPlan,
  writeChanges,
  type ComparedRow,
} from './imports.sql.ts'

const STOLEN_NOTE = 'Imported as stolen'
/** Whether the vehicle is stolen; null if the file does not say. */
const isStolen = sql`(i.input ->> 'stolen')::boolean`
/** A column of a theft after the import. A note that someone wrote since the theft is kept. */
const stolen = (column: string, value: ReturnType<typeof sql>) =>
  sql`case ${isStolen} when true then coalesce(t.${sql.ref(column)}, ${value}) when false then null else t.${sql.ref(column)} end`

/** For each field its column, and the value of the column after a change. */
const CHANGES = [
  { column: 'plate', value: sql`i.input ->> 'plate'` },
  { column: 'vin', value: fieldValue('vin', sql`t.vin`) },
  { column: 'model', value: sql`i.input ->> 'model'` },
  { column: 'colour', value: fieldValue('colour', sql`t.colour`) },
  { column: 'registered_until', value: fieldValue('registeredUntil', sql`t.registered_until`, sql`::date`) },
  { column: 'insured_until', value: fieldValue('insuredUntil', sql`t.insured_until`, sql`::date`) },
  OWN_FIELDS,
]
const STOLEN = [
  { column: 'stolen_at', value: stolen('stolen_at', sql`now()`) },
  { column: 'stolen_note', value: stolen('stolen_note', sql`${sql.lit(STOLEN_NOTE)}`) },
  { column: 'is_stolen_by_owner', value: stolen('is_stolen_by_owner', sql`false`) },
]

type PlanRow = ComparedRow & {
  owners: number
  names_owner_by_id: boolean
  names_owner: boolean
  is_owned_by_other: boolean | null
  is_plate_taken: boolean
  is_vin_taken: boolean
}

const isDifferent = sql`(${sql.join(
  CHANGES.map(({ column, value }) => sql`t.${sql.ref(column)} is distinct from ${value}`),
  sql` or `,
)}
  or ${isStolen} <> (t.stolen_at is not null) or (t.character_id is null and o.id is not null))`

export const vehicles: Kind = {
  batchRows: 1000,
  uniques: [
    { field: 'externalId', key: sql`input ->> 'externalId'`, message: (row) => `Row ${row} has the same externalId` },
    { field: 'plate', key: sql`record_key(input ->> 'plate')`, message: (row) => `Row ${row} has the same plate` },
    { field: 'vin', key: sql`record_key(input ->> 'vin')`, message: (row) => `Row ${row} has the same VIN` },
  ],

  lock: (tx, range) => lockTargets(tx, 'vehicles', range),

  plan: async (db, range) => {
    const { rows } = await sql<PlanRow>`
      select i.row, t.id as target_id, o.id as owner_id, o.owners,
        i.input ? 'ownerExternalId' as names_owner_by_id, i.input ?| array['ownerExternalId', 'ownerName'] as names_owner,
        t.character_id <> o.id as is_owned_by_other,
        exists (select from vehicles x where x.removed_at is null and x.plate_key = record_key(i.input ->> 'plate')
          and x.id is distinct from t.id) as is_plate_taken,
        exists (select from vehicles x where x.removed_at is null and x.vin_key <> '' and x.vin_key = record_key(i.input ->> 'vin')
          and x.id is distinct from t.id) as is_vin_taken,
        ${isDifferent} as is_different
      from ${rowsIn(range)}
      left join lateral (
        select * from vehicles x where x.external_id = i.input ->> 'externalId' and x.removed_at is null
        order by x.game_database is not null, x.id limit 1) t on true
      cross join lateral (
        select min(c.id) as id, count(c.id)::integer as owners from (
          select id from characters where removed_at is null and external_id = i.input ->> 'ownerExternalId'
          order by game_database is not null, id limit 1) c
      ) by_id
      cross join lateral (
        select min(c.id) as id, count(c.id)::integer as owners from characters c where c.removed_at is null
          and not i.input ? 'ownerExternalId' and lower(c.name) = lower(i.input ->> 'ownerName')
          and c.born_on = (i.input ->> 'ownerBornOn')::date
      ) by_name
      cross join lateral (select coalesce(by_id.id, by_name.id) as id, by_id.owners + by_name.owners as owners) o
      order by i.row`.execute(db)
    return rows.map((row) => toPlanned(row, problemsOf(row)))
  },

  write: async (tx, _emit, run, planned) => {
    await add(tx, run.id, planned)
    const changed = planned.filter(({ action }) => action === 'change')
    if (changed.length > 0) {
      await writeChanges(tx, run, changed, {
        table: 'vehicles',
        changes: [...CHANGES, ...STOLEN, { column: 'character_id', value: sql`coalesce(t.character_id, p.owner_id)` }],
        event: { characterId: sql`t.character_id`, vehicleId: sql`t.id` },
      })
    }
    const owners = planned.flatMap(({ action, ownerId }) => (action === 'add' && ownerId !== null ? [ownerId] : []))
    await advanceRoomsOf(
      tx,
      sql`select c.user_id from characters c where c.user_id is not null and (c.id = any(${owners}::integer[]) or c.id in (
        select character_id from vehicles where id = any(${changed.map(({ targetId }) => targetId)}::integer[])))`,
    )
  },
}

async function add(tx: Tx, importId: number, planned: readonly Planned[]): Promise<void> {
  const added = planned.filter(({ action }) => action === 'add')
  if (added.length === 0) return
  const ifStolen = (value: ReturnType<typeof sql>) => sql`case when ${isStolen} then ${value} end`
  await insertAdded(
    tx,
    importId,
    sql`insert into vehicles (character_id, plate, vin, model, colour, registered_until, insured_until,
      stolen_at, stolen_note, is_stolen_by_owner, fields, external_id, origin)
    select p.owner_id, i.input ->> 'plate', coalesce(i.input ->> 'vin', upper(substr(md5(gen_random_uuid()::text), 1, 17))),
      i.input ->> 'model', coalesce(i.input ->> 'colour', ''), (i.input ->> 'registeredUntil')::date, (i.input ->> 'insuredUntil')::date,
      ${ifStolen(sql`now()`)}, ${ifStolen(sql`${sql.lit(STOLEN_NOTE)}`)}, ${ifStolen(sql`false`)}, ${NEW_OWN_FIELDS}, i.input ->> 'externalId', 'import'
    from ${unnestPlan(importId, added)} order by p.row`,
  )
}

function* problemsOf(row: PlanRow): Generator<RowProblem> {
  const problem = (field: string, message: string): RowProblem => ({ row: row.row, field, message })
  const ownerField = row.names_owner_by_id ? 'ownerExternalId' : 'ownerName'
  if (row.is_plate_taken) yield problem('plate', 'A vehicle with this plate is registered already')
  if (row.is_vin_taken) yield problem('vin', 'A vehicle with this VIN is registered already')
  if (row.names_owner && row.owners === 0) {
    yield problem(
      ownerField,
      row.names_owner_by_id ? 'There is no person with this id' : 'There is no person with this name and birth date',
    )
  }
  if (row.owners > 1) yield problem(ownerField, 'Several persons have this name and birth date: give ownerExternalId')
  if (row.owners === 1 && row.is_owned_by_other) yield problem(ownerField, 'This vehicle belongs to someone else')
}
