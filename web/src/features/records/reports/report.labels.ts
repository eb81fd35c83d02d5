import {
  finesSwitch,
  REPORT_KINDS,
  type ReportDraft,
  type ReportDraftSummary,
  type ReportKind,
  type ReportState,
  type ReportSummary,
} from '@tenfour/contract'
import { isOn } from '../../../platform/features/features.ts'
import { duration } from '../../../platform/format/durations.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'
import { money } from '../../../platform/format/text.ts'

/** '$420 · 1 h 5 min · 3 points': what it imposes. */
export const penaltyWords = ({ fine, jailMinutes, points }: { fine: number; jailMinutes: number; points: number }): string =>
  [
    fine > 0 && isOn(finesSwitch) && money(fine),
    jailMinutes > 0 && duration(jailMinutes),
    points > 0 && `${points} ${points === 1 ? 'point' : 'points'}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Where it goes when it is submitted. */
export function destinationWords({ isNeeded, hasApprover }: ReportDraft['approval'], department: string): string {
  if (!isNeeded) return 'No approval needed'
  return hasApprover ? 'Goes to approval' : `Nobody in ${department} can approve reports yet`
}

export const STATE_WORDS: Readonly<Record<ReportState, string>> = {
  submitted: 'Awaiting approval',
  returned: 'Returned',
  final: 'Final',
  voided: 'Voided',
}
export const STATE_TONES: Readonly<Record<ReportState, StatusTone>> = {
  submitted: 'warning',
  returned: 'danger',
  final: 'success',
  voided: 'neutral',
}

/** An amendment that waits or was returned comes before the state of the report itself. */
export const standing = ({ state, amendment }: Pick<ReportSummary, 'state' | 'amendment'>): { words: string; tone: StatusTone } =>
  amendment === null
    ? { words: STATE_WORDS[state], tone: STATE_TONES[state] }
    : {
        words: amendment === 'submitted' ? 'Amendment waits for approval' : 'Amendment returned',
        tone: amendment === 'submitted' ? 'warning' : 'danger',
      }

/** The outcome of submitting a report: 'Citation C-2026-0080 issued'. */
export function submittedWords({ kind, number, state, amendment }: Pick<ReportSummary, 'kind' | 'number' | 'state' | 'amendment'>): string {
  if (amendment !== null) return `Amendment of ${number} sent for approval`
  const name = `${REPORT_KINDS[kind].title} ${number}`
  if (state !== 'final') return `${name} sent for approval`
  return kind === 'citation' || kind === 'warning' ? `${name} issued` : `${name} filed`
}

/** 'Arrest': as short as in a record. */
export const SHORT_KINDS: Readonly<Record<ReportKind, string>> = {
  warning: 'Warning',
  citation: 'Citation',
  arrest: 'Arrest',
  incident: 'Incident',
  patient: 'Patient',
  treatment: 'Treatment',
}
export const KIND_TONES: Readonly<Record<ReportKind, StatusTone>> = {
  warning: 'neutral',
  citation: 'warning',
  arrest: 'danger',
  incident: 'info',
  patient: 'info',
  treatment: 'info',
}

/** The name of the person a draft is about, or else its call. */
export const draftName = ({ kind, subjectName, callId }: ReportDraftSummary): string =>
  subjectName ?? (callId === null ? REPORT_KINDS[kind].title : `Call ${callId}`)

/** The key of each kind in the chooser: the letter it begins with. */
export const kindsFor = (service: 'police' | 'fire'): readonly { value: ReportKind; key: string; label: string }[] =>
  Object.entries(REPORT_KINDS)
    .filter(([, rule]) => rule.service === service)
    .map(([kind, { title }]) => ({ value: kind as ReportKind, key: title.charAt(0), label: title }))

/** For an input of date and time, in local time. */
export function localInput(instant: string | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}
export function instantOf(local: string): string | null {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
