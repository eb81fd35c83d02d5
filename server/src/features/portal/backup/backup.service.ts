import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  BackupAlarm,
  type Backup,
  type BackupOverview,
  type BackupPlan,
  type BackupProgress,
  type BackupReason,
  type BodyOf,
  type decideHeld,
  type RestoreOverview,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import type { Database, Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Sealer } from '../../../platform/secrets/sealer.ts'
import type { Arrival } from './backup.arrival.ts'
import { createBackupPlan, type Plan, type PlanInput } from './backup.plan.ts'
import * as repo from './backup.repo.ts'
import { fetchFile, removeFile } from './backup.s3.ts'
import { alarmOf, beyondKept, dueForProof, isDue } from './backup.schedule.ts'
import { phraseOf } from './backup.seal.ts'
import { decideOnHeld, noteRestoreSeen, readRestore } from './backup.restored.ts'
import { createStandingKeeper, readStanding } from './backup.standing.ts'
import { assertRoom, atHand, createWorkers, exists, sendAway, type Workers } from './backup.work.ts'
import type { Keys } from './backup.write.ts'

/** Where this portal keeps its backups, and what they are made with. */
export type BackupMeans = {
  readonly dataDir: string
  readonly keys: Keys
  readonly passPhrase: string | undefined
  /** Takes a backup at set-up; absent where the portal can't begin anew. */
  readonly arrival?: Arrival
}
type Deps = {
  readonly database: Pick<Database, 'url' | 'background'>
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly sealer: Sealer
  readonly log: FastifyBaseLogger
  readonly timeZone: () => string
  /** Undefined where the portal has no data folder: there it makes no backups. */
  readonly means: BackupMeans | undefined
  readonly workers?: Pick<Workers, 'make' | 'prove' | 'close'>
  readonly now?: () => Date
}
type Actor = AuditActor & { readonly userId: number }

const TELL_MS = 1000
const BEAT_MS = 20_000
/** Rows of most communities take a fifth of that; the first backup has nothing to go by. */
const ROOM_SHARE = 0.5

/** The backups of the portal: making, proving and removing them, and whether something is wrong. */
export function createBackups({ database, background: { db }, publish, sealer, log, timeZone, means, ...rest }: Deps) {
  const { workers = createWorkers(), now = () => new Date() } = rest
  const plan = createBackupPlan({ db, sealer, passPhrase: means?.passPhrase })
  const underWay = new Set<Promise<void>>()
  let isClosing = false
  const usual = means && join(means.dataDir, 'backups')
  const spare = means && join(means.dataDir, 'backup-proof')

  const keepStanding = means?.keys['secrets-key'] === undefined ? undefined : createStandingKeeper(means.dataDir, means.keys['secrets-key'])
  /** Keeps who has access outside the database, so that a restore gives nothing back that was taken. */
  const noteStanding = async (): Promise<void> => {
    if (!keepStanding || isClosing) return
    // Backups are made whether or not the list can be kept.
    await readStanding(database.background.pool)
      // A portal that waits for its set-up must not replace the list that a restore asks.
      .then((standing) => (standing.users.length > 0 ? keepStanding(standing) : undefined))
      .catch((error: unknown) => log.error({ err: error }, 'who has access could not be kept outside the database'))
  }

  const overview = async (on: Db | Tx = db): Promise<BackupOverview> => {
    const [current, backups] = [await plan.read(on), await repo.listBackups(on)]
    return {
      isOn: current.isOn,
      isReady: means !== undefined && current.passPhrase !== undefined,
      hour: current.hour,
      kept: current.kept,
      bucket: current.s3Shown?.bucket ?? null,
      alarm: BackupAlarm.nullable().parse(current.alarm),
      backups: backups.map(shown),
    }
  }
  /** Changes something about the backups, and tells all who look at them. */
  const change = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTransaction(db, publish, async (tx, emit) => {
      const result = await work(tx)
      await noteAlarm(tx)
      await emit('backups', {}, 'backups.changed', await overview(tx))
      return result
    })

  /** Notes what is wrong, if that is something else than before; admins see it on their home page, and Discord is told. */
  const noteAlarm = async (tx: Tx): Promise<void> => {
    const current = await plan.read(tx)
    const backups = await repo.listBackups(tx)
    const alarm = alarmOf(current, backups, now())
    if (alarm === current.alarm) return
    await tx.updateTable('backup_plan').set({ alarm }).execute()
    if (alarm === null) return
    const last = backups.find(({ state }) => state !== 'running')
    const action = { failed: 'backup.failed', missing: 'backup.missing', unproved: 'backup.proof-failed' } as const
    await recordAudit(tx, {}, action[alarm], {
      subjectType: 'backup',
      subjectId: last?.id ?? 'none',
      after: {
        problem: alarm === 'unproved' ? (backups.find((each) => each.proofProblem !== '')?.proofProblem ?? '') : (last?.problem ?? ''),
      },
    })
    await sql`select log_to_discord('GeneralLogs', null, array[jsonb_build_object('kind', 'audit', 'auditId',
      currval(pg_get_serial_sequence('audit', 'id')))])`.execute(tx)
  }

  const found = async (id: number): Promise<Backup> => {
    const row = (await repo.listBackups(db)).find((each) => each.id === id)
    if (!row) throw new AppError('not_found', 'There is no such backup')
    return shown(row)
  }

  /** Runs work that nobody waits for, and keeps its place while it does. */
  const inBackground = (id: number, work: (tell: (progress: BackupProgress) => void) => Promise<void>): void => {
    let told: BackupProgress | undefined
    let toldAt = 0
    const note = async (progress: BackupProgress) => {
      toldAt = Date.now()
      await inTransaction(db, publish, async (tx, emit) => {
        if (await repo.noteProgress(tx, id, progress, now())) await emit('backups', {}, 'backup.progress', { backupId: id, progress })
      })
    }
    const failed = (error: unknown) => log.error({ err: error }, 'the progress of a backup could not be noted')
    const tell = (progress: BackupProgress) => {
      const isNew = told?.step !== progress.step
      told = progress
      if (isNew || Date.now() - toldAt >= TELL_MS) note(progress).catch(failed)
    }
    const beat = setInterval(() => {
      if (told && Date.now() - toldAt >= BEAT_MS) note(told).catch(failed)
    }, BEAT_MS)
    const done = work(tell)
      .catch((error: unknown) => log.error({ err: error }, 'the work on a backup failed'))
      .finally(() => {
        clearInterval(beat)
        underWay.delete(done)
      })
    underWay.add(done)
  }

  const make = async (id: number, file: string, folder: string, current: Plan, tell: (progress: BackupProgress) => void): Promise<void> => {
    const path = join(folder, file)
    let made: { bytes: number; rows: number }
    try {
      if (!means || current.passPhrase === undefined) throw new AppError('conflict', NOT_READY)
      await assertRoom(folder, ROOM_SHARE * (await expectedBytes(db)))
      const { bytes, rows } = await workers.make({ url: database.url, file: path, passPhrase: current.passPhrase, keys: means.keys }, tell)
      made = { bytes, rows }
    } catch (error) {
      if (isClosing) return
      log.error({ err: error }, 'a backup failed')
      await change((tx) => repo.endWork(tx, id, now(), { state: 'failed', problem: problemOf(error) }))
      return
    }
    // The file stays where it could not be sent away: a copy on this machine is better than none.
    const problem = await sentAway(path, file, current, tell)
    const isInS3 = current.s3 !== null && problem === ''
    const isKept = await change((tx) => repo.endWork(tx, id, now(), { state: 'made', ...made, isInS3, problem }))
    if (!isKept) await rm(path, { force: true })
    await removeOld(current)
  }

  /** Removes what is beyond the number to keep. A file that can't be removed is tried again after the next backup. */
  const removeOld = async (current: Plan): Promise<void> => {
    const backups = await repo.listBackups(db)
    const leaving = new Set(beyondKept(current.kept, backups).map(({ id }) => id))
    for (const { id, folder, file, isInS3 } of backups.filter((each) => leaving.has(each.id) && each.progress === null)) {
      try {
        if (folder !== null) await rm(join(folder, file), { force: true })
        if (isInS3 && current.s3) await removeFile(current.s3, file)
        await repo.deleteBackup(db, id)
      } catch (error) {
        log.warn({ err: error }, `the backup ${file} could not be removed`)
      }
    }
    await change((tx) => repo.deleteOldFailures(tx, now()))
  }

  const start = async (reason: BackupReason, actor: Actor | undefined): Promise<number> => {
    const current = await plan.read()
    if (!means || usual === undefined || current.passPhrase === undefined) throw new AppError('conflict', NOT_READY)
    const folder = current.folder ?? usual
    const at = now()
    const file = `tenfour-${at.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')}.backup`
    const id = await change(async (tx) => {
      const made = await repo.insertBackup(tx, { reason, askedBy: actor?.userId ?? null, file, folder, at })
      if (actor) await recordAudit(tx, actor, 'backup.asked', { subjectType: 'backup', subjectId: made })
      return made
    })
    inBackground(id, (tell) => make(id, file, folder, current, tell))
    return id
  }

  const prove = async (id: number): Promise<void> => {
    const current = await plan.read()
    const row = (await repo.listBackups(db)).find((each) => each.id === id)
    if (!row) throw new AppError('not_found', 'There is no such backup')
    const { passPhrase } = current
    if (spare === undefined || passPhrase === undefined) throw new AppError('conflict', NOT_READY)
    if (!(await change((tx) => repo.claimForProof(tx, id, now()))))
      throw new AppError('conflict', 'Only a backup that was made can be proved')
    inBackground(id, async (tell) => {
      let copy: string | undefined
      let proofProblem = ''
      try {
        const { path, isCopy } = await atHand(row, current.s3, join(spare, 'fetched'), tell)
        if (isCopy) copy = path
        // A backup before an upgrade may be sealed with the secrets-key, where no pass phrase was set.
        const phrase = (await phraseOf(path, [passPhrase, means?.keys['secrets-key']])) ?? passPhrase
        proofProblem = (await workers.prove({ url: database.url, file: path, passPhrase: phrase, spare }, tell)).differs
      } catch (error) {
        if (isClosing) return
        log.error({ err: error }, 'the proof of a backup failed')
        proofProblem = problemOf(error)
      } finally {
        if (copy !== undefined) await rm(copy, { force: true })
      }
      await change((tx) => repo.endWork(tx, id, now(), { proofProblem, provedAt: proofProblem === '' ? now() : null }))
    })
  }

  return {
    overview,
    showPlan: plan.show,
    savePlan: (actor: Actor, input: PlanInput): Promise<BackupPlan> =>
      plan
        .save(actor, input, async () => undefined)
        .then(async (saved) => {
          await change(async () => undefined)
          return saved
        }),
    start: async (actor: Actor): Promise<Backup> => found(await start('request', actor)),
    prove: async (id: number): Promise<Backup> => {
      await prove(id)
      return found(id)
    },

    /** The file as it is kept, whose content only the pass phrase opens. */
    fetch: async (actor: Actor, id: number): Promise<{ stream: Readable; name: string; size: number }> => {
      const row = (await repo.listBackups(db)).find((each) => each.id === id && each.state === 'made')
      if (!row) throw new AppError('not_found', 'There is no such backup')
      const { s3 } = await plan.read()
      const path = row.folder === null ? undefined : join(row.folder, row.file)
      const here = path !== undefined && (await exists(path)) ? path : undefined
      const stream = here !== undefined ? createReadStream(here) : row.isInS3 && s3 ? await fetchFile(s3, row.file) : undefined
      if (!stream) throw new AppError('not_found', `The file ${row.file} is not on this machine any more`)
      await db.transaction().execute((tx) => recordAudit(tx, actor, 'backup.fetched', { subjectType: 'backup', subjectId: id }))
      return { stream, name: row.file, size: here === undefined ? row.bytes : (await stat(here)).size }
    },

    noteStanding,
    restore: () => readRestore(db),
    decideHeld: (actor: Actor, input: BodyOf<typeof decideHeld>): Promise<RestoreOverview> =>
      change((tx) => decideOnHeld(tx, actor, input)).then(() => readRestore(db)),
    seeRestore: (actor: Actor, restoreId: number): Promise<RestoreOverview> =>
      change((tx) => noteRestoreSeen(tx, actor, restoreId)).then(() => readRestore(db)),
    /** Every minute: what is due is begun, what a portal left behind is given up, and what is wrong is told. */
    look: async (): Promise<void> => {
      await noteStanding()
      const lost = await db.transaction().execute((tx) => repo.giveUpLost(tx, now()))
      for (const { path } of lost) if (path !== null) await rm(`${path}.unfinished`, { force: true })
      const [current, backups] = [await plan.read(), await repo.listBackups(db)]
      const isAtWork = backups.some(({ progress }) => progress !== null)
      const isReady = means !== undefined && current.passPhrase !== undefined
      if (lost.length > 0 || alarmOf(current, backups, now()) !== current.alarm) await change(async () => undefined)
      if (isAtWork || !isReady || isClosing) return
      const proof = dueForProof(current, backups, now())
      // Another portal of the community may have been quicker.
      const work = isDue(current, backups, timeZone(), now()) ? start('schedule', undefined) : proof ? prove(proof.id) : undefined
      await work?.catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
      })
    },
    /** Waits for what is under way. */
    settled: async (): Promise<void> => void (await Promise.all(underWay)),
    close: async (): Promise<void> => {
      isClosing = true
      await workers.close()
      await Promise.all(underWay)
    },
  }
}

/** Why a backup is not in the bucket where it should be; an empty text if it is, or if there is none. */
async function sentAway(path: string, file: string, { s3, s3Shown }: Plan, tell: (progress: BackupProgress) => void): Promise<string> {
  if (!s3Shown) return ''
  if (!s3) return 'The key of the bucket can’t be read: enter it again'
  return sendAway(s3, path, file, tell).then(() => '', problemOf)
}

const NOT_READY = 'No pass phrase is set: Root sets up backups under Admin, Health'

const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)

const shown = ({ id, file: _file, folder, isInS3, startedAt, endedAt, provedAt, ...rest }: repo.BackupRow): Backup => ({
  ...rest,
  backupId: id,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  provedAt: provedAt?.toISOString() ?? null,
  places: [...(folder !== null ? (['folder'] as const) : []), ...(isInS3 ? (['s3'] as const) : [])],
})

/** As large as the last one, or a part of the database. */
async function expectedBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce((select bytes / ${ROOM_SHARE}::float8 from backups where state = 'made' order by started_at desc limit 1),
      pg_database_size(current_database()))::float8 as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
