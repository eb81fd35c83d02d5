import type { ReportDraftSummary, ReportSummary } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { relativeTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { openDraft } from './report-desk.ts'
import { draftName, KIND_TONES, SHORT_KINDS } from '../report.labels.ts'
import { PanelRow } from '../../../../panels/PanelParts.tsx'

type ReportRowProps = { onOpen: () => void; kind: ReportSummary['kind']; name: string; about?: string; children: ReactNode }

export const ReportRow = ({ onOpen, kind, ...rest }: ReportRowProps) => (
  <PanelRow
    onClick={onOpen}
    badge={
      <StatusBadge tone={KIND_TONES[kind]} variant="soft">
        {SHORT_KINDS[kind]}
      </StatusBadge>
    }
    {...rest}
  />
)

/** Drafts of one's own, to go on with. */
export function DraftRows({ drafts, userId }: { drafts: readonly ReportDraftSummary[]; userId: number }) {
  const now = useNow()
  return drafts.map((draft) => (
    <li key={`d${draft.draftId}`}>
      <ReportRow onOpen={() => openDraft(userId, draft.draftId)} kind={draft.kind} name={draftName(draft)}>
        <span className="faint">
          {draft.changes ? `change of ${draft.changes.number}` : 'draft'}, saved {relativeTime(draft.savedAt, now)}
        </span>
      </ReportRow>
    </li>
  ))
}
