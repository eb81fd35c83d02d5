import { WARRANT_TYPES, type WarrantContentInput } from '@tenfour/contract'
import { AppError } from '../../../../platform/errors.ts'
import type { Resolved } from './warrants.content.ts'
import { notAPerson } from './warrants.start.ts'
import { isSupport } from './warrants.supports.ts'

const refuse = (message: string, field: string) => new AppError('invalid_input', message, `content.${field}`)

/** Throws for the first thing that a warrant lacks or can't have, in the order of the form. */
export function assertComplete(input: WarrantContentInput, resolved: Resolved): void {
  assertSubject(input, resolved)
  if (WARRANT_TYPES[input.type].needsOffence && input.charges.length === 0) throw refuse('Add an offence', 'charges')
  input.charges.forEach(({ revisionId }, index) => {
    const offence = resolved.offences.get(revisionId)
    if (!offence?.isCurrent)
      throw refuse(`${offence?.code ?? 'This offence'} was changed or retired: add it again`, `charges.${index}.revisionId`)
  })
  if (input.type === 'search' && input.searchFor.trim() === '') throw refuse('Enter what is searched for', 'searchFor')
  if (input.affidavit.trim() === '') throw refuse('Write the affidavit', 'affidavit')
  input.reportIds.forEach((reportId, index) => {
    const report = resolved.reports.get(reportId)
    if (!report || !isSupport(report)) {
      const why = report?.state === 'voided' ? 'was voided' : 'is no longer submitted'
      throw refuse(`${report?.number ?? 'This report'} ${why}: remove it`, `reportIds.${index}`)
    }
  })
  input.evidence.forEach(({ reportId, item }, index) => {
    const report = input.reportIds.includes(reportId) ? resolved.reports.get(reportId) : undefined
    if (!report?.content.evidence[item]) throw refuse('This item is no longer in its report: remove it', `evidence.${index}.item`)
  })
}

function assertSubject({ type, subject }: WarrantContentInput, { person, isVehicleRemoved }: Resolved): void {
  if (subject === null) {
    throw refuse(type === 'search' ? 'Choose a person, vehicle or place to search' : 'Choose a person', 'subject')
  }
  if (type !== 'search' && subject.kind !== 'person') throw refuse(notAPerson(type), 'subject')
  if (subject.kind === 'place' && subject.place === '') throw refuse('Enter the place', 'subject.place')
  if (subject.kind === 'vehicle' && isVehicleRemoved) throw refuse('This vehicle was removed from the records', 'subject.vehicleId')
  if (subject.kind !== 'person') return
  if (!person || person.isRemoved) throw refuse(`${person?.name ?? 'This person'} was removed from the records`, 'subject.characterId')
  if (person.isDeceased && type !== 'search') throw refuse(`${person.name} is deceased`, 'subject.characterId')
}
