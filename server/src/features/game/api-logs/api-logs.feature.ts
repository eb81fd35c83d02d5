import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { RecentLines } from '../../../platform/log/log.ts'
import type { Admission } from '../../../platform/realtime/admission.ts'
import type { Exchange } from '../../../platform/realtime/exchange.ts'
import { apiLogsPlugin, recordAdmissions, recordCalls, recordExchanges } from './api-logs.plugin.ts'
import { apiLogJobs, apiLogsRoom, createApiLogs, recordApiLogs } from './api-logs.service.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly webKey: string
  /** Number of days for which calls are kept. */
  readonly apiLogDays: number
  readonly lines: RecentLines
  readonly log: FastifyBaseLogger
}
type ApiLogsFeature = Feature & {
  readonly recordExchange: (exchange: Exchange) => void
  readonly recordAdmission: (area: 'bridge' | 'display') => (admission: Admission) => void
}

export function apiLogsFeature({ db, background, publish, webKey, apiLogDays, lines, log }: Deps): ApiLogsFeature {
  const recorder = recordApiLogs({ db, publish, log })
  return {
    name: 'api-logs',
    hooks: (app) => recordCalls(app, recorder, webKey),
    routes: (app) => apiLogsPlugin(app, { logs: createApiLogs({ db, days: apiLogDays }), lines }),
    rooms: { 'api-logs': apiLogsRoom(db) },
    jobs: apiLogJobs(background.db, apiLogDays),
    close: recorder.close,
    recordExchange: recordExchanges(recorder),
    recordAdmission: (area) => recordAdmissions(recorder, area),
  }
}
