import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { reportError } from '../../../../platform/errors/report.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { Key } from '../../../../ui/Key.tsx'
import type { SaveState } from './draft-session.ts'
import classes from './Editor.module.css'
import { isUnsaved, saveWords } from './save.labels.ts'

type EditorFooterProps = {
  /** Where it goes when it is submitted. */
  destination: ReactNode
  save: SaveState
  /** Undefined until it is on the server. */
  savedAt: string | undefined
  isSubmitting: boolean
  /** What it is, and what stays when it is discarded. */
  question: { readonly subject: string; readonly body: string | undefined }
  onDiscard: () => Promise<void>
  onDiscarded: () => void
  /** Without it there is nowhere to go back to. */
  onClose?: () => void
}

/** Where a draft goes, and what can be done with it. */
export function EditorFooter(props: EditorFooterProps) {
  const { destination, save, savedAt, isSubmitting, question, onDiscard, onDiscarded, onClose } = props
  const isOver = save.kind === 'gone' || save.kind === 'closed'
  const discard = async () => {
    if (!(await confirm({ title: 'Discard this draft?', ...question, confirmLabel: 'Discard', danger: true }))) return
    try {
      await onDiscard()
      onDiscarded()
    } catch (error) {
      reportError(error, 'The draft was not discarded')
    }
  }
  return (
    <footer className={classes.footer}>
      <span className={classes.destination}>
        {destination}
        <output aria-live="polite" data-unsaved={isUnsaved(save) || undefined} className={classes.saveState}>
          {saveWords(save, savedAt)}
        </output>
      </span>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        disabled={savedAt === undefined || isSubmitting || isOver}
        onClick={() => void discard()}
      >
        Discard
      </Button>
      {onClose && (
        <Button size="xs" variant="default" onClick={onClose}>
          Keep draft
        </Button>
      )}
      <Button size="xs" type="submit" loading={isSubmitting} disabled={isOver && !isSubmitting} rightSection={<Key>Ctrl ⏎</Key>}>
        Submit
      </Button>
    </footer>
  )
}
