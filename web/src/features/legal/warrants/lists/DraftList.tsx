import { Button } from '@mantine/core'
import { discardWarrantDraft, type WarrantDraftSummary } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useLegalPages } from '../../../../platform/session/areas.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { When } from '../../../../ui/Facts.tsx'
import { besideRow } from '../../../../ui/focus-beside.ts'
import { CardLoading } from '../../../../ui/CardStates.tsx'
import { Row } from '../../../../ui/layout.tsx'
import { Empty } from '../../../../ui/PageStates.tsx'
import { SIDE_ROW, SideRows, SideRowText } from '../../../../ui/SplitList.tsx'
import { DraftButton } from './DraftButton.tsx'
import { typeWords } from '../warrant.labels.ts'

/** The member's own drafts, the one saved last first. */
export function DraftList({ drafts }: { drafts: readonly WarrantDraftSummary[] | undefined }) {
  const now = useNow()
  if (!drafts)
    return (
      <div style={{ padding: 12 }}>
        <CardLoading rows={3} />
      </div>
    )
  if (drafts.length === 0)
    return (
      <Empty
        title="No drafts"
        text="A draft is yours alone until you submit it. It is saved as you type."
        action={<DraftButton size="xs" variant="default" />}
      />
    )
  return (
    <SideRows label="Drafts">
      {drafts.map((draft) => (
        <DraftRow key={draft.draftId} draft={draft} now={now} />
      ))}
    </SideRows>
  )
}

function DraftRow({ draft, now }: { draft: WarrantDraftSummary; now: Date }) {
  const pages = useLegalPages()
  const row = useRef<HTMLLIElement>(null)
  const { draftId, type, changes, subjectName, callId, version, savedAt } = draft
  const title = [typeWords(type), subjectName].filter(Boolean).join(': ')
  const discard = async () => {
    const isSure = await confirm({ title: 'Discard this draft?', subject: title, confirmLabel: 'Discard', danger: true })
    if (!isSure) return
    const focusNext = besideRow(row.current)
    try {
      await call(discardWarrantDraft, { params: { draftId }, query: { version } })
      setTimeout(focusNext)
    } catch (error) {
      reportError(error, 'The draft was not discarded')
    }
  }
  return (
    <li ref={row} className={SIDE_ROW}>
      <SideRowText
        name={title}
        about={
          <>
            {changes && <>Change of {changes.number} · </>}
            {callId !== null && <>call {callId} · </>}saved <When at={savedAt} now={now} />
          </>
        }
      />
      <Row as="span" gap={6} nowrap>
        <Button
          size="compact-sm"
          variant="light"
          renderRoot={(props) => <Link to={pages.draft} params={{ draftId: String(draftId) }} {...props} />}
        >
          Continue<span className="visually-hidden">: {title}</span>
        </Button>
        <ActionButton size="compact-sm" variant="default" action={discard}>
          Discard<span className="visually-hidden">: {title}</span>
        </ActionButton>
      </Row>
    </li>
  )
}
