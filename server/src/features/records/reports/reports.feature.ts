import { REPORT_APPROVAL } from '@tenfour/contract'
import type { Feature } from '../../../platform/feature.ts'
import type { ReportDeps } from './reports.deps.ts'
import { reportDraftRoutes } from './drafts/reports.drafts.plugin.ts'
import { ownReportsRoom } from './drafts/reports.drafts.room.ts'
import { reportReadRoutes } from './read/reports.read.plugin.ts'
import { reportQueueRoom } from './read/reports.room.ts'

export function reportsFeature(deps: ReportDeps): Feature {
  return {
    name: 'reports',
    settings: Object.values(REPORT_APPROVAL),
    routes: async (app) => {
      reportDraftRoutes(app, deps)
      reportReadRoutes(app, deps)
    },
    rooms: { 'own-reports': ownReportsRoom(deps.db), 'report-queue': reportQueueRoom(deps.db, deps.penalties) },
  }
}
