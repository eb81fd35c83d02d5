import { z } from 'zod'
import { policeUnit, signsWarrants } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Reason } from '../records/records.ts'
import { ReportColleague } from '../records/reports.write.ts'
import { countedList, Id, IdParam, InstantInput, text, trimmed, Version } from '../values.ts'
import { Bail } from './warrants.content.ts'
import { Warrant } from './warrants.read.ts'
import { legalStaff, warrantWriters } from './warrants.ts'
import { warrantsSwitch } from './warrants.settings.ts'

const byWarrant = z.object({ warrantId: IdParam })
const atVersion = z.object({ version: Version })
const withReason = atVersion.extend({ reason: Reason })

export const MAX_NAMED_DEPARTMENTS = 10
export const MAX_NAMED_MEMBERS = 20
export const MAX_RETURN_OFFICERS = 20

export const takeWarrant = defineEndpoint({
  method: 'POST',
  path: '/api/warrants/:warrantId/take',
  summary: 'Take a submitted warrant under review, or take it over from another reviewer. Not one’s own',
  access: legalStaff,
  featureSwitch: warrantsSwitch,
  params: byWarrant,
  body: atVersion,
  response: Warrant,
})

export const passWarrant = defineEndpoint({
  method: 'POST',
  path: '/api/warrants/:warrantId/pass',
  summary: 'Pass a warrant that one has under review to those who sign',
  access: legalStaff,
  featureSwitch: warrantsSwitch,
  params: byWarrant,
  body: atVersion.extend({ remark: trimmed(500, 'A remark has at most 500 characters').default('') }),
  response: Warrant,
})

export const returnWarrant = defineEndpoint({
  method: 'POST',
  path: '/api/warrants/:warrantId/return',
  summary: 'Return a warrant to its writer with a remark: by who has it under review, or by those who sign. Not one’s own',
  access: legalStaff,
  featureSwitch: warrantsSwitch,
  params: byWarrant,
  body: withReason,
  response: Warrant,
})

export const takeBackWarrant = defineEndpoint({
  method: 'POST',
  path: '/api/warrants/:warrantId/take-back',
  summary: 'Withdraw a warrant of one’s own that is not decided yet, to change it',
  access: warrantWriters,
  featureSwitch: warrantsSwitch,
  params: byWarrant,
  body: atVersion,
  response: Warrant,
})

export const signWarrant = defineEndpoint({
  method: 'POST',
  path: '/api/warrants/:warrantId/sign',
  summary: 'Sign a submitted warrant or one under review: it is active from now on. Not one’s own',
  access: signsWarrants,
  featureSwitch: warrantsSwitch,
  params: byWarrant,
  body: atVersion.extend({
    bail: Bail.nullable(),
    /** If left out, the warrant is active for as long as the writer asked for, or as the community set for the type. */
    expiresAt: InstantInput.optional(),
    isConfidential: z.boolean(),
    /** Who serves a confidential warrant: at least one department or member. */
    servedBy: z
      .object({
        departmentIds: countedList(z.array(Id).max(MAX_NAMED_DEPARTMENTS, `At most ${MAX_NAMED_DEPARTMENTS} departments`)).default([]),
        userIds: countedList(z.array(Id).max(MAX_NAMED_MEMBERS, `At most ${MAX_NAMED_MEMBERS} members`)).default([]),
      })
      .prefault({}),
  }),
  response: Warrant,
})

export const denyWarrant = defineEndpoint({
  method: 'POST',
  path: '/api/warrants/:warrantId/deny',
  summary: 'Deny a submitted warrant or one under review, with a reason. Not one’s own',
  access: signsWarrants,
  featureSwitch: warrantsSwitch,
  params: byWarrant,
  body: withReason,
  response: Warrant,
})

export const recallWarrant = defineEndpoint({
  method: 'POST',
  path: '/api/warrants/:warrantId/recall',
  summary: 'Recall an active warrant with a reason',
  access: signsWarrants,
  featureSwitch: warrantsSwitch,
  params: byWarrant,
  body: withReason,
  response: Warrant,
})

export const serveWarrant = defineEndpoint({
  method: 'POST',
  path: '/api/warrants/:warrantId/serve',
  summary: 'Serve an active warrant as police on duty, with its return',
  access: policeUnit(),
  featureSwitch: warrantsSwitch,
  params: byWarrant,
  body: atVersion.extend({
    servedAt: InstantInput,
    location: trimmed(160, 'A location has at most 160 characters').min(1, 'Enter where it was served'),
    postal: trimmed(16, 'A postal has at most 16 characters').default(''),
    /** Officers besides the one who writes the return. */
    officerIds: countedList(z.array(Id).max(MAX_RETURN_OFFICERS, `At most ${MAX_RETURN_OFFICERS} officers`)).default([]),
    /** Whether the named person was arrested. */
    isArrested: z.boolean().default(false),
    /** The things found and the other people arrested. */
    text: text(4000, 'A return has at most 4,000 characters').refine(
      (value) => value.trim() !== '',
      'Enter what was found or who was arrested',
    ),
  }),
  response: Warrant,
})

export const listWarrantServers = defineEndpoint({
  method: 'GET',
  path: '/api/warrants/servers',
  summary: 'For signing: police departments, their members to name (on duty first, then by name; at most 20), and the usual days',
  access: signsWarrants,
  featureSwitch: warrantsSwitch,
  query: z.object({ q: trimmed(80).default('') }),
  response: z.object({
    departments: z.array(z.object({ departmentId: z.int(), name: z.string() })),
    members: z.array(ReportColleague),
    /** How many days a warrant of each type is active, unless the writer or the signer says otherwise. */
    days: z.object({ arrest: z.int(), search: z.int(), bench: z.int() }),
  }),
})
