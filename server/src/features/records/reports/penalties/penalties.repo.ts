import type { FineDecision } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { findOwner, lockOwners } from '../../history/history.port.ts'
import { findFine, findTerm, type HeldFine } from './penalties.rows.ts'

export const noSuchFine = () => new AppError('not_found', 'There is no such fine', 'fineId')
export async function existingFine(tx: Tx, fineId: number): Promise<HeldFine> {
  const fine = await findFine(tx, fineId)
  if (!fine) throw noSuchFine()
  return fine
}
const changedMeanwhile = () => new AppError('conflict', 'This fine has changed since you opened it', 'version')

/**
 * Locks the fine at this version: first the owner and the report's writer, who are both told, then the report, then the fine, in the order of
 * `lockReport`. If `mayLock` says no, the fine counts as not found; it is asked again after locking, because the character may have been claimed.
 */
export async function lockFine(tx: Tx, fineId: number, version: number, mayLock: (fine: HeldFine) => boolean): Promise<HeldFine> {
  const before = await findFine(tx, fineId)
  if (!before || !mayLock(before)) throw noSuchFine()
  await lockOwners(tx, [before.ownerId, before.writer.userId])
  await sql`select from reports where id = ${before.reportId} for key share`.execute(tx)
  await sql`select from fines where id = ${fineId} for update`.execute(tx)
  const held = await findFine(tx, fineId)
  if (!held || !mayLock(held)) throw noSuchFine()
  if (held.ownerId !== before.ownerId || held.version !== version) throw changedMeanwhile()
  return held
}

async function change(tx: Tx, fineId: number, changes: RawBuilder<unknown>): Promise<HeldFine> {
  await sql`update fines set ${changes}, version = version + 1 where id = ${fineId}`.execute(tx)
  const fine = await findFine(tx, fineId)
  if (!fine) throw new Error(`fine ${fineId} was just changed and is gone`)
  return fine
}
export const reportPaid = (tx: Tx, fineId: number) => change(tx, fineId, sql`reported_at = now()`)
export const confirmPaid = (tx: Tx, fineId: number) => change(tx, fineId, sql`state = 'paid', paid_at = now(), reported_at = null`)
export const refusePaid = (tx: Tx, fineId: number) => change(tx, fineId, sql`reported_at = null`)
export const contest = (tx: Tx, fineId: number, reason: string) =>
  change(tx, fineId, sql`state = 'contested', contested_at = now(), contest_reason = ${reason}, reported_at = null`)

type Decided = { readonly decision: FineDecision; readonly amount: number; readonly reason: string; readonly by: number }
export const decide = (tx: Tx, fineId: number, { decision, amount, reason, by }: Decided) =>
  change(
    tx,
    fineId,
    sql`state = ${decision === 'dropped' ? 'dropped' : 'unpaid'}, amount = ${amount}, decision = ${decision}, decision_reason = ${reason},
      decided_by = ${by}, decided_at = now()`,
  )
/** Drops a fine whose report was voided. A paid fine keeps the time of its payment. */
export const drop = (tx: Tx, fineId: number, by: number, reason: string) =>
  change(
    tx,
    fineId,
    sql`state = 'dropped', amount = 0, decision = 'dropped', decision_reason = ${reason}, decided_by = ${by}, decided_at = now(),
      reported_at = null`,
  )

type Imposed = { readonly reportId: number; readonly characterId: number }
export const insertFine = (tx: Tx, { reportId, characterId, departmentId, amount }: Imposed & { departmentId: number; amount: number }) =>
  sql`insert into fines (report_id, character_id, department_id, original_amount, amount)
    values (${reportId}, ${characterId}, ${departmentId}, ${amount}, ${amount})`.execute(tx)

/** Inserts a jail term that begins now. */
export async function insertTerm(
  tx: Tx,
  { reportId, characterId, serverId, minutes }: Imposed & { readonly serverId: number; readonly minutes: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into jail_terms (report_id, character_id, server_id, minutes, until_at)
    values (${reportId}, ${characterId}, ${serverId}, ${minutes}, now() + make_interval(mins => ${minutes})) returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

const noSuchTerm = () => new AppError('not_found', 'There is no such jail term', 'termId')

type TermReport = {
  readonly reportId: number
  readonly departmentId: number
  readonly characterId: number
  readonly ownerId: number | null
}
async function reportOfTerm(tx: Tx, termId: number): Promise<TermReport | undefined> {
  const { rows } = await sql<Omit<TermReport, 'ownerId'>>`
    select r.id as "reportId", r.department_id as "departmentId", t.character_id as "characterId"
    from jail_terms t join reports r on r.id = t.report_id where t.id = ${termId}`.execute(tx)
  return rows[0] && { ...rows[0], ownerId: (await findOwner(tx, rows[0].characterId))?.userId ?? null }
}

/** The term's report and its owner, locked in the order of `lockFine`. */
export async function lockTerm(tx: Tx, termId: number): Promise<TermReport> {
  const before = await reportOfTerm(tx, termId)
  if (!before) throw noSuchTerm()
  await lockOwners(tx, [before.ownerId])
  await sql`select from reports where id = ${before.reportId} for key share`.execute(tx)
  const held = await reportOfTerm(tx, termId)
  if (!held || held.ownerId !== before.ownerId) throw new AppError('conflict', 'This jail term has changed since you opened it')
  return held
}

/** Ends a term that still runs; undefined if there is none. */
export async function endTerm(tx: Tx, which: RawBuilder<unknown>, by: number, reason: string) {
  const { rows } = await sql<{ id: number }>`
    update jail_terms set released_at = now(), released_by = ${by}, release_reason = ${reason}
    where ${which} and released_at is null and until_at > now() returning id`.execute(tx)
  return rows[0] && findTerm(tx, rows[0].id)
}
