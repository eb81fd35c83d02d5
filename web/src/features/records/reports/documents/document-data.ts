import {
  finesSwitch,
  MEDICAL_FIELDS,
  REPORT_KINDS,
  totalsOf,
  type Charge,
  type Evidence,
  type Field,
  type OwnReport,
  type Report,
  type ReportContent,
  type ReportDraft,
  type ReportKind,
  type ReportState,
  type Totals,
} from '@tenfour/contract'
import { isOn } from '../../../../platform/features/features.ts'
import { dateOnly, dateTime } from '../../../../platform/format/dates.ts'
import { factsOf } from '../../fields/fields.port.ts'
import { DECISION_WORDS, fineSentence, jailSentence, MEDICAL_WORDS, ROLE_WORDS } from '../view/report.labels.ts'

type Line = { readonly name: string; readonly text: string }
type Signature = { readonly role: string; readonly name: string; readonly at: string | null }

/** A report as it is printed, whether for the department or for the person concerned. */
export type DocumentData = {
  readonly kind: ReportKind
  readonly title: string
  /** A draft has no number. */
  readonly number: string | null
  readonly department: string
  readonly isCopy: boolean
  /** Set across every page. */
  readonly mark: string | null
  /** Why it is marked. */
  readonly markText: string
  readonly facts: readonly Line[]
  readonly charges: readonly Charge[]
  readonly totals: Totals
  /** Longer texts, each with a heading. */
  readonly texts: readonly Line[]
  readonly people: readonly Line[]
  readonly vehicles: readonly { readonly plate: string; readonly model: string; readonly colour: string }[]
  readonly evidence: readonly Evidence[]
  readonly penalties: readonly Line[]
  readonly signatures: readonly Signature[]
}

const MARKS: Readonly<Record<ReportState, string | null>> = {
  submitted: 'NOT APPROVED',
  returned: 'RETURNED',
  final: null,
  voided: 'VOIDED',
}
/** A longer value of a field is a text of its own. */
const MAX_FACT = 80

const line = (name: string, text: string | null | undefined): Line[] => (text ? [{ name, text }] : [])
const voidedText = (voided: { readonly at: string; readonly reason: string } | null) =>
  voided ? `${dateTime(voided.at)}: ${voided.reason}` : ''

function bodyOf(kind: ReportKind, content: ReportContent, fields: readonly Field[]) {
  const { subject, occurredAt, location, postal, callId, callTitle, charges, narrative, people, vehicles, officers, evidence, medical } =
    content
  const own = factsOf(fields, kind, content.fields).map(({ name, text }) => ({ name, text }))
  const isShort = ({ text }: Line) => text.length <= MAX_FACT && !text.includes('\n')
  const medicalLines =
    kind === 'patient' || kind === 'treatment' ? MEDICAL_FIELDS[kind].flatMap((key) => line(MEDICAL_WORDS[key], medical[key].trim())) : []
  return {
    kind,
    title: REPORT_KINDS[kind].title,
    facts: [
      ...line(REPORT_KINDS[kind].service === 'fire' ? 'Patient' : 'Subject', subject?.name),
      ...line('Born', subject?.bornOn && dateOnly(subject.bornOn)),
      ...line('Date and time', dateTime(occurredAt)),
      ...line('Location', [location, postal].filter(Boolean).join(', ')),
      ...line('Call', callId === null ? '' : [`#${callId}`, callTitle].filter(Boolean).join(' ')),
      ...line('Also there', officers.map(({ identifier, name }) => [identifier, name].filter(Boolean).join(' ')).join(', ')),
      ...own.filter(isShort),
    ],
    charges,
    totals: totalsOf(kind, charges),
    texts: [...medicalLines, ...line('Narrative', narrative.trim()), ...own.filter((each) => !isShort(each))],
    people: people.map(({ role, name }) => ({ name: ROLE_WORDS[role], text: name })),
    vehicles,
    evidence,
  }
}

type Approval = { readonly by: { readonly identifier: string; readonly name: string } | null; readonly at: string } | null

export function reportDocument(report: Report, approval: Approval, fields: readonly Field[], now: Date): DocumentData {
  const { kind, content, number, department, state, voided, writer, history } = report
  const remark = state === 'returned' ? history.find(({ reason }) => reason !== '')?.reason : undefined
  return {
    ...bodyOf(kind, content, fields),
    number,
    department,
    isCopy: false,
    mark: MARKS[state],
    markText: voidedText(voided) || (remark ?? ''),
    penalties: penaltiesOf(report, now),
    signatures: [
      {
        role: 'Written by',
        name: [writer.identifier, writer.name].filter(Boolean).join(' '),
        at: report.revisions[0]?.at ?? report.submittedAt,
      },
      ...(approval?.by
        ? [{ role: 'Approved by', name: [approval.by.identifier, approval.by.name].filter(Boolean).join(' '), at: approval.at }]
        : []),
    ],
  }
}

export function draftDocument(draft: ReportDraft, department: string, fields: readonly Field[]): DocumentData {
  const { kind, content, writer, changes } = draft
  return {
    ...bodyOf(kind, content, fields),
    number: changes?.number ?? null,
    department,
    isCopy: false,
    mark: 'DRAFT',
    markText: changes ? `Change of ${changes.number}` : '',
    penalties: [],
    signatures: [{ role: 'Written by', name: [writer.identifier, writer.name].filter(Boolean).join(' '), at: null }],
  }
}

/** The copy for the person concerned: no narrative, no other people. */
export function copyDocument(copy: OwnReport, fields: readonly Field[], now: Date): DocumentData {
  const {
    kind,
    number,
    department,
    state,
    voided,
    characterName,
    occurredAt,
    location,
    officer,
    finalAt,
    charges,
    fine,
    jailMinutes,
    points,
  } = copy
  const own = factsOf(fields, kind, copy.fields).map(({ name, text }) => ({ name, text }))
  return {
    kind,
    title: REPORT_KINDS[kind].title,
    number,
    department,
    isCopy: true,
    mark: MARKS[state],
    markText: voidedText(voided),
    facts: [
      ...line('Issued to', characterName),
      ...line('Date and time', dateTime(occurredAt)),
      ...line('Location', location),
      ...line('Issued', dateTime(finalAt)),
      ...own,
    ],
    charges,
    totals: { fine, jailMinutes, points },
    texts: [],
    people: [],
    vehicles: [],
    evidence: [],
    penalties: penaltiesOf(copy, now),
    signatures: [{ role: 'Officer', name: officer, at: finalAt }],
  }
}

/** The outcome of the fine and the jail term. */
function penaltiesOf({ fineState, jail }: Pick<Report, 'fineState' | 'jail'>, now: Date): readonly Line[] {
  const decided = fineState?.decision ? `${DECISION_WORDS[fineState.decision]}: ${fineState.decisionReason}` : ''
  return [
    ...line('Fine', isOn(finesSwitch) ? fineState && [fineSentence(fineState), decided].filter(Boolean).join('. ') : null),
    ...line('Jail', jail && [jailSentence(jail, now), jail.released?.reason].filter(Boolean).join('. ')),
  ]
}
