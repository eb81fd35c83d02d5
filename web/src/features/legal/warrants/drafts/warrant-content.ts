import {
  MAX_CHARGES,
  MAX_COUNTS,
  WARRANT_TYPES,
  WarrantContentInput,
  type Offence,
  type WarrantCharge,
  type WarrantContent,
  type WarrantType,
} from '@tenfour/contract'
import { bareNumber } from '../../../../platform/format/text.ts'
import { schemaErrors, type FieldErrors } from '../../../../ui/form-errors.ts'

export type Subject = NonNullable<WarrantContent['subject']>
export type SubjectKind = Subject['kind']

/** A warrant before anything is known. */
export const EMPTY_WARRANT: WarrantContent = {
  type: 'arrest',
  subject: null,
  charges: [],
  searchFor: '',
  affidavit: '',
  callId: null,
  callTitle: null,
  reports: [],
  evidence: [],
  bail: null,
  days: null,
  isConfidential: false,
}

/** As it is saved: ids instead of names and wordings. */
export const inputOf = (content: WarrantContent): WarrantContentInput => ({
  type: content.type,
  subject: subjectInput(content.subject),
  charges: content.charges.map(({ revisionId, counts }) => ({ revisionId, counts })),
  searchFor: content.searchFor,
  affidavit: content.affidavit,
  callId: content.callId,
  reportIds: content.reports.map(({ reportId }) => reportId),
  evidence: content.evidence.map(({ reportId, item }) => ({ reportId, item })),
  bail: content.bail,
  days: content.days,
  isConfidential: content.isConfidential,
})

function subjectInput(subject: WarrantContent['subject']): WarrantContentInput['subject'] {
  switch (subject?.kind) {
    case undefined:
      return null
    case 'person':
      return { kind: 'person', characterId: subject.characterId }
    case 'vehicle':
      return { kind: 'vehicle', vehicleId: subject.vehicleId }
    case 'place':
      return { kind: 'place', place: subject.place, postal: subject.postal }
  }
}

/** The kinds of subject that a warrant of this type can have. */
export const subjectKinds = (type: WarrantType): readonly SubjectKind[] => (type === 'search' ? ['person', 'vehicle', 'place'] : ['person'])

/** As another type. A subject that it can't have is taken out; the rest stays, should it be changed back. */
export const asType = ({ subject }: Pick<WarrantContent, 'subject'>, type: WarrantType): Partial<WarrantContent> => ({
  type,
  subject: subject && subjectKinds(type).includes(subject.kind) ? subject : null,
})

/** 'Dexter Marlowe', '42QXK318 Sultan, red', 'Paleto Blvd 12, 1034'. */
export function subjectWords(subject: Subject): string {
  switch (subject.kind) {
    case 'person':
      return subject.name
    case 'vehicle':
      return [`${subject.plate} ${subject.model}`.trim(), subject.colour].filter(Boolean).join(', ')
    case 'place':
      return [subject.place, subject.postal].filter(Boolean).join(', ')
  }
}

/** With one more count of it where it is there already. At the limit nothing is added. */
export function withOffence(charges: readonly WarrantCharge[], offence: Offence): WarrantCharge[] {
  const { revisionId, offenceId, code, title, type } = offence
  const known = charges.find((each) => each.revisionId === revisionId)
  if (known) return charges.map((each) => (each === known ? { ...each, counts: Math.min(MAX_COUNTS, each.counts + 1) } : each))
  // An older wording of the same offence is replaced.
  const older = charges.find((each) => each.offenceId === offenceId)
  const others = charges.filter((each) => each !== older)
  const added = { revisionId, offenceId, code, title, type, counts: older?.counts ?? 1 }
  return others.length >= MAX_CHARGES ? [...charges] : [...others, added]
}

/** Without a report, and without the items of it. */
export const withoutReport = ({ reports, evidence }: WarrantContent, reportId: number): Partial<WarrantContent> => ({
  reports: reports.filter((each) => each.reportId !== reportId),
  evidence: evidence.filter((each) => each.reportId !== reportId),
})

/** The values that the portal would not save, by field. */
export const wrongIn = (content: WarrantContent): FieldErrors => schemaErrors(WarrantContentInput, inputOf(content))

/** The missing parts of a draft before it can be submitted, by field, in the order of the form. */
export function missingIn(content: WarrantContent, outdated: readonly number[]): FieldErrors {
  const { type, subject, charges, searchFor, affidavit } = content
  const missing: FieldErrors = {}
  if (!subject || !subjectKinds(type).includes(subject.kind)) {
    missing['subject'] = type === 'search' ? 'Choose a person, vehicle or place to search' : 'Choose a person'
  } else if (subject.kind === 'place' && subject.place.trim() === '') missing['subject.place'] = 'Enter the place'
  if (WARRANT_TYPES[type].needsOffence && charges.length === 0) missing['charges'] = 'Add an offence'
  charges.forEach(({ revisionId, code }, index) => {
    if (outdated.includes(revisionId)) missing[`charges.${index}.revisionId`] = `${code} was changed or retired: add it again`
  })
  if (type === 'search' && searchFor.trim() === '') missing['searchFor'] = 'Enter what is searched for'
  if (affidavit.trim() === '') missing['affidavit'] = 'Write the affidavit'
  return missing
}

/** The number that was typed, null for nothing, undefined for what is not a number. Separators of thousands and the currency are ignored. */
export function readWholeNumber(text: string): number | null | undefined {
  const plain = bareNumber(text)
  if (plain === '') return null
  return /^\d{1,12}$/.test(plain) ? Number(plain) : undefined
}

/** A function gets the content as it is by then. */
export type ContentChange = Partial<WarrantContent> | ((content: WarrantContent) => Partial<WarrantContent>)

export type PartProps = {
  draftId: number
  content: WarrantContent
  errorAt: (path: string) => string | undefined
  readOnly: boolean
  onChange: (by: ContentChange) => void
}
