import { z } from 'zod'
import { cadDepartment, capability, civilian, emergencyUnit, fireUnit, lookupUnit } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { PictureSize } from '../people/pictures.ts'
import { Bytes, IdParam, Instant, InstantInput, trimmed } from '../values.ts'
import { FieldValues } from './fields.values.ts'
import { Charge, ReportContent, ReportRole } from './reports.content.ts'
import { ReportEvent, ReportRevision } from './reports.kinds.ts'
import { medicalSwitch } from './reports.settings.ts'
import { ReportKind, ReportState, ReportSummary, Totals } from './reports.ts'
import { Fine, JailTerm } from './penalties.ts'

const byReport = z.object({ reportId: IdParam })
const byCharacter = z.object({ characterId: IdParam })

export const Report = ReportSummary.extend({
  /** The version in force: the one approved last, or before that the one submitted last. */
  content: ReportContent,
  revisionId: z.int(),
  /** The version that waits for approval. */
  proposed: ReportRevision.nullable(),
  department: z.string(),
  serverId: z.int(),
  voided: z.object({ at: Instant, reason: z.string() }).nullable(),
  fineState: Fine.nullable(),
  jail: JailTerm.nullable(),
  /** Oldest first. */
  revisions: z.array(ReportRevision),
  /** Newest first. */
  history: z.array(ReportEvent),
  /** Actions that the caller may take on the report now. */
  may: z.object({ change: z.boolean(), decide: z.boolean(), void: z.boolean(), decideFine: z.boolean(), confirmFine: z.boolean() }),
})
export type Report = z.infer<typeof Report>

export const ReportFilter = PageQuery.extend({
  kind: ReportKind.optional(),
  state: ReportState.optional(),
  /** A number, or words of the subject's or writer's name. */
  q: trimmed(80).optional(),
  callId: IdParam.optional(),
  departmentId: IdParam.optional(),
  from: InstantInput.optional(),
  to: InstantInput.optional(),
  /** The field whose value begins with `fieldValue`. */
  fieldId: IdParam.optional(),
  fieldValue: trimmed(80).optional(),
})
export type ReportFilter = z.infer<typeof ReportFilter>

export const searchReports = defineEndpoint({
  method: 'GET',
  path: '/api/reports',
  summary: 'Reports, newest first: of police for police and communications on duty, of fire for fire on duty',
  access: emergencyUnit(),
  query: ReportFilter,
  response: pageOf(ReportSummary),
})

export const listOwnReports = defineEndpoint({
  method: 'GET',
  path: '/api/reports/own',
  summary: 'Reports that one wrote, newest first',
  access: cadDepartment,
  query: ReportFilter,
  response: pageOf(ReportSummary),
})

export const listReportQueue = defineEndpoint({
  method: 'GET',
  path: '/api/reports/queue/:departmentId',
  summary: 'Reports of a department that wait for approval, oldest first',
  access: capability('approveReports', 'departmentId'),
  params: z.object({ departmentId: IdParam }),
  query: PageQuery,
  response: pageOf(ReportSummary),
})

export const listDepartmentReports = defineEndpoint({
  method: 'GET',
  path: '/api/reports/department/:departmentId',
  summary: 'All reports of a department, newest first, for those who approve them, on duty or not',
  access: capability('approveReports', 'departmentId'),
  params: z.object({ departmentId: IdParam }),
  query: ReportFilter.omit({ departmentId: true }),
  response: pageOf(ReportSummary),
})

export const getReport = defineEndpoint({
  method: 'GET',
  path: '/api/reports/:reportId',
  summary: 'A report with its history: for its writer, those who approve in its department, and units on duty that may read its kind',
  access: cadDepartment,
  params: byReport,
  response: Report,
})

export const getReportRevision = defineEndpoint({
  method: 'GET',
  path: '/api/reports/:reportId/revisions/:revisionId',
  summary: 'One version of a report, as it was submitted',
  access: cadDepartment,
  params: byReport.extend({ revisionId: IdParam }),
  response: ReportRevision.extend({ content: ReportContent }),
})

export const getReportPicture = defineEndpoint({
  method: 'GET',
  path: '/api/reports/pictures/:pictureId/:size',
  summary: 'A picture of evidence, for those who may read the report',
  access: cadDepartment,
  params: z.object({ pictureId: IdParam, size: PictureSize }),
  gives: ['image/webp'],
  response: z.object({ type: z.literal('image/webp'), bytes: Bytes, digest: z.string() }),
})

/** A report on the record of a person, with their role in it. */
export const PersonReport = ReportSummary.extend({ role: ReportRole, fineState: Fine.nullable() })
export type PersonReport = z.infer<typeof PersonReport>

export const listPersonReports = defineEndpoint({
  method: 'GET',
  path: '/api/characters/:characterId/reports',
  summary: 'Reports of police about a person, newest first, for units that look up',
  access: lookupUnit(),
  params: byCharacter,
  query: PageQuery.extend({ kind: ReportKind.optional() }),
  response: pageOf(PersonReport),
})

export const listPatientReports = defineEndpoint({
  method: 'GET',
  path: '/api/patients/:characterId/reports',
  summary: 'Patient and treatment reports about a person, newest first, for fire units on duty',
  access: fireUnit(),
  featureSwitch: medicalSwitch,
  params: byCharacter,
  query: PageQuery,
  response: pageOf(ReportSummary),
})

/** A final or voided report as its subject gets it, without narrative and other people. */
export const OwnReport = z.object({
  reportId: z.int(),
  characterId: z.int(),
  characterName: z.string(),
  kind: ReportKind,
  number: z.string(),
  state: ReportState,
  department: z.string(),
  /** The writer's call sign. */
  officer: z.string(),
  occurredAt: Instant.nullable(),
  location: z.string(),
  charges: z.array(Charge),
  ...Totals.shape,
  finalAt: Instant,
  voided: z.object({ at: Instant, reason: z.string() }).nullable(),
  fineState: Fine.nullable(),
  jail: JailTerm.nullable(),
  /** Values of fields that the owner may see. */
  fields: FieldValues,
})
export type OwnReport = z.infer<typeof OwnReport>

export const listReportsAboutOwn = defineEndpoint({
  method: 'GET',
  path: '/api/characters/:characterId/own-reports',
  summary: 'Warnings, citations and arrests of a character of one’s own, newest first',
  access: civilian,
  params: byCharacter,
  query: PageQuery,
  response: pageOf(OwnReport),
})

export const getReportCopy = defineEndpoint({
  method: 'GET',
  path: '/api/reports/:reportId/copy',
  summary: 'The copy of a report for the person concerned, a character of one’s own',
  access: civilian,
  params: byReport,
  response: OwnReport,
})
