import { REPORT_APPROVAL } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { listDrafts } from './drafts/reports.drafts.repo.ts'
import { contestedIn } from './penalties/penalties.rows.ts'
import { openReportsOf, waitingIn } from './read/reports.rows.ts'
import { reportRoutes, type ReportDeps } from './reports.plugin.ts'

export function reportsFeature(deps: ReportDeps): Feature {
  return {
    name: 'reports',
    settings: Object.values(REPORT_APPROVAL),
    routes: async (app) => {
      reportRoutes(app, deps)
    },
    rooms: { 'own-reports': ownReportsRoom(deps.db), 'report-queue': reportQueueRoom(deps.db) },
  }
}

const ownReportsRoom = (db: Db): RoomSource<'own-reports'> =>
  streamRoom(db, 'own-reports', async (tx, { userId }) => ({
    drafts: await listDrafts(tx, { writerId: userId }),
    reports: await openReportsOf(tx, userId),
  }))

const reportQueueRoom = (db: Db): RoomSource<'report-queue'> =>
  streamRoom(db, 'report-queue', async (tx, { departmentId }) => ({
    reports: await waitingIn(tx, departmentId),
    fines: await contestedIn(tx, departmentId),
  }))
