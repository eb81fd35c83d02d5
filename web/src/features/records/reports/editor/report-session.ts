import type { ReportContent, ReportDraft, ReportKind, ReportSummary } from '@tenfour/contract'
import { createDraftSession, type DraftDeps, type DraftSession, type DraftState, type Part, type Parts } from '../drafts/drafts.port.ts'

const WHOLE = ['occurredAt', 'location', 'postal', 'subject', 'charges', 'narrative', 'people', 'vehicles', 'officers', 'evidence'] as const

/** How two windows on one report are merged. */
export const REPORT_PARTS: Parts<ReportContent> = {
  partsOf: (content) => {
    const { callId, callTitle, medical, fields } = content
    return new Map<Part, unknown>([
      ['call', callId === null ? null : { callId, callTitle }],
      ...WHOLE.map((part) => [part, content[part]] as const),
      ...Object.entries(medical).map(([name, value]) => [`medical.${name}`, value] as const),
      ...Object.entries(fields).map(([id, value]) => [`fields.${id}`, value] as const),
    ])
  },
  /** Undefined removes a field. */
  withPart: (content, part, value) => {
    const [group = '', name = ''] = part.split('.')
    // The parts of a content have the types of the content, which the compiler can't follow through a map.
    const changed = (by: object) => ({ ...content, ...by })
    if (part === 'call') return changed(value ?? { callId: null, callTitle: null })
    if (group === 'medical') return changed({ medical: { ...content.medical, [name]: value } })
    if (group === 'fields') {
      const { [name]: _, ...others } = content.fields
      return changed({ fields: value === undefined ? others : { ...others, [name]: value } })
    }
    return changed({ [part]: value })
  },
}

export type ReportState = DraftState<ReportDraft>
export type ReportDeps = Omit<DraftDeps<ReportDraft, ReportSummary>, 'parts'>
/** A report being written. */
export type ReportSession = DraftSession<ReportDraft, ReportSummary> & {
  /** Null where it is opened by its number, until it is here. */
  readonly kind: () => ReportKind | null
}

type Beginning = { readonly kind: ReportKind | null; readonly content: ReportContent; readonly open: () => Promise<ReportDraft> }

export function createReportSession({ kind, ...beginning }: Beginning, deps: ReportDeps): ReportSession {
  const session = createDraftSession(beginning, { ...deps, parts: REPORT_PARTS })
  return { ...session, kind: () => session.get().draft?.kind ?? kind }
}
