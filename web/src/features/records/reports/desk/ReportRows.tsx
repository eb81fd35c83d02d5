import type { ReportDraftSummary, ReportSummary } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { relativeTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { openDraft } from './report-desk.ts'
import { draftName, KIND_TONES, SHORT_KINDS } from '../report.labels.ts'
import { classes } from '../editor/report-classes.ts'

type RowProps = { onOpen: () => void; kind: ReportSummary['kind']; name: string; about?: string; children: ReactNode }

export const Row = ({ onOpen, kind, name, about, children }: RowProps) => (
  <button type="button" className={classes.row} onClick={onOpen}>
    <span className={classes.rowHead}>
      <StatusBadge tone={KIND_TONES[kind]} variant="soft">
        {SHORT_KINDS[kind]}
      </StatusBadge>
      <span className={classes.rowName}>{name}</span>
      {children}
    </span>
    {about && <span className={classes.rowAbout}>{about}</span>}
  </button>
)

/** Drafts of one's own, to go on with. */
export function DraftRows({ drafts, userId }: { drafts: readonly ReportDraftSummary[]; userId: number }) {
  const now = useNow()
  return drafts.map((draft) => (
    <li key={`d${draft.draftId}`}>
      <Row onOpen={() => openDraft(userId, draft.draftId)} kind={draft.kind} name={draftName(draft)}>
        <span className={classes.faint}>
          {draft.changes ? `change of ${draft.changes.number}` : 'draft'}, saved {relativeTime(draft.savedAt, now)}
        </span>
      </Row>
    </li>
  ))
}
