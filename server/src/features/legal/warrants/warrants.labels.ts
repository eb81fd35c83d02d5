import { WARRANT_TYPES, type WarrantContent, type WarrantEvent } from '@tenfour/contract'
import { money } from '../../../platform/format.ts'
import { offenceWords } from '../../records/reports/reports.port.ts'
import { subjectName } from './drafts/warrants.content.ts'

/** Everything that a warrant says, in words, in the order of the form. */
const WORDS: readonly (readonly [what: string, words: (content: WarrantContent) => string])[] = [
  ['Type', ({ type }) => WARRANT_TYPES[type].title],
  ['Subject', ({ subject }) => subjectName(subject)],
  ['Offences', ({ charges }) => offenceWords(charges)],
  ['Searched for', ({ searchFor }) => searchFor],
  ['Affidavit', ({ affidavit }) => affidavit],
  ['Call', ({ callId, callTitle }) => (callId === null ? '' : [callId, callTitle].filter(Boolean).join(', '))],
  ['Reports', ({ reports }) => reports.map(({ number }) => number).join(', ')],
  ['Evidence', ({ evidence }) => evidence.map(({ number, text }) => `${number}: ${text}`).join('\n')],
  ['Bail', ({ bail }) => (bail === null ? '' : money(bail))],
  ['Days', ({ days }) => (days === null ? '' : days.toLocaleString('en'))],
  ['Confidential', ({ isConfidential }) => (isConfidential ? 'Yes' : 'No')],
]

/** Who is meant, apart from what they are called: another person may have the same name. */
const subjectKey = ({ subject }: WarrantContent): string =>
  subject?.kind === 'person' ? `person ${subject.characterId}` : subject?.kind === 'vehicle' ? `vehicle ${subject.vehicleId}` : ''

/** What is different between two submissions. */
export const changesBetween = (before: WarrantContent, after: WarrantContent): WarrantEvent['changes'] =>
  WORDS.flatMap(([what, words]) => {
    const [was, is] = [words(before), words(after)]
    const isSame = was === is && (what !== 'Subject' || subjectKey(before) === subjectKey(after))
    return isSame ? [] : [{ what, before: was || 'None', after: is || 'None' }]
  })
