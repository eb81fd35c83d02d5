import { finesSwitch, type Charge, type Evidence, type ReportContent } from '@tenfour/contract'
import { isOn } from '../../../../platform/features/features.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { money } from '../../../../platform/format/text.ts'
import { ClashList, type Part } from '../drafts/drafts.port.ts'
import { useFields } from '../../fields/fields.port.ts'
import type { ReportSession, ReportState } from './report-session.ts'

const PARTS: Readonly<Record<string, string>> = {
  call: 'Call',
  occurredAt: 'Time',
  location: 'Location',
  postal: 'Postal',
  subject: 'Subject',
  charges: 'Offences',
  narrative: 'Narrative',
  people: 'People',
  vehicles: 'Vehicles',
  officers: 'Officers',
  evidence: 'Evidence',
  'medical.complaint': 'Complaint',
  'medical.findings': 'Findings',
  'medical.treatment': 'Treatment',
  'medical.outcome': 'Outcome',
  'medical.takenTo': 'Taken to',
}
const TEXTS: readonly Part[] = ['narrative', 'medical.complaint', 'medical.findings', 'medical.treatment']

export function Clashes({ state: { clashes, draft }, session }: { state: ReportState; session: ReportSession }) {
  const { fields } = useFields()
  return (
    <ClashList
      clashes={clashes}
      savedAt={draft?.savedAt}
      nameOf={(part) => PARTS[part] ?? fields?.find(({ fieldId }) => `fields.${fieldId}` === part)?.name ?? part}
      wordsOf={words}
      isText={(part) => TEXTS.includes(part)}
      onResolve={session.resolve}
    />
  )
}

/** The parts of a content have its types. */
function words(part: Part, value: NonNullable<unknown>): string {
  switch (part) {
    case 'call':
      return (value as ReportContent).callTitle ?? `Call ${(value as ReportContent).callId}`
    case 'occurredAt':
      return dateTime(value as string)
    case 'subject':
      return (value as NonNullable<ReportContent['subject']>).name
    case 'charges':
      return (value as Charge[])
        .map(({ code, title, counts, fine }) => `${counts} × ${code} ${title}${isOn(finesSwitch) ? `, ${money(fine)}` : ''}`)
        .join('\n')
    case 'people':
      return (value as ReportContent['people']).map(({ name, role }) => `${name}, ${role}`).join('\n')
    case 'vehicles':
      return (value as ReportContent['vehicles']).map(({ plate }) => plate).join(', ')
    case 'officers':
      return (value as ReportContent['officers']).map(({ identifier, name }) => `${identifier} ${name}`.trim()).join(', ')
    case 'evidence':
      return (value as Evidence[]).map(({ text, holder }) => [text, holder].filter(Boolean).join(', ')).join('\n')
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
}
