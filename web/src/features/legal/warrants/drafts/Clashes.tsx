import { WARRANT_TYPES, type WarrantCharge, type WarrantContent } from '@tenfour/contract'
import { money } from '../../../../platform/format/text.ts'
import { ClashList, type Part } from '../../../records/reports/drafts/drafts.port.ts'
import { subjectWords } from './warrant-content.ts'
import type { WarrantDraftState, WarrantSession } from './warrant-session.ts'

const PARTS: Readonly<Record<string, string>> = {
  about: 'Type and subject',
  call: 'Call',
  charges: 'Offences',
  searchFor: 'Searched for',
  affidavit: 'Affidavit',
  reports: 'Reports',
  evidence: 'Evidence',
  bail: 'Bail',
  days: 'Days',
  isConfidential: 'Confidential',
}

export const Clashes = ({ state: { clashes, draft }, session }: { state: WarrantDraftState; session: WarrantSession }) => (
  <ClashList
    clashes={clashes}
    savedAt={draft?.savedAt}
    nameOf={(part) => PARTS[part] ?? part}
    wordsOf={clashWords}
    isText={(part) => part === 'affidavit' || part === 'searchFor'}
    onResolve={session.resolve}
  />
)

/** The parts of a content have its types. */
export function clashWords(part: Part, value: NonNullable<unknown>): string {
  switch (part) {
    case 'about': {
      const { type, subject } = value as WarrantContent
      return [WARRANT_TYPES[type].title, subject ? subjectWords(subject) : 'nobody named'].join(', ')
    }
    case 'call':
      return (value as WarrantContent).callTitle ?? `Call ${(value as WarrantContent).callId}`
    case 'charges':
      return (value as WarrantCharge[]).map(({ code, title, counts }) => `${counts} × ${code} ${title}`).join('\n')
    case 'reports':
      return (value as WarrantContent['reports']).map(({ number }) => number).join(', ')
    case 'evidence':
      return (value as WarrantContent['evidence']).map(({ number, text }) => `${text} (${number})`).join('\n')
    case 'bail':
      return money(value as number)
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
}
