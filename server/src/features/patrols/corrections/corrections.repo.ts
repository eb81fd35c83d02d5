import { Correction } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { correctionJson, correctionTables } from '../patrols/patrols.port.ts'

export async function readCorrection(tx: Tx, correctionId: number): Promise<Correction> {
  const { rows } = await sql<{ correction: unknown }>`
    select ${correctionJson} as correction from ${correctionTables} where c.id = ${correctionId}`.execute(tx)
  return Correction.parse(rows[0]?.correction)
}

export type LockedPatrol = {
  readonly id: number
  readonly userId: number
  readonly departmentId: number
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly isSettled: boolean
  readonly version: number
}

/** Locks a patrol until the transaction ends. A patrol is locked before its corrections and gaps. */
export async function lockPatrol(tx: Tx, patrolId: number): Promise<LockedPatrol | undefined> {
  const { rows } = await sql<LockedPatrol>`
    select id, user_id as "userId", department_id as "departmentId", started_at as "startedAt", ended_at as "endedAt",
      settled_at is not null as "isSettled", version
    from patrols where id = ${patrolId} for no key update`.execute(tx)
  return rows[0]
}

export const patrolOfCorrection = (tx: Tx, correctionId: number) =>
  tx.selectFrom('patrol_corrections').select('patrol_id').where('id', '=', correctionId).executeTakeFirst()

export const patrolOfGap = (tx: Tx, gapId: number) =>
  tx.selectFrom('patrol_gaps').select('patrol_id').where('id', '=', gapId).executeTakeFirst()

/** A sentence about the latest change that someone made to a patrol. */
export async function lastChange(tx: Tx, patrolId: number): Promise<string | undefined> {
  const { rows } = await sql<{ words: string }>`
    select by.name || ' ' || words as words from (
      select decided_by, decided_at, state || ' a correction' as words from patrol_corrections
        where patrol_id = ${patrolId} and decided_at is not null
      union all select decided_by, decided_at, 'decided on an absence' from patrol_gaps
        where patrol_id = ${patrolId} and decided_at is not null) as done
    join users by on by.id = done.decided_by order by done.decided_at desc limit 1`.execute(tx)
  return rows[0]?.words
}

/** Null for a time that stays: it is taken from the row, which has microseconds. */
export type NewTimes = { readonly startedAt: Date | null; readonly endedAt: Date | null }
const startOf = ({ startedAt }: NewTimes) => sql`coalesce(${startedAt}::timestamptz, p.started_at)`
const endOf = ({ endedAt }: NewTimes) => sql`coalesce(${endedAt}::timestamptz, p.ended_at)`

/** Another patrol of the member that overlaps these times, and whether it is the one before. */
export async function overlapping(tx: Tx, patrolId: number, times: NewTimes): Promise<{ isBefore: boolean } | undefined> {
  const { rows } = await sql<{ isBefore: boolean }>`
    select o.started_at < p.started_at as "isBefore"
    from patrols p join patrols o on o.user_id = p.user_id and o.id <> p.id
      and tstzrange(o.started_at, o.ended_at) && tstzrange(${startOf(times)}, ${endOf(times)})
    where p.id = ${patrolId} order by o.started_at limit 1`.execute(tx)
  return rows[0]
}

export async function hasLeftOut(tx: Tx, patrolId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('patrol_gaps')
    .select('id')
    .where('patrol_id', '=', patrolId)
    .where('is_counted', '=', false)
    .where('decided_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

type NewCorrection = NewTimes & { readonly reason: string; readonly countsGaps: boolean }

export async function insertCorrection(
  tx: Tx,
  patrolId: number,
  { reason, startedAt, endedAt, countsGaps }: NewCorrection,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into patrol_corrections (patrol_id, asked_by, reason, started_at, ended_at, counts_gaps, was_started_at, was_ended_at)
    select id, user_id, ${reason}, ${startedAt}::timestamptz, ${endedAt}::timestamptz, ${countsGaps}, started_at, ended_at
    from patrols where id = ${patrolId} returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`no correction of patrol ${patrolId} was written`)
  return row.id
}

export const markWithdrawn = (tx: Tx, correctionId: number) =>
  tx.updateTable('patrol_corrections').set({ state: 'withdrawn' }).where('id', '=', correctionId).execute()

export const markDecided = (tx: Tx, correctionId: number, by: number, state: 'accepted' | 'declined', note: string) =>
  tx
    .updateTable('patrol_corrections')
    .set({ state, decided_by: by, decided_at: sql<Date>`clock_timestamp()`, note })
    .where('id', '=', correctionId)
    .execute()

/**
 * Changes a patrol's times and adapts its stretches and absences: the first stretch starts with the patrol, stretches outside of it are
 * deleted, absences are cut.
 */
export async function changeTimes(tx: Tx, patrolId: number, times: NewTimes): Promise<void> {
  await sql`update patrols p set started_at = ${startOf(times)}, ended_at = ${endOf(times)} where p.id = ${patrolId}`.execute(tx)
  await sql`delete from patrol_stretches s using patrols p where p.id = ${patrolId} and s.patrol_id = p.id and (s.at >= p.ended_at
    or s.at < (select max(o.at) from patrol_stretches o where o.patrol_id = p.id and o.at <= p.started_at))`.execute(tx)
  await sql`update patrol_stretches s set at = p.started_at from patrols p where p.id = ${patrolId} and s.patrol_id = p.id
    and s.at = (select min(o.at) from patrol_stretches o where o.patrol_id = p.id)`.execute(tx)
  await sql`delete from patrol_gaps g using patrols p where p.id = ${patrolId} and g.patrol_id = p.id
    and (g.ended_at <= p.started_at or g.started_at >= p.ended_at)`.execute(tx)
  await sql`update patrol_gaps g set started_at = greatest(g.started_at, p.started_at), ended_at = least(g.ended_at, p.ended_at)
    from patrols p where p.id = ${patrolId} and g.patrol_id = p.id
    and (g.started_at < p.started_at or g.ended_at > p.ended_at)`.execute(tx)
}

export const advanceVersion = (tx: Tx, patrolId: number) =>
  tx
    .updateTable('patrols')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', patrolId)
    .returning('version')
    .executeTakeFirstOrThrow()

/** Counts the absences that nobody but the rule has decided on. */
export const countGaps = (tx: Tx, patrolId: number, by: number, note: string) =>
  tx
    .updateTable('patrol_gaps')
    .set({ is_counted: true, decided_by: by, decided_at: sql<Date>`clock_timestamp()`, note })
    .where('patrol_id', '=', patrolId)
    .where('decided_at', 'is', null)
    .execute()

export const findGap = (tx: Tx, patrolId: number, gapId: number) =>
  tx
    .selectFrom('patrol_gaps')
    .select(['started_at', 'ended_at', 'is_counted'])
    .where('id', '=', gapId)
    .where('patrol_id', '=', patrolId)
    .executeTakeFirst()

export const markGapDecided = (tx: Tx, gapId: number, by: number, isCounted: boolean, note: string) =>
  tx
    .updateTable('patrol_gaps')
    .set({ is_counted: isCounted, decided_by: by, decided_at: sql<Date>`clock_timestamp()`, note })
    .where('id', '=', gapId)
    .execute()
