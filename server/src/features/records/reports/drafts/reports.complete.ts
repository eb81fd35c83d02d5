import {
  imposesOf,
  MEDICAL_FIELDS,
  REPORT_KINDS,
  type Charge,
  type Imposes,
  type ReportContentInput,
  type ReportKind,
} from '@tenfour/contract'
import { AppError } from '../../../../platform/errors.ts'
import type { Resolved } from './reports.content.ts'
import type { Earlier } from '../decide/reports.earlier.ts'
import { isOnlyAboutLiving } from './reports.facts.ts'

const refuse = (message: string, field: string) => new AppError('invalid_input', message, `content.${field}`)

/** Clocks of browsers differ a little. */
const SKEW_MS = 5 * 60_000

const NEEDS_OFFENCE: readonly ReportKind[] = ['warning', 'citation', 'arrest']
const NEEDS_NARRATIVE: readonly ReportKind[] = ['arrest', 'incident']
const MEDICAL_WORDS = { complaint: 'Enter what the patient complains of', treatment: 'Enter how the patient was treated' } as const

/** Throws for the first thing that a report lacks or can't have. The community's own fields are checked elsewhere. */
export function assertComplete(
  kind: ReportKind,
  input: ReportContentInput,
  resolved: Resolved,
  { earlier, hasFines }: { readonly earlier: Earlier; readonly hasFines: boolean },
): void {
  if (input.occurredAt !== null && Date.parse(input.occurredAt) > Date.now() + SKEW_MS) {
    throw refuse('Choose a time in the past', 'occurredAt')
  }
  assertSubject(kind, input, resolved, earlier)
  if (NEEDS_OFFENCE.includes(kind) && input.charges.length === 0) throw refuse('Add an offence', 'charges')
  resolved.content.charges.forEach((charge, index) => {
    const isCurrent = resolved.offences.get(charge.revisionId)?.isCurrent || earlier.offences.has(charge.revisionId)
    if (!isCurrent) throw refuse(`${charge.code} was changed or retired: add it again`, `charges.${index}.revisionId`)
    assertInRange(imposesOf(kind, hasFines), charge, index)
  })
  if (NEEDS_NARRATIVE.includes(kind) && input.narrative.trim() === '') throw refuse('Enter what happened', 'narrative')
  if (kind === 'patient' || kind === 'treatment') {
    const [first] = MEDICAL_FIELDS[kind]
    if (input.medical[first].trim() === '') throw refuse(MEDICAL_WORDS[first], `medical.${first}`)
  }
  assertNotRemoved(input, resolved, earlier)
}

function assertSubject(kind: ReportKind, { subjectId, people }: ReportContentInput, resolved: Resolved, earlier: Earlier): void {
  if (!REPORT_KINDS[kind].hasSubject) return
  if (subjectId === null) throw refuse('Choose a person', 'subjectId')
  const subject = resolved.people.get(subjectId)
  // A report that already named them may still be corrected.
  if (subject && !earlier.people.has(subjectId)) {
    if (subject.isRemoved) throw refuse(`${subject.name} was removed from the records`, 'subjectId')
    if (subject.isDeceased && isOnlyAboutLiving(kind)) throw refuse(`${subject.name} is deceased`, 'subjectId')
  }
  const again = people.findIndex(({ characterId }) => resolved.people.get(characterId)?.characterId === subject?.characterId)
  if (again >= 0) throw refuse('The report is already about this person', `people.${again}.characterId`)
}

function assertNotRemoved({ people, vehicles }: ReportContentInput, resolved: Resolved, earlier: Earlier): void {
  people.forEach(({ characterId }, index) => {
    const person = resolved.people.get(characterId)
    if (person?.isRemoved && !earlier.people.has(characterId)) {
      throw refuse(`${person.name} was removed from the records`, `people.${index}.characterId`)
    }
    const first = people.findIndex((other) => resolved.people.get(other.characterId)?.characterId === person?.characterId)
    if (first < index) throw refuse('This person is named twice', `people.${index}.characterId`)
  })
  vehicles.forEach(({ vehicleId }, index) => {
    if (resolved.removedVehicleIds.has(vehicleId) && !earlier.vehicles.has(vehicleId)) {
      throw refuse('This vehicle was removed from the records', `vehicles.${index}.vehicleId`)
    }
  })
}

/** Checks that fine and jail time are in the offence's range for all its counts together. */
function assertInRange(imposes: Imposes, charge: Charge, index: number): void {
  const { counts, fine, fineMin, fineMax, jailMinutes, jailMin, jailMax } = charge
  const range = (min: number, max: number) => `from ${(min * counts).toLocaleString('en')} to ${(max * counts).toLocaleString('en')}`
  const forAll = counts === 1 ? '' : ` for ${counts} counts`
  if (imposes.fine && (fine < fineMin * counts || fine > fineMax * counts)) {
    throw refuse(`The fine${forAll} is ${range(fineMin, fineMax)}`, `charges.${index}.fine`)
  }
  if (imposes.jail && (jailMinutes < jailMin * counts || jailMinutes > jailMax * counts)) {
    throw refuse(`The jail time${forAll} is ${range(jailMin, jailMax)} minutes`, `charges.${index}.jailMinutes`)
  }
}

/** Charges without penalties that this kind of report does not impose. */
export function imposedOnly(kind: ReportKind, charges: readonly Charge[], hasFines: boolean): Charge[] {
  const imposes = imposesOf(kind, hasFines)
  return charges.map((charge) => ({
    ...charge,
    fine: imposes.fine ? charge.fine : 0,
    jailMinutes: imposes.jail ? charge.jailMinutes : 0,
  }))
}
