import { Button } from '@mantine/core'
import { discardWarrantDraft, type WarrantDraftSummary } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useLegalPages } from '../../../platform/session/areas.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { When } from '../../../ui/Facts.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { CardLoading } from '../../../ui/CardStates.tsx'
import { Empty } from '../../../ui/PageStates.tsx'
import { DraftButton } from './DraftButton.tsx'
import { typeWords } from './warrant.labels.ts'
import classes from './WarrantList.module.css'

/** One's own drafts, the one saved last first. */
export function DraftList({ drafts }: { drafts: readonly WarrantDraftSummary[] | undefined }) {
  const now = useNow()
  if (!drafts)
    return (
      <div className={classes.loading}>
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
    <ul className={classes.rows} aria-label="Drafts">
      {drafts.map((draft) => (
        <DraftRow key={draft.draftId} draft={draft} now={now} />
      ))}
    </ul>
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
    <li ref={row} className={classes.draft}>
      <span className={classes.what}>
        <span className={classes.name}>{title}</span>
        <span className={classes.about}>
          {changes && <>Change of {changes.number} · </>}
          {callId !== null && <>call {callId} · </>}saved <When at={savedAt} now={now} />
        </span>
      </span>
      <span className={classes.draftActs}>
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
      </span>
    </li>
  )
}
