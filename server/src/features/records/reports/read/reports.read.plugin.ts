import {
  decideReport,
  getReport,
  getReportCopy,
  getReportRevision,
  listDepartmentReports,
  listOwnReports,
  listPatientReports,
  listPersonReports,
  listReportQueue,
  listReportsAboutOwn,
  searchReports,
  voidReport,
} from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../../platform/http/route.ts'
import { createReportCopies } from './reports.copies.ts'
import { createReportDecisions } from '../decide/reports.decide.ts'
import type { ReportDeps } from '../reports.deps.ts'
import { createReportReaders } from './reports.read.ts'

/** Reading and deciding. */
export function reportReadRoutes(app: FastifyInstance, deps: ReportDeps): void {
  const reports = createReportReaders(deps)
  route(app, searchReports, (actor, { query }) => reports.search(actor, query))
  route(app, listOwnReports, (actor, { query }) => reports.listOwn(actor, query))
  route(app, listReportQueue, (_actor, { params, query }) => reports.listQueue(params.departmentId, query))
  route(app, listDepartmentReports, (_actor, { params, query }) => reports.listDepartment(params.departmentId, query))
  route(app, getReport, (actor, { params }) => reports.get(actor, params.reportId))
  route(app, getReportRevision, (actor, { params }) => reports.revision(actor, params.reportId, params.revisionId))
  route(app, listPersonReports, (actor, { params, query }) => reports.listPerson(actor, params.characterId, query))
  route(app, listPatientReports, (actor, { params, query }) => reports.listPatient(actor, params.characterId, query))
  const copies = createReportCopies(deps)
  route(app, listReportsAboutOwn, (actor, { params, query }) => copies.list(actor, params.characterId, query))
  route(app, getReportCopy, (actor, { params }) => copies.get(actor, params.reportId))
  const decisions = createReportDecisions(deps)
  route(app, decideReport, (actor, { params, body }) => decisions.decide(actor, params.reportId, body))
  route(app, voidReport, (actor, { params, body }) => decisions.void(actor, params.reportId, body))
}
