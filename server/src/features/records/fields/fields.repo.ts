import type { Field, FieldAudience, FieldInput, FieldOf, FieldType } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

type Row = {
  id: number
  of: FieldOf
  type: FieldType
  name: string
  help: string
  options: string[]
  is_required: boolean
  audience: FieldAudience[]
  position: number
  is_retired: boolean
  version: number
}

const toField = (row: Row): Field => ({
  fieldId: row.id,
  of: row.of,
  type: row.type,
  name: row.name,
  help: row.help,
  options: row.options,
  isRequired: row.is_required,
  audience: row.audience,
  position: row.position,
  isRetired: row.is_retired,
  version: row.version,
})

async function select(db: Db | Tx, rest: RawBuilder<unknown>): Promise<Field[]> {
  const { rows } = await sql<Row>`
    select id, of, type, name, help, options, is_required, audience, position, retired_at is not null as is_retired, version
    from record_fields ${rest}`.execute(db)
  return rows.map(toField)
}

/** The fields of one kind, or of all kinds, retired ones included, in the order of forms. */
export const listFields = (db: Db | Tx, of?: FieldOf): Promise<Field[]> =>
  select(db, sql`${of === undefined ? sql`` : sql`where of = ${of}`} order by of, position, id`)

export async function findField(db: Db | Tx, fieldId: number): Promise<Field | undefined> {
  const [field] = await select(db, sql`where id = ${fieldId}`)
  return field
}

/** Locks all definitions of fields, so that the limits hold. */
export async function lockFields(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('record-fields'))`.execute(tx)
}

export async function countFields(tx: Tx, of: FieldOf): Promise<{ inUse: number; retired: number; lastPosition: number }> {
  const { rows } = await sql<{ inUse: number; retired: number; lastPosition: number }>`
    select count(*) filter (where retired_at is null) as "inUse", count(*) filter (where retired_at is not null) as retired,
      coalesce(max(position) filter (where retired_at is null), 0) as "lastPosition"
    from record_fields where of = ${of}`.execute(tx)
  return rows[0] ?? { inUse: 0, retired: 0, lastPosition: 0 }
}

export type FieldChange = Omit<FieldInput, 'of' | 'type'>
const columns = ({ name, help, options, isRequired, audience }: FieldChange) => ({
  name,
  help,
  options: [...options],
  is_required: isRequired,
  audience: [...audience],
})

export async function insertField(tx: Tx, { of, type, ...rest }: FieldInput, position: number): Promise<Field> {
  const { id } = await tx
    .insertInto('record_fields')
    .values({ ...columns(rest), of, type, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readField(tx, id)
}

export async function changeField(tx: Tx, fieldId: number, change: FieldChange): Promise<Field> {
  await tx
    .updateTable('record_fields')
    .set((eb) => ({ ...columns(change), version: eb('version', '+', 1) }))
    .where('id', '=', fieldId)
    .execute()
  return readField(tx, fieldId)
}

/** Retires a field or brings it back. */
export async function setRetired(tx: Tx, fieldId: number, isRetired: boolean, position: number): Promise<Field> {
  await tx
    .updateTable('record_fields')
    .set((eb) => ({ retired_at: isRetired ? new Date() : null, position, version: eb('version', '+', 1) }))
    .where('id', '=', fieldId)
    .execute()
  return readField(tx, fieldId)
}

/** Numbers the fields in this order, from 1. Versions stay, because the position is not part of the form that an admin edits. */
export async function setOrder(tx: Tx, fieldIds: readonly number[]): Promise<void> {
  await sql`update record_fields f set position = o.position
    from unnest(${fieldIds}::integer[]) with ordinality o(id, position) where f.id = o.id`.execute(tx)
}

async function readField(tx: Tx, fieldId: number): Promise<Field> {
  const field = await findField(tx, fieldId)
  if (!field) throw new Error(`field ${fieldId} was just written and is gone`)
  return field
}
