import { roomKey } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import type { RowProblem } from './imports.fields.ts'
import type { Planned, Range } from './imports.plan.ts'
import type { Run } from './imports.repo.ts'

/** The rows of a range, as `i`, without those that have problems. */
export const rowsIn = ({ importId, from, to }: Range): RawBuilder<unknown> =>
  sql`(select row, input from import_rows where import_id = ${importId} and row between ${from} and ${to} and not is_left_out) i`

/** Locks the rows of a table that a range of the file changes. */
export async function lockTargets(tx: Tx, table: 'characters' | 'vehicles', range: Range): Promise<void> {
  await sql`select id from ${sql.table(table)} where removed_at is null and external_id in (select i.input ->> 'externalId' from ${rowsIn(range)})
    order by id for update`.execute(tx)
}

/** A row of the file, compared with the database. */
export type ComparedRow = {
  readonly row: number
  readonly target_id: number | null
  readonly owner_id: number | null
  readonly is_different: boolean | null
}

export const toPlanned = ({ row, target_id, owner_id, is_different }: ComparedRow, problems: Iterable<RowProblem>): Planned => ({
  row,
  targetId: target_id,
  ownerId: owner_id,
  action: target_id === null ? 'add' : is_different ? 'change' : 'same',
  problems: [...problems],
})

/** Planned rows as `p`, joined with the rows of the file as `i`. */
export const unnestPlan = (importId: number, planned: readonly Planned[]): RawBuilder<unknown> =>
  sql`unnest(${planned.map(({ row }) => row)}::integer[], ${planned.map(({ targetId }) => targetId)}::integer[],
      ${planned.map(({ ownerId }) => ownerId)}::integer[]) p(row, target_id, owner_id)
    join import_rows i on i.import_id = ${importId} and i.row = p.row`

/** Adds records, and remembers which they are, so that the import can be undone. */
export async function insertAdded(tx: Tx, importId: number, insert: RawBuilder<unknown>): Promise<void> {
  await sql`with added as (${insert} returning id)
    insert into import_added (import_id, record_id) select ${importId}, id from added`.execute(tx)
}

/** The value that the file gives for a field, or else the present value. */
export const fieldValue = (field: string, present: RawBuilder<unknown>, cast: RawBuilder<unknown> = sql``): RawBuilder<unknown> =>
  sql`case when i.input ? ${sql.lit(field)} then (i.input ->> ${sql.lit(field)})${cast} else ${present} end`

/** The community's own fields: values from the file replace present ones. */
export const OWN_FIELDS = { column: 'fields', value: sql`t.fields || coalesce(i.input -> 'fields', '{}')` }
export const NEW_OWN_FIELDS = sql`coalesce(i.input -> 'fields', '{}')`

type Changes = {
  readonly table: 'characters' | 'vehicles'
  readonly changes: readonly { readonly column: string; readonly value: RawBuilder<unknown> }[]
  readonly event: { readonly characterId: RawBuilder<unknown>; readonly vehicleId: RawBuilder<unknown> }
}

/** Changes existing rows `t` of a table, and writes an event to the record of each. */
export async function writeChanges(tx: Tx, run: Run, planned: readonly Planned[], { table, changes, event }: Changes): Promise<void> {
  const targets = planned.map(({ targetId }) => targetId)
  const sets = changes.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} t set ${sql.join(sets)}, version = t.version + 1
    from ${unnestPlan(run.id, planned)} where t.id = p.target_id`.execute(tx)
  await sql`insert into record_events (character_id, vehicle_id, title, text, by_user_id)
    select ${event.characterId}, ${event.vehicleId}, 'Changed by an import', ${run.file_name}, ${run.started_by}
    from ${sql.table(table)} t where t.id = any(${targets}::integer[]) order by t.id`.execute(tx)
}

/**
 * Advances the sequence numbers of the rooms of members whose records changed. Their pages notice the higher number and ask for a snapshot,
 * instead of getting thousands of events.
 */
export async function advanceRoomsOf(tx: Tx, userIds: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`select user_id from (${userIds}) owners(user_id)`.execute(tx)
  if (rows.length === 0) return
  const keys = [...new Set(rows.map(({ user_id }) => roomKey('own-records', { userId: user_id })))].toSorted()
  await sql`insert into streams (key, seq) select key, 1 from unnest(${keys}::text[]) key order by key
    on conflict (key) do update set seq = streams.seq + 1`.execute(tx)
}
