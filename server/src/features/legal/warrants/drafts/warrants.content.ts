import type { WarrantContent, WarrantContentInput } from '@tenfour/contract'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { oneLine } from '../../../../platform/format.ts'
import {
  findCall,
  findOffences,
  findPeople,
  findSupporting,
  findVehicles,
  offenceWords,
  type NamedOffence,
  type NamedPerson,
  type SupportingReport,
} from '../../../records/reports/reports.port.ts'

export type Resolved = {
  readonly content: WarrantContent
  /** The person that it is about, if it is about one. */
  readonly person: NamedPerson | undefined
  readonly isVehicleRemoved: boolean
  /** By the ids of the draft. */
  readonly offences: ReadonlyMap<number, NamedOffence>
  readonly reports: ReadonlyMap<number, SupportingReport>
}

/** The content of a draft with the names and wordings of now. What is gone is left out. */
export async function resolveContent(db: Db | Tx, input: WarrantContentInput): Promise<Resolved> {
  const { subject, callId } = input
  const person = subject?.kind === 'person' ? (await findPeople(db, [subject.characterId])).get(subject.characterId) : undefined
  const vehicle = subject?.kind === 'vehicle' ? (await findVehicles(db, [subject.vehicleId])).get(subject.vehicleId) : undefined
  const revisionIds = input.charges.map(({ revisionId }) => revisionId)
  const offences = await findOffences(db, revisionIds)
  const call = callId === null ? undefined : await findCall(db, callId)
  const reports = await findSupporting(db, input.reportIds)
  return {
    content: {
      type: input.type,
      subject: person
        ? { kind: 'person', characterId: person.characterId, name: person.name, bornOn: person.bornOn }
        : vehicle
          ? { kind: 'vehicle', vehicleId: vehicle.vehicleId, plate: vehicle.plate, model: vehicle.model, colour: vehicle.colour }
          : subject?.kind === 'place'
            ? { kind: 'place', place: subject.place, postal: subject.postal }
            : null,
      charges: input.charges.flatMap(({ revisionId, counts }) => {
        const offence = offences.get(revisionId)
        return offence
          ? [{ revisionId, offenceId: offence.offenceId, code: offence.code, title: offence.title, type: offence.type, counts }]
          : []
      }),
      searchFor: input.searchFor,
      affidavit: input.affidavit,
      callId: call?.callId ?? null,
      callTitle: call?.title ?? null,
      reports: input.reportIds.flatMap((reportId) => {
        const report = reports.get(reportId)
        return report ? [{ reportId, number: report.number, about: report.about }] : []
      }),
      evidence: input.evidence.flatMap(({ reportId, item }) => {
        const report = reports.get(reportId)
        const text = report?.content.evidence[item]?.text
        return report && text !== undefined ? [{ reportId, item, number: report.number, text }] : []
      }),
      bail: input.bail,
      days: input.days,
      isConfidential: input.isConfidential,
    },
    person,
    isVehicleRemoved: vehicle?.isRemoved ?? false,
    offences,
    reports,
  }
}

/** What was submitted, as a draft. */
export const toInput = ({ callTitle: _title, subject, charges, reports, evidence, ...rest }: WarrantContent): WarrantContentInput => ({
  ...rest,
  subject: subject && toSubjectInput(subject),
  charges: charges.map(({ revisionId, counts }) => ({ revisionId, counts })),
  reportIds: reports.map(({ reportId }) => reportId),
  evidence: evidence.map(({ reportId, item }) => ({ reportId, item })),
})

function toSubjectInput(subject: NonNullable<WarrantContent['subject']>): WarrantContentInput['subject'] {
  if (subject.kind === 'person') return { kind: 'person', characterId: subject.characterId }
  return subject.kind === 'vehicle' ? { kind: 'vehicle', vehicleId: subject.vehicleId } : subject
}

export function subjectName(subject: WarrantContent['subject']): string {
  if (!subject) return ''
  if (subject.kind === 'person') return subject.name
  const parts = subject.kind === 'vehicle' ? [subject.plate, subject.model] : [subject.place, subject.postal]
  return parts.filter(Boolean).join(subject.kind === 'vehicle' ? ' ' : ', ')
}

/** The offences, or what is searched for, in a line. */
export const aboutOf = ({ type, charges, searchFor }: WarrantContent): string =>
  oneLine(type === 'search' ? searchFor : offenceWords(charges))
