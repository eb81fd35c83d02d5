import {
  MEDICAL_FIELDS,
  type Evidence,
  type Field,
  type MedicalInput,
  type ReportContent,
  type ReportKind,
  type Report,
  type ReportEvent,
  type ReportRevision,
} from '@tenfour/contract'
import { dateOnly, dateTime } from '../../../../platform/format/dates.ts'
import { factsOf } from '../../fields/fields.port.ts'
import { chargeWords, count, custodyWords, MEDICAL_WORDS, ROLE_WORDS } from './report.labels.ts'
import { diffText, type TextPart } from './text-diff.ts'

export type ListChange = { readonly before: string | null; readonly after: string | null }

/** One field that differs. A value that was or is empty is an empty text. */
export type Change =
  | { readonly type: 'value'; readonly label: string; readonly before: string; readonly after: string }
  | { readonly type: 'text'; readonly label: string; readonly parts: readonly TextPart[] }
  | { readonly type: 'list'; readonly label: string; readonly items: readonly ListChange[] }

/** Texts long enough to be compared word by word. */
const LONG_MEDICAL: readonly (keyof MedicalInput)[] = ['complaint', 'findings', 'treatment']
const MEDICAL: readonly (keyof MedicalInput)[] = ['complaint', 'findings', 'treatment', 'outcome', 'takenTo']

type Comparison = {
  readonly kind: ReportKind
  readonly before: ReportContent
  readonly after: ReportContent
  readonly fields: readonly Field[]
}

/** The differences between two versions of a report, field by field, in the order of the form. */
export function changesBetween({ kind, before, after, fields }: Comparison): readonly Change[] {
  const value = (label: string, wordsOf: (content: ReportContent) => string): Change[] => {
    const [was, is] = [wordsOf(before), wordsOf(after)]
    return was === is ? [] : [{ type: 'value', label, before: was, after: is }]
  }
  const text = (label: string, textOf: (content: ReportContent) => string): Change[] => {
    const [was, is] = [textOf(before), textOf(after)]
    return was === is ? [] : [{ type: 'text', label, parts: diffText(was, is) }]
  }
  const list = (label: string, itemsOf: (content: ReportContent) => readonly Item[]): Change[] => {
    const items = listChanges(itemsOf(before), itemsOf(after))
    return items.length === 0 ? [] : [{ type: 'list', label, items }]
  }
  return [
    ...value('Call', callWords),
    ...value('Date and time', ({ occurredAt }) => dateTime(occurredAt)),
    ...value('Location', ({ location }) => location),
    ...value('Postal', ({ postal }) => postal),
    ...value('Subject', subjectWords),
    ...list('Offences', ({ charges }) => charges.map((charge) => ({ key: `offence ${charge.offenceId}`, words: chargeWords(charge) }))),
    ...MEDICAL.filter((key) => isAsked(kind, key)).flatMap((key) =>
      (LONG_MEDICAL.includes(key) ? text : value)(MEDICAL_WORDS[key], ({ medical }) => medical[key]),
    ),
    ...text('Narrative', ({ narrative }) => narrative),
    ...list('People', ({ people }) =>
      people.map(({ characterId, name, role }) => ({ key: String(characterId), words: `${name}, ${ROLE_WORDS[role].toLowerCase()}` })),
    ),
    ...list('Vehicles', ({ vehicles }) =>
      vehicles.map(({ vehicleId, plate, colour, model }) => ({
        key: String(vehicleId),
        words: [plate, `${colour} ${model}`.trim()].filter(Boolean).join(', '),
      })),
    ),
    ...list('Officers', ({ officers }) =>
      officers.map(({ userId, identifier, name }) => ({ key: String(userId), words: `${identifier} ${name}`.trim() })),
    ),
    ...list('Evidence', ({ evidence }) => evidence.map(evidenceItem)),
    ...fieldChanges(kind, before, after, fields),
  ]
}

const callWords = ({ callId, callTitle }: ReportContent): string =>
  callId === null ? '' : [`#${callId}`, callTitle].filter(Boolean).join(' ')
const subjectWords = ({ subject }: ReportContent): string =>
  subject ? [subject.name, subject.bornOn && `born ${dateOnly(subject.bornOn)}`].filter(Boolean).join(', ') : ''
const isAsked = (kind: ReportKind, key: keyof MedicalInput): boolean => {
  const asked: readonly string[] = kind === 'patient' || kind === 'treatment' ? MEDICAL_FIELDS[kind] : []
  return asked.includes(key)
}

/** `detail` counts as a difference though the words are the same. */
type Item = { readonly key: string; readonly words: string; readonly detail?: string; readonly detailWords?: string }

const evidenceItem = (item: Evidence): Item => ({
  key: item.text,
  words: [item.text, custodyWords(item), item.pictureIds.length > 0 && count(item.pictureIds.length, 'picture')].filter(Boolean).join(', '),
  detail: item.pictureIds.join(),
  detailWords: 'other pictures',
})

/** The same thing may be listed twice, so the second of a key is told from the first. */
const numbered = (items: readonly Item[]): readonly Item[] =>
  items.map((item, at) => ({ ...item, key: `${item.key} ${items.slice(0, at).filter(({ key }) => key === item.key).length}` }))

function listChanges(before: readonly Item[], after: readonly Item[]): readonly ListChange[] {
  const [was, is] = [numbered(before), numbered(after)]
  const removed = was.filter(({ key }) => !is.some((each) => each.key === key)).map(({ words }) => ({ before: words, after: null }))
  const others = is.flatMap(({ key, words, detail, detailWords }): ListChange[] => {
    const earlier = was.find((each) => each.key === key)
    if (!earlier) return [{ before: null, after: words }]
    if (earlier.words !== words) return [{ before: earlier.words, after: words }]
    return earlier.detail === detail ? [] : [{ before: words, after: `${words} (${detailWords})` }]
  })
  return [...removed, ...others]
}

function fieldChanges(kind: ReportKind, before: ReportContent, after: ReportContent, fields: readonly Field[]): Change[] {
  const [was, is] = [factsOf(fields, kind, before.fields), factsOf(fields, kind, after.fields)]
  const all = factsOf(fields, kind, { ...before.fields, ...after.fields })
  return all.flatMap(({ fieldId, name }): Change[] => {
    const textIn = (facts: typeof all) => facts.find((fact) => fact.fieldId === fieldId)?.text ?? ''
    return textIn(was) === textIn(is) ? [] : [{ type: 'value', label: name, before: textIn(was), after: textIn(is) }]
  })
}

const LONG_TEXT = 80

/** A change that is known by what it was and what it is, in words; long texts are compared word by word. */
export const changeInWords = (label: string, before: string, after: string): Change =>
  Math.max(before.length, after.length) > LONG_TEXT
    ? { type: 'text', label, parts: diffText(before, after) }
    : { type: 'value', label, before, after }

type Versions = Pick<Report, 'revisionId' | 'proposed' | 'revisions'>

/** The version before one; undefined for the first. */
export const versionBefore = (revisions: readonly ReportRevision[], revisionId: number): ReportRevision | undefined => {
  const at = revisions.findIndex((each) => each.revisionId === revisionId)
  return at > 0 ? revisions[at - 1] : undefined
}

/** The versions to compare: an amendment with the one that stands, a report submitted again with the returned one. */
export function proposedComparison({ revisionId, proposed, revisions }: Versions): { before: number; after: number } | null {
  if (!proposed) return null
  const before = proposed.revisionId === revisionId ? versionBefore(revisions, revisionId)?.revisionId : revisionId
  return before === undefined ? null : { before, after: proposed.revisionId }
}

/** Who made the version that stands final by approving it; null where no approval was needed or it is not final. */
export function approvalOf({
  state,
  history,
  revisionId,
  writer,
}: Pick<Report, 'state' | 'history' | 'revisionId' | 'writer'>): ReportEvent | null {
  if (state !== 'final' && state !== 'voided') return null
  const isApproval = (event: ReportEvent) =>
    event.revisionId === revisionId && event.by !== null && event.by.userId !== writer.userId && /\bapproved\b/iu.test(event.title)
  return history.findLast(isApproval) ?? null
}
