import { z } from 'zod'
import { cadDepartment, emergencyUnit } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { PICTURE_BYTES, PICTURE_TYPES } from '../people/pictures.ts'
import { Bytes, Id, IdParam, Instant, InstantInput, text, trimmed, Version, VersionParam } from '../values.ts'
import { MAX_NARRATIVE, ReportContent, ReportContentInput } from './reports.content.ts'
import { MAX_REPORT_DRAFTS } from './reports.kinds.ts'
import { ReportDraftSummary, ReportKind, ReportSummary } from './reports.ts'
import { RecordActor } from './records.ts'

const byDraft = z.object({ draftId: IdParam })

export const ReportDraft = ReportDraftSummary.extend({
  content: ReportContent,
  writer: RecordActor,
  departmentId: z.int(),
  serverId: z.int(),
  /** Offences of the draft that were changed or retired since they were added, and have to be added again. */
  outdatedRevisionIds: z.array(z.int()),
  /** Why the report was returned; empty otherwise. */
  remark: z.string(),
  /** Whether the report needs approval, and whether anyone but the writer may approve it. */
  approval: z.object({ isNeeded: z.boolean(), hasApprover: z.boolean() }),
  createdAt: Instant,
})
export type ReportDraft = z.infer<typeof ReportDraft>

export const listReportDrafts = defineEndpoint({
  method: 'GET',
  path: '/api/reports/drafts',
  summary: 'One’s own drafts, the one saved last first',
  access: cadDepartment,
  response: z.array(ReportDraftSummary),
})

export const startReport = defineEndpoint({
  method: 'POST',
  path: '/api/reports/drafts',
  summary: `Start a report as a unit of police or fire on duty, with the facts of the call; at most ${MAX_REPORT_DRAFTS} drafts`,
  access: emergencyUnit(),
  body: z.object({
    kind: ReportKind,
    /** The person whom the report is about. */
    characterId: Id.optional(),
    vehicleId: Id.optional(),
    /** If left out, the call that the unit is on; null for no call. */
    callId: Id.nullable().optional(),
    /** Values written into the draft, which replace those of the call. */
    prefill: z
      .object({
        charges: ReportContentInput.shape.charges.unwrap().optional(),
        narrative: text(MAX_NARRATIVE).optional(),
        location: trimmed(160).optional(),
        postal: trimmed(16).optional(),
        occurredAt: InstantInput.optional(),
        officers: ReportContentInput.shape.officers.unwrap().optional(),
      })
      .optional(),
  }),
  response: ReportDraft,
})

export const changeReport = defineEndpoint({
  method: 'POST',
  path: '/api/reports/:reportId/draft',
  summary: 'Work on a report of one’s own that was returned, or amend a final one; the draft that is there, if there is one',
  access: cadDepartment,
  params: z.object({ reportId: IdParam }),
  response: ReportDraft,
})

export const getReportDraft = defineEndpoint({
  method: 'GET',
  path: '/api/reports/drafts/:draftId',
  summary: 'A draft of one’s own',
  access: cadDepartment,
  params: byDraft,
  response: ReportDraft,
})

export const saveReportDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/reports/drafts/:draftId',
  summary: 'Save a draft of one’s own; refused with `conflict` if it was saved elsewhere since that version',
  access: cadDepartment,
  params: byDraft,
  body: z.object({ content: ReportContentInput, version: Version }),
  response: z.object({ version: z.int(), savedAt: Instant }),
})

export const discardReportDraft = defineEndpoint({
  method: 'DELETE',
  path: '/api/reports/drafts/:draftId',
  summary: 'Discard a draft of one’s own; a report that it would have changed stays as it is',
  access: cadDepartment,
  params: byDraft,
  query: z.object({ version: VersionParam }),
  response: z.object({}),
})

export const submitReport = defineEndpoint({
  method: 'POST',
  path: '/api/reports/drafts/:draftId/submit',
  summary: 'Submit a draft of one’s own. It gets its number, and is final unless its kind needs approval',
  access: cadDepartment,
  params: byDraft,
  body: z.object({
    version: Version,
    /** Why a final report is amended. */
    reason: trimmed(500, 'A reason has at most 500 characters').default(''),
  }),
  response: ReportSummary,
})

export const saveReportPicture = defineEndpoint({
  method: 'PUT',
  path: '/api/reports/drafts/:draftId/pictures',
  summary: `Upload a picture of evidence for a draft of one’s own, at most ${PICTURE_BYTES / 1_000_000} MB`,
  access: cadDepartment,
  params: byDraft,
  takes: { types: PICTURE_TYPES, bytes: PICTURE_BYTES },
  body: Bytes,
  response: z.object({ pictureId: z.int() }),
})

/** A member who may be named as a further officer. */
export const ReportColleague = RecordActor.extend({ department: z.string() })

export const listReportColleagues = defineEndpoint({
  method: 'GET',
  path: '/api/reports/colleagues',
  summary: 'Members of police and fire to name on a report: on duty on one’s server first, then by name; at most 20',
  access: cadDepartment,
  query: z.object({ q: trimmed(80).default('') }),
  response: z.array(ReportColleague),
})
