import { FIELD_TYPE_WORDS, REPORT_KINDS, ReportKind, type Field, type FieldAudience, type FieldOf } from '@tenfour/contract'

const isReport = (of: FieldOf): of is ReportKind => ReportKind.safeParse(of).success
const NAMES = { character: 'Character', vehicle: 'Vehicle', registration: 'Application' } as const

/** The kind of record that has fields: 'Character', 'Arrest report'. */
export const kindName = (of: FieldOf): string => (isReport(of) ? REPORT_KINDS[of].title : NAMES[of])

export const kindPlural = (of: FieldOf): string => `${kindName(of)}s`

/** Examples of fields that a community might add. */
export const EXAMPLES: Readonly<Record<FieldOf, string>> = {
  character: 'a blood type, a gang or a citizen number',
  vehicle: 'an insurance company or a tuning licence',
  warning: 'a body camera number',
  citation: 'a body camera number or a court date',
  arrest: 'a booking number or whether rights were read',
  incident: 'a case number or the estimated damage',
  patient: 'an insurance number or a triage colour',
  treatment: 'the name of the attending physician',
  registration: 'an age, a time zone or a reason to join',
}

const AUDIENCE_WORDS: Readonly<Record<FieldAudience, string>> = {
  owner: 'owner',
  police: 'police and communications',
  fire: 'fire and medical',
}
/** The person concerned gets a copy of these. */
const COPIED: readonly FieldOf[] = ['warning', 'citation', 'arrest']
export const hasCopy = (of: FieldOf): boolean => COPIED.includes(of)

/** Who can be chosen to see a field of a character or vehicle. Of a report, its readers always do, and of an application those who decide on it. */
export const audienceChoices = (of: FieldOf): readonly FieldAudience[] =>
  isReport(of) || of === 'registration' ? [] : ['owner', 'police', 'fire']

/** The audience of a new field. */
export function firstAudience(of: FieldOf): FieldAudience[] {
  if (of === 'registration') return ['owner']
  return isReport(of) ? [REPORT_KINDS[of].service] : ['owner', 'police']
}

/** 'Owner, police and communications'; of a report, only whether it is on the copy. */
export function audienceWords({ of, audience }: Pick<Field, 'of' | 'audience'>): string {
  if (isReport(of)) return audience.includes('owner') ? 'on the copy too' : ''
  if (of === 'registration') return ''
  return `for ${audienceChoices(of)
    .filter((each) => audience.includes(each))
    .map((each) => AUDIENCE_WORDS[each])
    .join(', ')}`
}

/** 'Choice of Manual, Automatic · required · for owner, fire and medical'. */
export const fieldWords = (field: Field): string =>
  [
    field.type === 'choice' ? `Choice of ${field.options.join(', ')}` : FIELD_TYPE_WORDS[field.type],
    field.isRequired && 'required',
    audienceWords(field),
  ]
    .filter(Boolean)
    .join(' · ')
