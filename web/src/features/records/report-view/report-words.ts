import {
  REPORT_KINDS,
  type Charge,
  type Evidence,
  type Field,
  type FieldOf,
  type FieldValues,
  type Fine,
  type FineDecision,
  type FineState,
  type JailTerm,
  type MedicalInput,
  type ReportKind,
  type ReportRole,
  type ReportState,
  type ReportSummary,
} from '@tenfour/contract'
import { dateOnly, dateTime } from '../../../platform/format/dates.ts'
import { duration } from '../../../platform/format/durations.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

export const kindWords = (kind: ReportKind): string => REPORT_KINDS[kind].title

export const STATE_WORDS: Readonly<Record<ReportState, string>> = {
  submitted: 'Waiting for approval',
  returned: 'Returned',
  final: 'Final',
  voided: 'Voided',
}
const STATE_TONES: Readonly<Record<ReportState, StatusTone>> = {
  submitted: 'warning',
  returned: 'danger',
  final: 'success',
  voided: 'off',
}
const AMENDMENT_WORDS = { submitted: 'Amendment waiting', returned: 'Amendment returned' } as const

/** A final report that is being amended says so. */
export function stateOf({ state, amendment }: Pick<ReportSummary, 'state' | 'amendment'>): { words: string; tone: StatusTone } {
  if (state !== 'final' || amendment === null) return { words: STATE_WORDS[state], tone: STATE_TONES[state] }
  return { words: AMENDMENT_WORDS[amendment], tone: STATE_TONES[amendment] }
}

export const ROLE_WORDS: Readonly<Record<ReportRole, string>> = {
  suspect: 'Suspect',
  victim: 'Victim',
  witness: 'Witness',
  patient: 'Patient',
}
export const MEDICAL_WORDS: Readonly<Record<keyof MedicalInput, string>> = {
  complaint: 'Complaint',
  findings: 'Findings',
  treatment: 'Treatment',
  outcome: 'Outcome',
  takenTo: 'Taken to',
}

/** '$1,250'. */
export const money = (amount: number): string => `$${amount.toLocaleString('en')}`

/** '$300 · 15 min jail · 2 points'; empty where nothing is imposed. */
export const penaltyWords = ({ fine, jailMinutes, points }: Pick<ReportSummary, 'fine' | 'jailMinutes' | 'points'>): string =>
  [fine > 0 && money(fine), jailMinutes > 0 && `${duration(jailMinutes)} jail`, points > 0 && count(points, 'point')]
    .filter(Boolean)
    .join(' · ')

export const count = (amount: number, noun: string): string => `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`

/** '2 × (3)05 Speeding, $300, 10 min jail'. */
export const chargeWords = ({ counts, code, title, fine, jailMinutes }: Charge): string =>
  [
    `${counts > 1 ? `${counts} × ` : ''}${code} ${title}`,
    fine > 0 ? money(fine) : '',
    jailMinutes > 0 ? `${duration(jailMinutes)} jail` : '',
  ]
    .filter(Boolean)
    .join(', ')

/** 'held by 4L12 since 1 May 2026, 14:05'; empty where neither is known. */
export const custodyWords = ({ holder, heldSince }: Pick<Evidence, 'holder' | 'heldSince'>): string =>
  [holder && `held by ${holder}`, heldSince && `since ${dateTime(heldSince)}`].filter(Boolean).join(' ')

export const FINE_WORDS: Readonly<Record<FineState, string>> = {
  unpaid: 'Unpaid',
  paid: 'Paid',
  contested: 'Contested',
  dropped: 'Dropped',
}
export const FINE_TONES: Readonly<Record<FineState, StatusTone>> = { unpaid: 'warning', paid: 'success', contested: 'info', dropped: 'off' }
export const DECISION_WORDS: Readonly<Record<FineDecision, string>> = { upheld: 'Upheld', reduced: 'Reduced', dropped: 'Dropped' }

/** '$300, paid 1 May 2026', 'Reduced from $300 to $150, unpaid'. */
export function fineSentence({ amount, originalAmount, state, paidAt }: Fine): string {
  const sum = amount === originalAmount || state === 'dropped' ? money(originalAmount) : `${money(amount)} (reduced from ${money(originalAmount)})`
  return `${sum}, ${FINE_WORDS[state].toLowerCase()}${state === 'paid' && paidAt ? ` ${dateOnly(paidAt)}` : ''}`
}

export const isJailed = ({ until, released }: Pick<JailTerm, 'until' | 'released'>, now: Date): boolean =>
  released === null && Date.parse(until) > now.getTime()

/** '15 min, until 1 May 2026, 14:20', '15 min, released early 1 May 2026, 14:10', '15 min, served'. */
export function jailSentence(term: Pick<JailTerm, 'minutes' | 'until' | 'released'>, now: Date): string {
  const { minutes, until, released } = term
  if (released) return `${duration(minutes)}, released early ${dateTime(released.at)}`
  return isJailed(term, now) ? `${duration(minutes)}, until ${dateTime(until)}` : `${duration(minutes)}, served ${dateTime(until)}`
}

type FieldWords = { readonly fieldId: number; readonly name: string; readonly words: string }

/** Yes, No, a date as dates are written here, or the value itself. */
export function valueWords(value: FieldValues[string], type: Field['type'] | undefined): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 20 })
  return type === 'date' ? dateOnly(value) || value : value
}

/** The community's fields that have a value, in their order; one that is not known (any more) comes last. */
export function fieldsWithValue(values: FieldValues, fields: readonly Field[], of: FieldOf): readonly FieldWords[] {
  const known = fields.filter((field) => field.of === of)
  const rows = Object.entries(values).map(([id, value]) => {
    const field = known.find(({ fieldId }) => String(fieldId) === id)
    return { fieldId: Number(id), position: field?.position ?? Infinity, name: field?.name ?? `Field ${id}`, words: valueWords(value, field?.type) }
  })
  return rows.toSorted((a, b) => a.position - b.position || a.fieldId - b.fieldId).map(({ fieldId, name, words }) => ({ fieldId, name, words }))
}
