import type { FastifyInstance } from 'fastify'
import type { ReportDeps } from './reports.feature.ts'

/** Writing: drafts, their pictures, submission. */
export function reportDraftRoutes(_app: FastifyInstance, _deps: ReportDeps): void {}
