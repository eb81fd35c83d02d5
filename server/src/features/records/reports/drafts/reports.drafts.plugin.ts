import * as contract from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { limitedRoute, route } from '../../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../../platform/limits/limits.ts'
import { createDrafts } from './reports.drafts.ts'
import type { ReportDeps } from '../reports.deps.ts'
import { createReportPictures } from './reports.pictures.ts'
import { createSubmission } from './reports.submit.ts'

/** Writing: drafts, their pictures, submission. */
export function reportDraftRoutes(app: FastifyInstance, deps: ReportDeps): void {
  const drafts = createDrafts(deps)
  const pictures = createReportPictures(deps)
  const submit = createSubmission(deps)
  const change = limitedRoute(app, createHourlyLimit('reports', AN_HOUR.reports, deps.redis))
  const save = limitedRoute(app, createHourlyLimit('report-saves', AN_HOUR.reportSaves, deps.redis))
  const upload = limitedRoute(app, createHourlyLimit('report-pictures', AN_HOUR.reportPictures, deps.redis))
  route(app, contract.listReportDrafts, (actor) => drafts.list(actor))
  change(contract.startReport, (actor, { body }) => drafts.start(actor, body))
  change(contract.changeReport, (actor, { params }) => drafts.change(actor, params.reportId))
  route(app, contract.getReportDraft, (actor, { params }) => drafts.get(actor, params.draftId))
  save(contract.saveReportDraft, (actor, { params, body }) => drafts.save(actor, params.draftId, body.content, body.version))
  change(contract.discardReportDraft, (actor, { params, query }) => drafts.discard(actor, params.draftId, query.version))
  change(contract.submitReport, (actor, { params, body }) => submit(actor, params.draftId, body))
  upload(contract.saveReportPicture, (actor, { params, body }) => pictures.save(actor, params.draftId, body))
  route(app, contract.getReportPicture, (actor, { params }) => pictures.get(actor, params.pictureId, params.size))
  route(app, contract.listReportColleagues, (actor, { query }) => drafts.colleagues(actor, query.q))
}
