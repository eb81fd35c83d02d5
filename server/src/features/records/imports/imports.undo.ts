import { IMPORT_UNDO_HOURS, type ImportKept, type ImportKind } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { retireUnchanged } from '../offences/offences.port.ts'
import { noSuchImport, subject, tellImport } from './imports.service.ts'
import { advanceRoomsOf } from './imports.sql.ts'

/** How many records are removed in one transaction. */
const BATCH = 1000
/** How many of the kept records are named. */
const MAX_NAMED = 50

type Outcome = { readonly removed: number; readonly kept: readonly ImportKept[] }
type Held = {
  readonly kind: ImportKind
  readonly isUndone: boolean
  readonly hasEnded: boolean
  readonly isInTime: boolean
  readonly added: number
}

/**
 * Removes what an import added, in batches: each is a transaction that locks the import and forgets the records it is done with, so that undoing
 * goes on where it stopped if the portal is killed meanwhile.
 */
export function createImportUndo({ db, publish }: { readonly db: Db; readonly publish: Publish }) {
  return async (actor: Actor, importId: number): Promise<void> => {
    for (let isFirst = true, hasMore = true; hasMore; isFirst = false) {
      hasMore = await inTransaction(db, publish, async (tx, emit) => {
        const held = await lockImport(tx, importId)
        if (isFirst) assertUndoable(held)
        // Someone else undid the rest at the same time.
        else if (held?.isUndone !== false) return false
        return undoBatch(tx, emit, actor, importId, held?.kind ?? 'people')
      })
    }
  }
}

async function lockImport(tx: Tx, importId: number): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select i.kind, i.undone_at is not null as "isUndone", i.state in ('done', 'cancelled') as "hasEnded",
      i.ended_at > now() - make_interval(hours => ${IMPORT_UNDO_HOURS}) as "isInTime",
      (select count(*)::integer from import_added a where a.import_id = i.id) as added
    from imports i where i.id = ${importId} for update of i`.execute(tx)
  return rows[0]
}

function assertUndoable(held: Held | undefined): void {
  if (!held) throw noSuchImport()
  if (held.isUndone) throw new AppError('conflict', 'This import was undone already')
  if (!held.hasEnded) throw new AppError('conflict', 'This file has not been imported')
  if (!held.isInTime) throw new AppError('conflict', `An import can be undone for ${IMPORT_UNDO_HOURS} hours`)
  if (held.added === 0) throw new AppError('conflict', 'This import added nothing that could be removed')
}

/** Whether records are left. */
async function undoBatch(tx: Tx, emit: Emit, actor: Actor, importId: number, kind: ImportKind): Promise<boolean> {
  const ids = await takeAdded(tx, importId)
  const { removed, kept } = kind === 'offences' ? await retireUnchanged(tx, emit, ids) : await removeUnchanged(tx, KINDS[kind], ids)
  const { rows } = await sql<{ removed: number; kept: number; hasMore: boolean }>`
    update imports set removed = removed + ${removed}, kept = kept + ${kept.length},
      kept_records = case when jsonb_array_length(kept_records) < ${MAX_NAMED} then kept_records || ${JSON.stringify(kept.slice(0, MAX_NAMED))}::jsonb
        else kept_records end
    where id = ${importId}
    returning removed, kept, exists (select from import_added where import_id = ${importId}) as "hasMore"`.execute(tx)
  const [after] = rows
  if (after?.hasMore) {
    await tellImport(tx, emit, importId)
    return true
  }
  await sql`update imports set undone_at = now(), undone_by = ${actor.userId},
    kept_records = jsonb_path_query_array(kept_records, ${`$[0 to ${MAX_NAMED - 1}]`}::jsonpath) where id = ${importId}`.execute(tx)
  const { fileName } = await tellImport(tx, emit, importId)
  const counts = { removed: after?.removed ?? 0, kept: after?.kept ?? 0 }
  await recordAudit(tx, actor, 'import.undone', { ...subject(importId), after: { kind, fileName, ...counts } })
  return false
}

/** Forgets the next records of an import, and returns them. */
async function takeAdded(tx: Tx, importId: number): Promise<number[]> {
  const { rows } = await sql<{ record_id: number }>`
    delete from import_added where import_id = ${importId} and record_id in (
      select record_id from import_added where import_id = ${importId} order by record_id limit ${BATCH})
    returning record_id`.execute(tx)
  return rows.map(({ record_id }) => record_id)
}

type Records = {
  readonly table: 'characters' | 'vehicles'
  readonly name: RawBuilder<string>
  /** Whether the record `t` has something that came after the import. */
  readonly isUsed: RawBuilder<boolean>
  /** The members whose pages show the record. */
  readonly owner: RawBuilder<number | null>
}

const names = (table: string, column: string, more: RawBuilder<unknown> = sql``) =>
  sql<boolean>`exists (select from ${sql.table(table)} x where x.${sql.ref(column)} = t.id ${more})`
const anyOf = (...each: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(each, sql` or `)})`
const still = sql`and x.removed_at is null`

const KINDS: Readonly<Record<'people' | 'vehicles', Records>> = {
  people: {
    table: 'characters',
    name: sql<string>`t.name`,
    isUsed: anyOf(
      sql<boolean>`t.merged_into_id is not null or t.last_used_at is not null or t.deceased_at is not null`,
      names('vehicles', 'character_id', still),
      names('weapons', 'character_id', still),
      names('licences', 'character_id'),
      names('cautions', 'character_id'),
      names('record_claims', 'character_id'),
      names('record_claims', 'noted_character_id'),
      names('record_events', 'character_id'),
      names('call_subjects', 'character_id'),
      names('bolos', 'character_id'),
      names('reports', 'subject_id'),
      names('report_people', 'character_id'),
      names('warrants', 'character_id'),
    ),
    owner: sql<number | null>`t.user_id`,
  },
  vehicles: {
    table: 'vehicles',
    name: sql<string>`t.plate`,
    isUsed: anyOf(
      names('impounds', 'vehicle_id'),
      names('cautions', 'vehicle_id'),
      names('vehicle_transfers', 'vehicle_id'),
      names('record_claims', 'vehicle_id'),
      names('record_events', 'vehicle_id'),
      names('call_subjects', 'vehicle_id'),
      names('bolos', 'vehicle_id'),
      names('report_vehicles', 'vehicle_id'),
      names('warrants', 'vehicle_id'),
    ),
    owner: sql<number | null>`(select c.user_id from characters c where c.id = t.character_id)`,
  },
}

/** Removes those of the records that nobody has changed or used since; those removed already count as neither removed nor kept. */
async function removeUnchanged(tx: Tx, { table, name, isUsed, owner }: Records, ids: readonly number[]): Promise<Outcome> {
  await sql`select from ${sql.table(table)} where id = any(${ids}::integer[]) order by id for update`.execute(tx)
  const { rows } = await sql<{ id: number; name: string; owner: number | null; reason: 'changed' | 'used' | null }>`
    select t.id, ${name} as name, ${owner} as owner, case when t.version <> 1 then 'changed' when ${isUsed} then 'used' end as reason
    from ${sql.table(table)} t where t.id = any(${ids}::integer[]) and t.removed_at is null order by t.id`.execute(tx)
  const gone = rows.filter(({ reason }) => reason === null)
  await sql`update ${sql.table(table)} set removed_at = now(), version = version + 1
    where id = any(${gone.map(({ id }) => id)}::integer[])`.execute(tx)
  const owners = gone.flatMap((each) => each.owner ?? [])
  await advanceRoomsOf(tx, sql`select unnest(${owners}::integer[])`)
  return { removed: gone.length, kept: rows.flatMap((each) => (each.reason ? [{ name: each.name, reason: each.reason }] : [])) }
}
