import { Button } from '@mantine/core'
import { REPORT_KINDS } from '@tenfour/contract'
import { reportError } from '../../../../platform/errors/report.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { Key } from '../../../../ui/Key.tsx'
import type { DraftSession, DraftState } from '../draft-session.ts'
import { destinationWords, isUnsaved, saveWords } from '../report-words.ts'
import classes from '../Reports.module.css'

type EditorFooterProps = { session: DraftSession; state: DraftState; isSubmitting: boolean; onClose: () => void }

/** Where it goes, and what can be done with it. */
export function EditorFooter({ session, state: { kind, draft, save, content }, isSubmitting, onClose }: EditorFooterProps) {
  const { userDepartments } = useSignedInUser()
  const department = userDepartments.find(({ departmentId }) => departmentId === draft?.departmentId)?.department.name ?? 'your department'
  const isOver = save.kind === 'gone' || save.kind === 'closed'
  const discard = async () => {
    const isSure = await confirm({
      title: 'Discard this draft?',
      subject: [kind && REPORT_KINDS[kind].title, content.subject?.name].filter(Boolean).join(', '),
      body: draft?.changes ? `${draft.changes.number} stays as it is.` : undefined,
      confirmLabel: 'Discard',
      danger: true,
    })
    if (!isSure) return
    try {
      await session.discard()
      onClose()
    } catch (error) {
      reportError(error, 'The draft was not discarded')
    }
  }
  return (
    <footer className={classes.footer}>
      <span className={classes.destination}>
        {draft && destinationWords(draft.approval, department)}
        <output aria-live="polite" data-unsaved={isUnsaved(save) || undefined} className={classes.saveState}>
          {saveWords(save, draft?.savedAt)}
        </output>
      </span>
      <Button size="xs" variant="subtle" color="red" disabled={!draft || isSubmitting || isOver} onClick={() => void discard()}>
        Discard
      </Button>
      <Button size="xs" variant="default" onClick={onClose}>
        Keep draft
      </Button>
      <Button size="xs" type="submit" loading={isSubmitting} disabled={isOver && !isSubmitting} rightSection={<Key>Ctrl ⏎</Key>}>
        Submit
      </Button>
    </footer>
  )
}
