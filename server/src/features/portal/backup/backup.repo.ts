import { BackupProgress, BackupReason, Backup } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { VERSION } from '../../../version.ts'

/** Failed ones are listed for a month, and the latest of them only. */
const FAILED_DAYS = 30
const MAX_FAILED = 10
/** A portal that makes or proves a backup says so more often than that. */
const LOST_MS = 120_000

/** A backup with what only the portal needs to know. */
export type BackupRow = Omit<Backup, 'startedAt' | 'endedAt' | 'provedAt' | 'backupId' | 'places' | 'by'> & {
  readonly id: number
  readonly by: Backup['by']
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly provedAt: Date | null
  readonly file: string
  /** Where the file is on this machine, or was; null if it was only ever elsewhere. */
  readonly folder: string | null
  readonly isInS3: boolean
}

export async function listBackups(db: Db | Tx): Promise<BackupRow[]> {
  const rows = await db
    .selectFrom('backups as b')
    .leftJoin('users as u', 'u.id', 'b.asked_by')
    .selectAll('b')
    .select('u.name as askedByName')
    .orderBy('b.started_at', 'desc')
    .orderBy('b.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    reason: BackupReason.parse(row.reason),
    by: row.asked_by === null || row.askedByName === null ? null : { userId: row.asked_by, name: row.askedByName },
    state: Backup.shape.state.parse(row.state),
    problem: row.problem,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    version: row.version,
    file: row.file,
    folder: row.folder,
    isInS3: row.is_in_s3,
    bytes: row.bytes,
    rows: row.rows,
    provedAt: row.proved_at,
    proofProblem: row.proof_problem,
    progress: row.progress === null ? null : BackupProgress.parse(row.progress),
  }))
}

const AT_WORK = 'A backup is being made or proved: wait until that is done'

type NewBackup = {
  readonly reason: BackupReason
  readonly askedBy: number | null
  readonly file: string
  readonly folder: string
  readonly at: Date
}

/** The index lets one at a time be at work. */
export const insertBackup = async (tx: Tx, { reason, askedBy, file, folder, at }: NewBackup): Promise<number> => {
  const progress = JSON.stringify({ step: 'reading', share: 0, table: '' } satisfies BackupProgress)
  const values = { reason, asked_by: askedBy, file, folder, version: VERSION, started_at: at, beat_at: at, progress }
  const { id } = await tx
    .insertInto('backups')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw violates(error, 'backups_at_work') ? new AppError('conflict', AT_WORK) : error
    })
  return id
}

/** Says that a proof of this backup begins. */
export async function claimForProof(tx: Tx, id: number, at: Date): Promise<boolean> {
  const progress = JSON.stringify({ step: 'proving', share: 0, table: '' } satisfies BackupProgress)
  const { numUpdatedRows } = await tx
    .updateTable('backups')
    .set({ beat_at: at, progress })
    .where('id', '=', id)
    .where('state', '=', 'made')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw violates(error, 'backups_at_work') ? new AppError('conflict', AT_WORK) : error
    })
  return numUpdatedRows === 1n
}

/** False if the backup was given up meanwhile. */
export async function noteProgress(tx: Tx, id: number, progress: BackupProgress, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('backups')
    .set({ beat_at: at, progress: JSON.stringify(progress) })
    .where('id', '=', id)
    .where('beat_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type Outcome = {
  readonly state?: 'made' | 'failed'
  readonly problem?: string
  readonly bytes?: number
  readonly rows?: number
  readonly isInS3?: boolean
  readonly provedAt?: Date | null
  readonly proofProblem?: string
}

/** Ends what is done with a backup. False if it was given up meanwhile. */
export async function endWork(tx: Tx, id: number, at: Date, outcome: Outcome): Promise<boolean> {
  const { state, problem, bytes, rows, isInS3, provedAt, proofProblem } = outcome
  const { numUpdatedRows } = await tx
    .updateTable('backups')
    .set({
      beat_at: null,
      progress: null,
      ...(state === undefined ? {} : { state, ended_at: at }),
      ...(problem === undefined ? {} : { problem }),
      ...(bytes === undefined ? {} : { bytes }),
      ...(rows === undefined ? {} : { rows }),
      ...(isInS3 === undefined ? {} : { is_in_s3: isInS3 }),
      ...(provedAt === undefined ? {} : { proved_at: provedAt }),
      ...(proofProblem === undefined ? {} : { proof_problem: proofProblem }),
    })
    .where('id', '=', id)
    .where('beat_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives up what a portal was doing that is gone. Returns the files that it left unfinished. */
export async function giveUpLost(tx: Tx, now: Date): Promise<readonly { readonly id: number; readonly path: string | null }[]> {
  const { rows } = await sql<{ id: number; folder: string | null; file: string; state: string }>`
    update backups set beat_at = null, progress = null, state = case state when 'running' then 'failed' else state end,
      ended_at = case state when 'running' then ${now}::timestamptz else ended_at end,
      problem = case state when 'running' then 'The portal stopped while the backup was made' else problem end
    where beat_at < ${new Date(now.getTime() - LOST_MS)}::timestamptz returning id, folder, file, state`.execute(tx)
  return rows.map(({ id, folder, file, state }) => ({ id, path: state === 'failed' && folder !== null ? `${folder}/${file}` : null }))
}

export const deleteBackup = (db: Db | Tx, id: number) => db.deleteFrom('backups').where('id', '=', id).execute()

export const deleteOldFailures = (db: Db | Tx, now: Date) =>
  sql`delete from backups where state = 'failed' and (started_at < ${now}::timestamptz - make_interval(days => ${FAILED_DAYS})
    or id not in (select id from backups where state = 'failed' order by started_at desc limit ${MAX_FAILED}))`.execute(db)
