import { WARRANT_TYPES, type WarrantContent, type WarrantContentInput, type WarrantEvent } from '@tenfour/contract'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { oneLine, type Money } from '../../../../platform/format.ts'
import {
  findNamed,
  findSupporting,
  offenceWords,
  type Named,
  type NamedPerson,
  type SupportingReport,
} from '../../../records/reports/reports.port.ts'

export type Resolved = {
  readonly content: WarrantContent
  /** The person whom the warrant is about, if it is about one. */
  readonly person: NamedPerson | undefined
  readonly isVehicleRemoved: boolean
  /** Offences by the ids in the draft. */
  readonly offences: Named['offences']
  readonly reports: ReadonlyMap<number, SupportingReport>
}

/** The content of a draft with today's names and wordings. Records that no longer exist are left out. */
export async function resolveContent(db: Db | Tx, input: WarrantContentInput): Promise<Resolved> {
  const { subject, callId } = input
  const { people, vehicles, offences, call } = await findNamed(db, {
    characterIds: subject?.kind === 'person' ? [subject.characterId] : [],
    vehicleIds: subject?.kind === 'vehicle' ? [subject.vehicleId] : [],
    revisionIds: input.charges.map(({ revisionId }) => revisionId),
    callId,
  })
  const [person] = people.values()
  const [vehicle] = vehicles.values()
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

/** Submitted content as the input of a draft. */
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

/** One line with the offences, or with what is searched for. */
export const aboutOf = ({ type, charges, searchFor }: WarrantContent): string =>
  oneLine(type === 'search' ? searchFor : offenceWords(charges))

/** Every field of a warrant as text, in the order of the form. */
const FIELD_TEXTS: readonly (readonly [what: string, words: (content: WarrantContent, money: Money) => string])[] = [
  ['Type', ({ type }) => WARRANT_TYPES[type].title],
  ['Subject', ({ subject }) => subjectName(subject)],
  ['Offences', ({ charges }) => offenceWords(charges)],
  ['Searched for', ({ searchFor }) => searchFor],
  ['Affidavit', ({ affidavit }) => affidavit],
  ['Call', ({ callId, callTitle }) => (callId === null ? '' : [callId, callTitle].filter(Boolean).join(', '))],
  ['Reports', ({ reports }) => reports.map(({ number }) => number).join(', ')],
  ['Evidence', ({ evidence }) => evidence.map(({ number, text }) => `${number}: ${text}`).join('\n')],
  ['Bail', ({ bail }, money) => (bail === null ? '' : money(bail))],
  ['Days', ({ days }) => (days === null ? '' : days.toLocaleString('en'))],
  ['Confidential', ({ isConfidential }) => (isConfidential ? 'Yes' : 'No')],
]

/** Identifies the subject: another person may have the same name. */
const subjectKey = ({ subject }: WarrantContent): string =>
  subject?.kind === 'person' ? `person ${subject.characterId}` : subject?.kind === 'vehicle' ? `vehicle ${subject.vehicleId}` : ''

/** The changes between two submissions. */
export const changesBetween = (before: WarrantContent, after: WarrantContent, money: Money): WarrantEvent['changes'] =>
  FIELD_TEXTS.flatMap(([what, words]) => {
    const [was, is] = [words(before, money), words(after, money)]
    const isSame = was === is && (what !== 'Subject' || subjectKey(before) === subjectKey(after))
    return isSame ? [] : [{ what, before: was || 'None', after: is || 'None' }]
  })
