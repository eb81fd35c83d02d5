import type { Warrant, WarrantCharge, WarrantContent, WarrantState, WarrantType } from '@tenfour/contract'
import { dateOnly } from '../../../../platform/format/dates.ts'
import { money } from '../../../../platform/format/text.ts'

export const DOCUMENT_TITLES: Readonly<Record<WarrantType, string>> = {
  arrest: 'Warrant of arrest',
  search: 'Search warrant',
  bench: 'Bench warrant',
}

const MARKS: Readonly<Record<WarrantState, string | null>> = {
  submitted: 'NOT SIGNED',
  review: 'NOT SIGNED',
  returned: 'NOT SIGNED',
  denied: 'DENIED',
  active: null,
  served: 'SERVED',
  recalled: 'RECALLED',
  expired: 'EXPIRED',
}
/** The mark across every page; null for a warrant that may be served. */
export const markOf = (state: WarrantState): string | null => MARKS[state]

type Subject = WarrantContent['subject']

export function subjectLine(subject: Subject): { readonly name: string; readonly detail: string } {
  if (!subject) return { name: '', detail: '' }
  switch (subject.kind) {
    case 'person':
      return { name: subject.name, detail: subject.bornOn ? `born ${longDay(subject.bornOn)}` : '' }
    case 'vehicle':
      return { name: subject.plate, detail: [subject.colour, subject.model].filter(Boolean).join(' ') }
    case 'place':
      return { name: subject.place, detail: subject.postal && `postal ${subject.postal}` }
  }
}

const longFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
/** '3 March 1991'. */
export const longDay = (day: string): string => longFormat.format(new Date(day.length === 10 ? `${day}T00:00` : day))

/** The words before and after the name of the subject, and the command. */
export function commandOf({ type, subject, charges }: Pick<WarrantContent, 'type' | 'subject' | 'charges'>) {
  const offences = charges.length === 1 ? 'the following offence:' : 'the following offences:'
  switch (type) {
    case 'arrest':
      return {
        before: 'that there is probable cause to believe that',
        after: `has committed ${offences}`,
        command: 'You are commanded to arrest the person named and bring them before this court.',
      }
    case 'bench':
      return {
        before: 'that a person who was to answer to this court has not done so,',
        after: `in the matter of ${offences}`,
        command: 'You are commanded to arrest the person named and bring them before this court without delay.',
      }
    case 'search':
      return {
        before: `that there is probable cause to believe that ${WHERE[subject?.kind ?? 'place']}`,
        after: 'the following property is to be found:',
        command: `You are commanded to search ${WHAT[subject?.kind ?? 'place']} for the property described and, if it is found, to seize it and bring it before this court.`,
      }
  }
}
const WHERE = { person: 'on the person of', vehicle: 'in the vehicle', place: 'at' } as const
const WHAT = { person: 'the person named', vehicle: 'the vehicle described', place: 'the place described' } as const

export const countsWords = (counts: number): string => (counts === 1 ? '1 count' : `${counts} counts`)
export const chargeWords = ({ type, counts }: WarrantCharge): string => `${type.toLowerCase()}, ${countsWords(counts)}`

/** Once signed what is ordered, before that what is asked for. */
export function bailWords({
  type,
  state,
  bail,
  content,
  signedAt,
}: Pick<Warrant, 'type' | 'state' | 'bail' | 'content' | 'signedAt'>): string {
  if (type === 'search') return ''
  if (signedAt !== null) return bail === null ? 'No bail is set.' : `Bail is set at ${money(bail)}.`
  if (state === 'denied') return ''
  return content.bail === null ? 'No bail is asked for.' : `Bail of ${money(content.bail)} is asked for.`
}

export function expiryWords({ expiresAt, content, state }: Pick<Warrant, 'expiresAt' | 'content' | 'state'>): string {
  if (expiresAt !== null) return `This warrant ${state === 'expired' ? 'expired' : 'expires'} on ${longDay(expiresAt)}.`
  if (state === 'denied') return ''
  return content.days === null ? '' : `It is asked for ${content.days === 1 ? '1 day' : `${content.days} days`}.`
}

/** 'Affidavit, 3 paragraphs · call 1042 · report A-2026-0388 · 2 items of evidence'. */
export function supportWords({
  content: { affidavit, callId, reports, evidence },
  hasAffidavit,
}: Pick<Warrant, 'content' | 'hasAffidavit'>): string {
  if (!hasAffidavit) return ''
  const paragraphs = paragraphsOf(affidavit).length
  return [
    paragraphs > 0 && `Affidavit, ${paragraphs === 1 ? '1 paragraph' : `${paragraphs} paragraphs`}`,
    callId !== null && `call ${callId}`,
    reports.length === 1 && `report ${reports[0]?.number}`,
    reports.length > 1 && `${reports.length} reports`,
    evidence.length > 0 && (evidence.length === 1 ? '1 item of evidence' : `${evidence.length} items of evidence`),
  ]
    .filter(Boolean)
    .join(' · ')
}

export const paragraphsOf = (text: string): readonly string[] => text.split(/\n{2,}/u).filter((each) => each.trim() !== '')

const DAY_MS = 24 * 60 * 60_000
/** When it expires unless the one who signs says otherwise: after the days asked for, or those set for the type. */
export const defaultExpiry = (content: Pick<WarrantContent, 'days'>, usualDays: number, now: Date): Date =>
  new Date(now.getTime() + (content.days ?? usualDays) * DAY_MS)

/** The word across the page, with why. */
export function markText({ state, reason, closedAt, expiresAt }: Pick<Warrant, 'state' | 'reason' | 'closedAt' | 'expiresAt'>): string {
  if (state === 'expired') return expiresAt ? `on ${dateOnly(expiresAt)}` : ''
  return [closedAt && `on ${dateOnly(closedAt)}`, (state === 'denied' || state === 'recalled') && reason].filter(Boolean).join(' · ')
}
