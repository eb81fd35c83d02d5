import { constants } from 'node:fs'
import { access, mkdir, open, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { BackupPlan, BodyOf, saveBackupPlan } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import { fileReason } from '../../../platform/data-folder/file-error.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Sealer } from '../../../platform/secrets/sealer.ts'
import { tryPlace, type S3Place } from './backup.s3.ts'

export const SEAL = { passPhrase: 'backup.pass-phrase', s3: 'backup.s3-key' } as const
const StoredS3 = z.object({ endpoint: z.string(), region: z.string(), bucket: z.string(), prefix: z.string(), accessKeyId: z.string() })

export type Plan = {
  readonly isOn: boolean
  readonly onSince: Date | null
  readonly hour: number
  readonly kept: number
  /** As chosen; null for the folder in the data folder. */
  readonly folder: string | null
  readonly s3: S3Place | null
  readonly s3Shown: BackupPlan['s3']
  readonly passPhrase: string | undefined
  readonly passPhraseFrom: BackupPlan['passPhrase']
  readonly alarm: string | null
  readonly version: number
  readonly changedAt: Date | null
}

type Deps = {
  readonly db: Db
  readonly sealer: Sealer
  /** From the environment, which wins. */
  readonly passPhrase: string | undefined
}
export type PlanInput = BodyOf<typeof saveBackupPlan>

export function createBackupPlan({ db, sealer, passPhrase: fromEnvironment }: Deps) {
  const read = async (on: Db | Tx = db): Promise<Plan> => {
    const row = await on.selectFrom('backup_plan').selectAll().executeTakeFirstOrThrow()
    const stored = row.pass_phrase === null ? undefined : sealer.open(SEAL.passPhrase, row.pass_phrase)
    const s3Shown = row.s3 === null ? null : StoredS3.parse(row.s3)
    const secretAccessKey = row.s3_key === null ? undefined : sealer.open(SEAL.s3, row.s3_key)
    return {
      isOn: row.is_on,
      onSince: row.on_since,
      hour: row.hour,
      kept: row.kept,
      folder: row.folder,
      s3: s3Shown && secretAccessKey !== undefined ? { ...s3Shown, secretAccessKey } : null,
      s3Shown,
      passPhrase: fromEnvironment ?? stored,
      passPhraseFrom: fromEnvironment !== undefined ? 'environment' : stored !== undefined ? 'portal' : 'none',
      alarm: row.alarm,
      version: row.version,
      changedAt: row.changed_at,
    }
  }
  const shown = (plan: Plan): BackupPlan => ({
    isOn: plan.isOn,
    hour: plan.hour,
    kept: plan.kept,
    folder: plan.folder,
    s3: plan.s3Shown,
    passPhrase: plan.passPhraseFrom,
    version: plan.version,
    changedAt: plan.changedAt?.toISOString() ?? null,
  })

  return {
    read,
    show: async () => shown(await read()),

    /** Tries the place first. Two who change the plan at once: the second is refused. */
    save: async (actor: AuditActor, input: PlanInput, after: (tx: Tx) => Promise<void>): Promise<BackupPlan> => {
      const before = await read()
      if (before.version !== input.version) throw changed()
      const s3 = input.s3 && withKey(input.s3, before)
      if (input.passPhrase !== undefined && before.passPhraseFrom === 'environment') {
        throw new AppError('conflict', 'PORTAL_BACKUP_PASSPHRASE is set in the portal’s environment and takes precedence', 'passPhrase')
      }
      if (input.isOn && input.passPhrase === undefined && before.passPhrase === undefined) {
        throw new AppError('invalid_input', 'Enter a pass phrase: backups have the keys of the portal inside', 'passPhrase')
      }
      if (input.folder !== null) await tryFolder(input.folder)
      if (s3) await tryS3(s3)
      await db.transaction().execute(async (tx) => {
        const saved = await tx
          .updateTable('backup_plan')
          .set((eb) => ({
            is_on: input.isOn,
            on_since: input.isOn ? sql<Date>`coalesce(on_since, now())` : null,
            hour: input.hour,
            kept: input.kept,
            folder: input.folder,
            s3: s3 ? JSON.stringify(StoredS3.parse(s3)) : null,
            s3_key: s3 ? sealer.seal(SEAL.s3, s3.secretAccessKey) : null,
            ...(input.passPhrase === undefined ? {} : { pass_phrase: sealer.seal(SEAL.passPhrase, input.passPhrase) }),
            changed_at: sql<Date>`now()`,
            version: eb('version', '+', 1),
          }))
          .where('version', '=', input.version)
          .executeTakeFirst()
        if (saved.numUpdatedRows !== 1n) throw changed()
        const told = ({ isOn, hour, kept, folder, s3Shown }: Plan) => ({ isOn, hour, kept, folder, bucket: s3Shown?.bucket ?? null })
        await recordAudit(tx, actor, 'backup.plan-changed', {
          subjectType: 'backup',
          subjectId: 'plan',
          before: told(before),
          after: { ...told(await read(tx)), ...(input.passPhrase === undefined ? {} : { passPhrase: 'new' }) },
        })
        await after(tx)
      })
      return shown(await read())
    },
  }
}

const changed = () => new AppError('conflict', 'The plan of backups has changed since you opened it')

function withKey({ secretAccessKey, ...s3 }: NonNullable<PlanInput['s3']>, { s3: known }: Plan): S3Place {
  // A stored key is sent to no other place than that for which it was entered.
  const isSame = known?.endpoint === s3.endpoint && known.accessKeyId === s3.accessKeyId
  const key = secretAccessKey ?? (isSame ? known.secretAccessKey : undefined)
  if (key === undefined) throw new AppError('invalid_input', 'Enter the secret key of this access key', 's3.secretAccessKey')
  return { ...s3, secretAccessKey: key }
}

async function tryS3(place: S3Place): Promise<void> {
  await tryPlace(place).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('invalid_input', error.message, 's3.endpoint') : error
  })
}

/** Whether the portal can write files there. */
async function tryFolder(folder: string): Promise<void> {
  if (!isAbsolute(folder)) throw new AppError('invalid_input', 'Enter the whole path of the folder, such as /mnt/backups', 'folder')
  const file = join(folder, 'tenfour-trial')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    await (await open(file, 'w', 0o600)).close()
    await rm(file)
  } catch (error) {
    throw new AppError('invalid_input', `${folder} can’t be written to: ${fileReason(error)}`, 'folder')
  }
}
