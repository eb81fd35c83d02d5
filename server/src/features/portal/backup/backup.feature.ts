import {
  admin,
  decideHeld,
  fetchBackup,
  getBackupPlan,
  getBackups,
  getRestore,
  proveBackup,
  saveBackupPlan,
  seeRestore,
  startBackup,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Platform } from '../../../platform/platform.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { streamRoom } from '../../../platform/realtime/rooms.ts'
import { amongThose, anyRoom, type Waiting } from '../../../platform/waiting.ts'
import { createBackups, type BackupMeans } from './backup.service.ts'
import { serveSetupRestore, type SetupDoors } from './backup.setup.ts'

type Deps = Pick<Platform, 'database' | 'db' | 'background' | 'publish' | 'sealer' | 'log' | 'settings'> & {
  readonly means: BackupMeans | undefined
  readonly setup: SetupDoors
}

const NOTE_MS = 1000

export function backupFeature({ settings, db, setup, ...deps }: Deps): Feature {
  const backups = createBackups({ ...deps, timeZone: () => settings.calendar().timeZone })
  // A change comes in several steps, and is kept once.
  let noting: NodeJS.Timeout | undefined
  const noteSoon = () => {
    noting ??= setTimeout(() => {
      noting = undefined
      void backups.noteStanding()
    }, NOTE_MS).unref()
  }
  return {
    name: 'backup',
    routes: async (app) => {
      route(app, getBackups, () => backups.overview())
      route(app, getBackupPlan, () => backups.showPlan())
      route(app, saveBackupPlan, (actor, { body }) => backups.savePlan(actor, body))
      route(app, startBackup, (actor) => backups.start(actor))
      route(app, proveBackup, (_actor, { params }) => backups.prove(params.backupId))
      route(app, getRestore, () => backups.restore())
      route(app, decideHeld, (actor, { body }) => backups.decideHeld(actor, body))
      route(app, seeRestore, (actor, { params }) => backups.seeRestore(actor, params.restoreId))
      serveSetupRestore(app, setup, deps.means?.arrival)
      route(app, fetchBackup, (actor, { params }) => backups.fetch(actor, params.backupId))
    },
    rooms: { backups: streamRoom(db, 'backups', (tx) => backups.overview(tx)) },
    access: { userChanged: noteSoon, keyRevoked: noteSoon, missed: noteSoon },
    jobs: [defineJob({ name: 'backups', payload: z.object({}), schedule: '* * * * *', work: backups.look })],
    waiting: [...ALARMS.map(alarmWaiting), restoredWaiting],
    close: () => {
      clearTimeout(noting)
      return backups.close()
    },
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

/** A restore waits until an admin has looked through its list, and decided on what is held. */
const restoredWaiting: Waiting = {
  id: 'restored',
  access: admin,
  changedBy: [anyRoom('backups', 'backups.changed')],
  count: amongThose(
    () => sql<{ count: number }>`
      select (exists (select from restores where seen_at is null and id = (select max(id) from restores))
        or exists (select from mails where state = 'waiting' and held_at is not null)
        or exists (select from penalty_messages where acknowledged_at is null and held_at is not null))::integer as count`,
    () => true,
  ),
  words: () => 'A backup was restored: look through what that changed',
  path: '/admin/health',
}
