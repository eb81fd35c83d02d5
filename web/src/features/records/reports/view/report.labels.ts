import {
  finesSwitch,
  REPORT_KINDS,
  type Charge,
  type Evidence,
  type Fine,
  type FineDecision,
  type FineState,
  type JailTerm,
  type MedicalInput,
  type ReportKind,
  type ReportRole,
} from '@tenfour/contract'
import { isOn } from '../../../../platform/features/features.ts'
import { dateOnly, dateTime } from '../../../../platform/format/dates.ts'
import { duration } from '../../../../platform/format/durations.ts'
import type { StatusTone } from '../../../../ui/StatusBadge.tsx'
import { money } from '../../../../platform/format/text.ts'

export const kindWords = (kind: ReportKind): string => REPORT_KINDS[kind].title

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

export const count = (amount: number, noun: string): string => `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`

/** '2 × (3)05 Speeding, $300, 10 min jail'. */
export const chargeWords = ({ counts, code, title, fine, jailMinutes }: Charge): string =>
  [
    `${counts > 1 ? `${counts} × ` : ''}${code} ${title}`,
    fine > 0 && isOn(finesSwitch) ? money(fine) : '',
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
  const sum =
    amount === originalAmount || state === 'dropped' ? money(originalAmount) : `${money(amount)} (reduced from ${money(originalAmount)})`
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
