import {
  COUNT_LIMIT,
  OFFENCE_FIELDS,
  type Offence,
  type OffenceFilter,
  type OffenceInput,
  type OffenceRevision,
  type OffenceType,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { limitTo } from '../../../platform/database/page.ts'
import type { Emit } from '../../../platform/database/transaction.ts'

type Row = {
  offence_id: number
  revision_id: number
  version: number
  is_retired: boolean
  code: string
  title: string
  type: OffenceType
  category: string
  description: string
  fine_min: number
  fine_max: number
  jail_min: number
  jail_max: number
  points: number
  changed_at: Date
}

const wording = sql`r.id as revision_id, r.code, r.title, r.type, r.category, r.description,
  r.fine_min, r.fine_max, r.jail_min, r.jail_max, r.points, r.changed_at`
const current = sql`offences o join offence_revisions r on r.id = o.revision_id`

const toInput = (row: Omit<Row, 'offence_id' | 'version' | 'is_retired'>): OffenceInput => ({
  code: row.code,
  title: row.title,
  type: row.type,
  category: row.category,
  description: row.description,
  fineMin: row.fine_min,
  fineMax: row.fine_max,
  jailMin: row.jail_min,
  jailMax: row.jail_max,
  points: row.points,
})
const toOffence = (row: Row): Offence => ({
  ...toInput(row),
  offenceId: row.offence_id,
  revisionId: row.revision_id,
  version: row.version,
  isRetired: row.is_retired,
  changedAt: row.changed_at.toISOString(),
})

async function select(db: Db | Tx, rest: RawBuilder<unknown>): Promise<Offence[]> {
  const { rows } = await sql<Row>`
    select o.id as offence_id, o.version, o.retired_at is not null as is_retired, ${wording} from ${current} ${rest}`.execute(db)
  return rows.map(toOffence)
}

/** Each typed word must be in the code, title or category. */
function conditions({ q, type, category, includeRetired }: OffenceFilter): RawBuilder<unknown> {
  const words = (q ?? '').split(/\s+/).filter(Boolean)
  const all = [
    ...(includeRetired ? [] : [sql`o.retired_at is null`]),
    ...(type === undefined ? [] : [sql`r.type = ${type}`]),
    ...(category === undefined ? [] : [sql`r.category = ${category}`]),
    ...words.map((word) => sql`r.code || ' ' || r.title || ' ' || r.category ilike ${`%${escapeLike(word)}%`}`),
  ]
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

/** Offences by the filter. Codes that start with the typed text come first. */
export const listOffences = (db: Db, filter: OffenceFilter): Promise<Offence[]> =>
  select(
    db,
    sql`where ${conditions(filter)}
      order by r.code ilike ${`${escapeLike(filter.q ?? '')}%`} desc, r.category, r.code, o.id
      ${limitTo(filter)}`,
  )

export async function countOffences(db: Db, filter: OffenceFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from ${current} where ${conditions(filter)} limit ${COUNT_LIMIT + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

export async function listCategories(db: Db): Promise<string[]> {
  const { rows } = await sql<{ category: string }>`
    select distinct r.category from ${current} where o.retired_at is null order by r.category`.execute(db)
  return rows.map(({ category }) => category)
}

export async function listRevisions(db: Db, offenceId: number): Promise<OffenceRevision[]> {
  const { rows } = await sql<Row & { user_id: number | null; user_name: string | null }>`
    select ${wording}, u.id as user_id, u.name as user_name
    from offence_revisions r left join users u on u.id = r.changed_by where r.offence_id = ${offenceId} order by r.id desc`.execute(db)
  return rows.map((row) => ({
    ...toInput(row),
    revisionId: row.revision_id,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.user_id === null ? null : { userId: row.user_id, name: row.user_name ?? '' },
  }))
}

/** Locks an offence until the transaction ends. */
export async function lockOffence(tx: Tx, offenceId: number): Promise<Offence | undefined> {
  const [offence] = await select(tx, sql`where o.id = ${offenceId} for update of o`)
  return offence
}

export const offencesInUse = (db: Db | Tx): Promise<Offence[]> => select(db, sql`where o.retired_at is null order by o.id`)

export async function countInUse(tx: Db | Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from offences where retired_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Locks the whole penal code, so that the limit also holds when several offences are added at once. */
export async function lockPenalCode(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('offences'))`.execute(tx)
}

const columns = ({ code, title, type, category, description, fineMin, fineMax, jailMin, jailMax, points }: OffenceInput) => ({
  code,
  title,
  type,
  category,
  description,
  fine_min: fineMin,
  fine_max: fineMax,
  jail_min: jailMin,
  jail_max: jailMax,
  points,
})

const insertRevision = async (tx: Tx, offenceId: number, input: OffenceInput, userId: number): Promise<number> => {
  const { id } = await tx
    .insertInto('offence_revisions')
    .values({ ...columns(input), offence_id: offenceId, changed_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertOffence(tx: Tx, input: OffenceInput, userId: number): Promise<Offence> {
  // An offence and its revision name each other; the constraints are checked at commit.
  const { id } = await tx.insertInto('offences').values({ code: input.code, revision_id: 0 }).returning('id').executeTakeFirstOrThrow()
  const revisionId = await insertRevision(tx, id, input, userId)
  await tx.updateTable('offences').set({ revision_id: revisionId }).where('id', '=', id).execute()
  return readOffence(tx, id)
}

export async function reword(tx: Tx, offenceId: number, input: OffenceInput, userId: number): Promise<Offence> {
  const revisionId = await insertRevision(tx, offenceId, input, userId)
  await tx
    .updateTable('offences')
    .set((eb) => ({ code: input.code, revision_id: revisionId, version: eb('version', '+', 1) }))
    .where('id', '=', offenceId)
    .execute()
  return readOffence(tx, offenceId)
}

export async function setRetired(tx: Tx, offenceId: number, isRetired: boolean): Promise<Offence> {
  await tx
    .updateTable('offences')
    .set((eb) => ({ retired_at: isRetired ? new Date() : null, version: eb('version', '+', 1) }))
    .where('id', '=', offenceId)
    .execute()
  return readOffence(tx, offenceId)
}

async function readOffence(tx: Tx, offenceId: number): Promise<Offence> {
  const [offence] = await select(tx, sql`where o.id = ${offenceId}`)
  if (!offence) throw new Error(`offence ${offenceId} was just written and is gone`)
  return offence
}

/** Inserts many offences by a few statements, and returns their ids. */
export async function insertOffences(tx: Tx, inputs: readonly OffenceInput[], userId: number | null): Promise<readonly number[]> {
  if (inputs.length === 0) return []
  const added = await tx
    .insertInto('offences')
    .values(inputs.map(({ code }) => ({ code, revision_id: 0 })))
    .returning(['id', 'code'])
    .execute()
  const idOf = new Map(added.map(({ id, code }) => [code, id]))
  await insertRevisions(
    tx,
    inputs.map((input) => ({ offenceId: idOf.get(input.code) ?? 0, input })),
    userId,
  )
  return added.map(({ id }) => id)
}

export async function rewordOffences(
  tx: Tx,
  changes: readonly { readonly offenceId: number; readonly input: OffenceInput }[],
  userId: number | null,
): Promise<void> {
  if (changes.length === 0) return
  await sql`update offences set version = version + 1 where id = any(${changes.map(({ offenceId }) => offenceId)}::integer[])`.execute(tx)
  await insertRevisions(tx, changes, userId)
}

/** Adds wordings of offences and makes them current. */
async function insertRevisions(
  tx: Tx,
  changes: readonly { readonly offenceId: number; readonly input: OffenceInput }[],
  userId: number | null,
): Promise<void> {
  const rows = changes.map(({ offenceId, input }) => ({ ...columns(input), offence_id: offenceId }))
  await sql`with wordings as (
      insert into offence_revisions (offence_id, code, title, type, category, description, fine_min, fine_max, jail_min, jail_max, points, changed_by)
      select x.*, ${userId}::integer from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(offence_id integer, code text, title text,
        type text, category text, description text, fine_min integer, fine_max integer, jail_min integer, jail_max integer, points integer)
      returning id, offence_id, code
    ) update offences o set code = w.code, revision_id = w.id from wordings w where o.id = w.offence_id`.execute(tx)
}

export const isSame = (one: OffenceInput, other: OffenceInput): boolean => OFFENCE_FIELDS.every((field) => one[field] === other[field])

export const emitChanged = (emit: Emit) => emit('offences', {}, 'offences.changed', {})
