import { REPORT_APPROVAL } from '@tenfour/contract'
import type { RedisClientType } from 'redis'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { MemberPictures } from '../../people/pictures/pictures.port.ts'
import type { Consequences } from './reports.consequences.ts'
import { reportDraftRoutes } from './reports.drafts.plugin.ts'
import type { Penalties } from './reports.penalties.ts'
import { reportReadRoutes } from './reports.read.plugin.ts'
import { reportQueueRoom } from './reports.room.ts'

export type ReportDeps = {
  readonly db: Db
  readonly publish: Publish
  readonly redis?: RedisClientType | undefined
  readonly settings: Pick<Settings, 'get'>
  readonly memberPictures: MemberPictures
  readonly consequences: Consequences
  readonly penalties: Penalties
}

export function reportsFeature(deps: ReportDeps): Feature {
  return {
    name: 'reports',
    settings: Object.values(REPORT_APPROVAL),
    routes: async (app) => {
      reportDraftRoutes(app, deps)
      reportReadRoutes(app, deps)
    },
    rooms: { 'report-queue': reportQueueRoom(deps.db, deps.penalties) },
  }
}
