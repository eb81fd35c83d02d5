import { z } from 'zod'
import { countedList, Day, Id, Instant, InstantInput, text, trimmed } from '../values.ts'
import { FieldValuesInput } from './fields.ts'
import { FieldValues } from './fields.values.ts'
import { MAX_FINE, MAX_JAIL_MINUTES, OffenceType } from './offences.ts'
import { RecordActor } from './records.ts'
import { REPORT_KINDS } from './reports.kinds.ts'
import type { ReportKind, Totals } from './reports.ts'

/** The content of reports is in a file of its own, because every page carries the summaries with the rooms. */

export const MAX_NARRATIVE = 10_000
export const MAX_COUNTS = 99
export const MAX_CHARGES = 20
export const MAX_REPORT_PEOPLE = 20
export const MAX_REPORT_VEHICLES = 10
export const MAX_REPORT_OFFICERS = 20
export const MAX_EVIDENCE = 30
export const MAX_EVIDENCE_PICTURES = 6

export const ReportRole = z.enum(['suspect', 'victim', 'witness', 'patient'])
export type ReportRole = z.infer<typeof ReportRole>

const amount = (most: number) =>
  z
    .int('Enter a whole number')
    .min(0, 'At least 0')
    .max(most, `At most ${most.toLocaleString('en')}`)
const line = (max: number, what: string) => trimmed(max, `${what} has at most ${max.toLocaleString('en')} characters`).default('')
const paragraph = (max: number, what: string) => text(max, `${what} has at most ${max.toLocaleString('en')} characters`).default('')

/** Fine and jail time are for all counts together: from the lowest to the highest of the offence, times the counts. */
export const ChargeInput = z.object({
  /** The wording of the offence. */
  revisionId: Id,
  counts: z.int('Enter a whole number').min(1, 'At least 1').max(MAX_COUNTS, `At most ${MAX_COUNTS}`).default(1),
  fine: amount(MAX_FINE * MAX_COUNTS).default(0),
  jailMinutes: amount(MAX_JAIL_MINUTES * MAX_COUNTS).default(0),
})
export type ChargeInput = z.infer<typeof ChargeInput>

export const EvidenceInput = z.object({
  text: trimmed(300, 'At most 300 characters').min(1, 'Enter what it is'),
  /** Who or what holds the item: a call sign, a name, a locker. */
  holder: line(80, 'A holder'),
  heldSince: InstantInput.nullable().default(null),
  pictureIds: countedList(z.array(Id).max(MAX_EVIDENCE_PICTURES, `At most ${MAX_EVIDENCE_PICTURES} pictures`)).default([]),
})

export const MedicalInput = z.object({
  complaint: paragraph(1000, 'A complaint'),
  findings: paragraph(4000, 'Findings'),
  treatment: paragraph(4000, 'A treatment'),
  outcome: line(160, 'An outcome'),
  takenTo: line(160, 'A place'),
})
export type MedicalInput = z.infer<typeof MedicalInput>
/** The medical fields of each kind, in this order. The first one is required. */
export const MEDICAL_FIELDS = {
  patient: ['complaint', 'findings', 'outcome', 'takenTo'],
  treatment: ['treatment', 'outcome', 'takenTo'],
} as const satisfies Record<string, readonly (keyof MedicalInput)[]>

/** A draft as it is saved: anything may be missing until it is submitted. */
export const ReportContentInput = z.object({
  callId: Id.nullable().default(null),
  occurredAt: InstantInput.nullable().default(null),
  location: line(160, 'A location'),
  postal: line(16, 'A postal'),
  /** The person whom the report is about; null in an incident report, whose people are all in `people`. */
  subjectId: Id.nullable().default(null),
  charges: countedList(z.array(ChargeInput).max(MAX_CHARGES, `At most ${MAX_CHARGES} offences`)).default([]),
  narrative: paragraph(MAX_NARRATIVE, 'A narrative'),
  people: countedList(
    z.array(z.object({ characterId: Id, role: ReportRole })).max(MAX_REPORT_PEOPLE, `At most ${MAX_REPORT_PEOPLE} people`),
  ).default([]),
  vehicles: countedList(z.array(z.object({ vehicleId: Id })).max(MAX_REPORT_VEHICLES, `At most ${MAX_REPORT_VEHICLES} vehicles`)).default(
    [],
  ),
  /** Officers besides the writer. */
  officers: countedList(z.array(z.object({ userId: Id })).max(MAX_REPORT_OFFICERS, `At most ${MAX_REPORT_OFFICERS} officers`)).default([]),
  evidence: countedList(z.array(EvidenceInput).max(MAX_EVIDENCE, `At most ${MAX_EVIDENCE} items`)).default([]),
  /** The medical part of a patient or treatment report. */
  medical: MedicalInput.prefault({}),
  fields: FieldValuesInput.default({}),
})
export type ReportContentInput = z.infer<typeof ReportContentInput>

export const ReportPerson = z.object({ characterId: z.int(), role: ReportRole, name: z.string() })
export const ReportSubject = z.object({ characterId: z.int(), name: z.string(), bornOn: Day.nullable() })
export const ReportVehicle = z.object({ vehicleId: z.int(), plate: z.string(), model: z.string(), colour: z.string() })
export const ReportOfficer = RecordActor
export const Charge = z.object({
  revisionId: z.int(),
  offenceId: z.int(),
  code: z.string(),
  title: z.string(),
  type: OffenceType,
  counts: z.int(),
  fine: z.int(),
  jailMinutes: z.int(),
  /** The offence's range for one count. */
  fineMin: z.int(),
  fineMax: z.int(),
  jailMin: z.int(),
  jailMax: z.int(),
  points: z.int(),
})
export type Charge = z.infer<typeof Charge>
export const Evidence = z.object({
  text: z.string(),
  holder: z.string(),
  heldSince: Instant.nullable(),
  pictureIds: z.array(z.int()),
})
export type Evidence = z.infer<typeof Evidence>

/** The content with names and wordings; in a report as they were when it was submitted. */
export const ReportContent = z.object({
  callId: z.int().nullable(),
  /** Null without a call. */
  callTitle: z.string().nullable(),
  occurredAt: Instant.nullable(),
  location: z.string(),
  postal: z.string(),
  subject: ReportSubject.nullable(),
  charges: z.array(Charge),
  narrative: z.string(),
  people: z.array(ReportPerson),
  vehicles: z.array(ReportVehicle),
  officers: z.array(ReportOfficer),
  evidence: z.array(Evidence),
  medical: z.object({
    complaint: z.string(),
    findings: z.string(),
    treatment: z.string(),
    outcome: z.string(),
    takenTo: z.string(),
  }),
  fields: FieldValues,
})
export type ReportContent = z.infer<typeof ReportContent>

/** The sum of the offences' penalties that the kind imposes. */
export function totalsOf(kind: ReportKind, charges: readonly Pick<Charge, 'counts' | 'fine' | 'jailMinutes' | 'points'>[]): Totals {
  const { fine, jail, points } = REPORT_KINDS[kind].imposes
  const sum = (value: (charge: (typeof charges)[number]) => number) => charges.reduce((total, charge) => total + value(charge), 0)
  return {
    fine: fine ? sum((charge) => charge.fine) : 0,
    jailMinutes: jail ? sum((charge) => charge.jailMinutes) : 0,
    points: points ? sum((charge) => charge.points * charge.counts) : 0,
  }
}
