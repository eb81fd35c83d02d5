import { z } from 'zod'
import { OffenceType } from '../records/offences.ts'
import { MAX_CHARGES, MAX_COUNTS } from '../records/reports.content.ts'
import { WarrantType } from '../records/warrant-alerts.ts'
import { countedList, Day, Id, text, trimmed } from '../values.ts'

/** The content of warrants is in a file of its own, because every page carries the summaries with the rooms. */

export const MAX_AFFIDAVIT = 10_000
export const MAX_SEARCH_FOR = 1000
export const MAX_WARRANT_REPORTS = 10
export const MAX_WARRANT_EVIDENCE = 30
export const MAX_BAIL = 10_000_000
export const MAX_WARRANT_DAYS = 3650

export const Bail = z
  .int('Enter a whole number')
  .min(0, 'At least 0')
  .max(MAX_BAIL, `At most ${MAX_BAIL.toLocaleString('en')}`)

export const WarrantSubjectInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), characterId: Id }),
  z.object({ kind: z.literal('vehicle'), vehicleId: Id }),
  z.object({
    kind: z.literal('place'),
    place: trimmed(160, 'A place has at most 160 characters'),
    postal: trimmed(16, 'A postal has at most 16 characters').default(''),
  }),
])
export type WarrantSubjectInput = z.infer<typeof WarrantSubjectInput>

/** A draft as it is saved: anything may be missing until it is submitted. */
export const WarrantContentInput = z.object({
  type: WarrantType,
  /** The subject. Only a search warrant may be about a vehicle or a place. */
  subject: WarrantSubjectInput.nullable().default(null),
  charges: countedList(
    z
      .array(
        z.object({
          /** The wording of the offence. */
          revisionId: Id,
          counts: z.int('Enter a whole number').min(1, 'At least 1').max(MAX_COUNTS, `At most ${MAX_COUNTS}`).default(1),
        }),
      )
      .max(MAX_CHARGES, `At most ${MAX_CHARGES} offences`),
  ).default([]),
  /** The persons or things to search for, in a search warrant. */
  searchFor: text(MAX_SEARCH_FOR, `At most ${MAX_SEARCH_FOR.toLocaleString('en')} characters`).default(''),
  affidavit: text(MAX_AFFIDAVIT, `An affidavit has at most ${MAX_AFFIDAVIT.toLocaleString('en')} characters`).default(''),
  callId: Id.nullable().default(null),
  reportIds: countedList(z.array(Id).max(MAX_WARRANT_REPORTS, `At most ${MAX_WARRANT_REPORTS} reports`)).default([]),
  /** Items of evidence of these reports, by their position in the report's list, from 0. */
  evidence: countedList(
    z.array(z.object({ reportId: Id, item: z.int().min(0).max(99) })).max(MAX_WARRANT_EVIDENCE, `At most ${MAX_WARRANT_EVIDENCE} items`),
  ).default([]),
  /** The writer's request; the signer decides. Without bail, none is asked for; without days, the community's setting for the type applies. */
  bail: Bail.nullable().default(null),
  days: z
    .int('Enter a whole number')
    .min(1, 'At least 1')
    .max(MAX_WARRANT_DAYS, `At most ${MAX_WARRANT_DAYS.toLocaleString('en')}`)
    .nullable()
    .default(null),
  isConfidential: z.boolean().default(false),
})
export type WarrantContentInput = z.infer<typeof WarrantContentInput>

export const WarrantCharge = z.object({
  revisionId: z.int(),
  offenceId: z.int(),
  code: z.string(),
  title: z.string(),
  type: OffenceType,
  counts: z.int(),
})
export type WarrantCharge = z.infer<typeof WarrantCharge>

/** With names and wordings; in a warrant as they were when it was submitted. */
export const WarrantContent = z.object({
  type: WarrantType,
  subject: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('person'), characterId: z.int(), name: z.string(), bornOn: Day.nullable() }),
      z.object({ kind: z.literal('vehicle'), vehicleId: z.int(), plate: z.string(), model: z.string(), colour: z.string() }),
      z.object({ kind: z.literal('place'), place: z.string(), postal: z.string() }),
    ])
    .nullable(),
  charges: z.array(WarrantCharge),
  searchFor: z.string(),
  affidavit: z.string(),
  callId: z.int().nullable(),
  /** Null without a call. */
  callTitle: z.string().nullable(),
  reports: z.array(z.object({ reportId: z.int(), number: z.string(), about: z.string() })),
  evidence: z.array(z.object({ reportId: z.int(), item: z.int(), number: z.string(), text: z.string() })),
  bail: z.int().nullable(),
  days: z.int().nullable(),
  isConfidential: z.boolean(),
})
export type WarrantContent = z.infer<typeof WarrantContent>
