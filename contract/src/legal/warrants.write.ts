import { z } from 'zod'
import { anyOf, policeUnit } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { RecordActor } from '../records/records.ts'
import { WarrantType } from '../records/warrant-alerts.ts'
import { Id, IdParam, Instant, Version, VersionParam } from '../values.ts'
import { WarrantContent, WarrantContentInput } from './warrants.content.ts'
import { MAX_WARRANT_DRAFTS } from './warrants.rules.ts'
import { legalStaff, WarrantDraftSummary, WarrantSummary, warrantWriters } from './warrants.ts'
import { warrantsSwitch } from './warrants.settings.ts'

const byDraft = z.object({ draftId: IdParam })

export const WarrantDraft = WarrantDraftSummary.extend({
  content: WarrantContent,
  writer: RecordActor,
  /** Offences of the draft that were changed or retired since they were added, and have to be added again. */
  outdatedRevisionIds: z.array(z.int()),
  /** Why the warrant was returned; empty otherwise. */
  remark: z.string(),
  createdAt: Instant,
})
export type WarrantDraft = z.infer<typeof WarrantDraft>

export const listWarrantDrafts = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/drafts',
  summary: 'One’s own drafts of warrants, the one saved last first',
  access: warrantWriters,
  featureSwitch: warrantsSwitch,
  response: z.array(WarrantDraftSummary),
})

export const startWarrant = defineEndpoint({
  method: 'POST',
  path: '/api/warrants/drafts',
  summary: `Start a warrant as police on duty or legal staff, with the facts of the call or the report; at most ${MAX_WARRANT_DRAFTS} drafts`,
  access: anyOf(legalStaff, policeUnit()),
  featureSwitch: warrantsSwitch,
  body: z.object({
    type: WarrantType,
    /** The person or vehicle that the warrant is about. */
    characterId: Id.optional(),
    vehicleId: Id.optional(),
    /** If left out, the call that the unit is on; null for no call. */
    callId: Id.nullable().optional(),
    /** A report whose subject, offences and evidence support it. */
    reportId: Id.optional(),
  }),
  response: WarrantDraft,
})

export const changeWarrant = defineEndpoint({
  method: 'POST',
  path: '/api/warrants/:warrantId/draft',
  summary: 'Work on a warrant of one’s own that was returned; the draft that is there, if there is one',
  access: warrantWriters,
  featureSwitch: warrantsSwitch,
  params: z.object({ warrantId: IdParam }),
  response: WarrantDraft,
})

export const getWarrantDraft = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/drafts/:draftId',
  summary: 'A draft of one’s own',
  access: warrantWriters,
  featureSwitch: warrantsSwitch,
  params: byDraft,
  response: WarrantDraft,
})

export const listDraftEvidence = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/drafts/:draftId/evidence',
  summary: 'The items of evidence in the reports that a draft of one’s own links, to choose from',
  access: warrantWriters,
  featureSwitch: warrantsSwitch,
  params: byDraft,
  response: WarrantContent.shape.evidence,
})

export const saveWarrantDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/warrants/drafts/:draftId',
  summary: 'Save a draft of one’s own; refused with `conflict` if it was saved elsewhere since that version',
  access: warrantWriters,
  featureSwitch: warrantsSwitch,
  params: byDraft,
  body: z.object({ content: WarrantContentInput, version: Version }),
  response: z.object({ version: z.int(), savedAt: Instant }),
})

export const discardWarrantDraft = defineEndpoint({
  method: 'DELETE',
  path: '/api/warrants/drafts/:draftId',
  summary: 'Discard a draft of one’s own; a returned warrant that it would have changed stays as it is',
  access: warrantWriters,
  featureSwitch: warrantsSwitch,
  params: byDraft,
  query: z.object({ version: VersionParam }),
  response: z.object({}),
})

export const submitWarrant = defineEndpoint({
  method: 'POST',
  path: '/api/warrants/drafts/:draftId/submit',
  summary: 'Submit a draft of one’s own for review. It gets its number the first time',
  access: warrantWriters,
  featureSwitch: warrantsSwitch,
  params: byDraft,
  body: z.object({ version: Version }),
  response: WarrantSummary,
})
