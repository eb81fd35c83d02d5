import { admin, fetchBackup, getBackupPlan, getBackups, proveBackup, saveBackupPlan, startBackup } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '../../../platform/platform.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { streamRoom } from '../../../platform/realtime/rooms.ts'
import { amongThose, anyRoom, type Waiting } from '../../../platform/waiting.ts'
import { createBackups, type BackupMeans } from './backup.service.ts'

type Deps = Pick<Platform, 'database' | 'db' | 'background' | 'publish' | 'sealer' | 'log' | 'settings'> & {
  readonly means: BackupMeans | undefined
}

export function backupFeature({ settings, db, ...deps }: Deps): Feature {
  const backups = createBackups({ ...deps, timeZone: () => settings.calendar().timeZone })
  return {
    name: 'backup',
    routes: async (app) => {
      route(app, getBackups, () => backups.overview())
      route(app, getBackupPlan, () => backups.showPlan())
      route(app, saveBackupPlan, (actor, { body }) => backups.savePlan(actor, body))
      route(app, startBackup, (actor) => backups.start(actor))
      route(app, proveBackup, (_actor, { params }) => backups.prove(params.backupId))
      route(app, fetchBackup, (actor, { params }) => backups.fetch(actor, params.backupId))
    },
    rooms: { backups: streamRoom(db, 'backups', (tx) => backups.overview(tx)) },
    jobs: [defineJob({ name: 'backups', payload: z.object({}), schedule: '* * * * *', work: backups.look })],
    waiting: ALARMS.map(alarmWaiting),
    close: backups.close,
  }
}

const ALARMS = [
  ['failed', 'The last backup failed'],
  ['missing', 'No backup for more than a day'],
  ['unproved', 'The newest backup could not be restored'],
] as const

/** A problem of the backups waits for every admin. */
const alarmWaiting = ([alarm, words]: (typeof ALARMS)[number]): Waiting => ({
  id: `backup-${alarm}`,
  access: admin,
  changedBy: [anyRoom('backups', 'backups.changed')],
  count: amongThose(
    () => sql<{ count: number }>`select count(*)::integer as count from backup_plan where alarm = ${alarm}`,
    () => true,
  ),
  words: () => words,
  path: '/admin/health',
})
