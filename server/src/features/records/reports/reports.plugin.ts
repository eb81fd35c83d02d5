import * as contract from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Switches } from '../../../platform/settings/switches.ts'
import type { MemberPictures } from '../../people/pictures/pictures.port.ts'
import type { LicencePoints } from '../licences/licences.port.ts'
import { createReportDecisions } from './decide/reports.decide.ts'
import { createDrafts } from './drafts/reports.drafts.ts'
import type { HasServed, HasShown } from './drafts/reports.known.ts'
import { createReportPictures } from './drafts/reports.pictures.ts'
import { createSubmission } from './drafts/reports.submit.ts'
import { createReportCopies } from './read/reports.owner-copies.ts'
import { createReportReaders } from './read/reports.read.ts'

export type ReportDeps = {
  readonly db: Db
  readonly publish: Publish
  readonly redis?: Redis | undefined
  readonly settings: Pick<Settings, 'get'>
  readonly switches: Pick<Switches, 'isOn'>
  readonly memberPictures: MemberPictures
  readonly licencePoints: LicencePoints
  /** Given by lookups, which know what a running search shows before it is in their log. */
  readonly hasShown: HasShown
  /** Given by warrants. */
  readonly hasServed: HasServed
}

export function reportRoutes(app: FastifyInstance, deps: ReportDeps): void {
  writingRoutes(app, deps)
  readingRoutes(app, deps)
  decidingRoutes(app, deps)
}

/** Routes of drafts, their pictures and their submission. */
function writingRoutes(app: FastifyInstance, deps: ReportDeps): void {
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

function readingRoutes(app: FastifyInstance, { db }: ReportDeps): void {
  const reports = createReportReaders(db)
  route(app, contract.searchReports, (actor, { query }) => reports.search(actor, query))
  route(app, contract.listOwnReports, (actor, { query }) => reports.listOwn(actor, query))
  route(app, contract.listReportQueue, (_actor, { params, query }) => reports.listQueue(params.departmentId, query))
  route(app, contract.listDepartmentReports, (_actor, { params, query }) => reports.listDepartment(params.departmentId, query))
  route(app, contract.getReport, (actor, { params }) => reports.get(actor, params.reportId))
  route(app, contract.getReportRevision, (actor, { params }) => reports.revision(actor, params.reportId, params.revisionId))
  route(app, contract.listPersonReports, (actor, { params, query }) => reports.listPerson(actor, params.characterId, query))
  route(app, contract.listPatientReports, (actor, { params, query }) => reports.listPatient(actor, params.characterId, query))
  const copies = createReportCopies(db)
  route(app, contract.listReportsAboutOwn, (actor, { params, query }) => copies.list(actor, params.characterId, query))
  route(app, contract.getReportCopy, (actor, { params }) => copies.get(actor, params.reportId))
}

function decidingRoutes(app: FastifyInstance, deps: ReportDeps): void {
  const decisions = createReportDecisions(deps)
  route(app, contract.decideReport, (actor, { params, body }) => decisions.decide(actor, params.reportId, body))
  route(app, contract.voidReport, (actor, { params, body }) => decisions.void(actor, params.reportId, body))
}
