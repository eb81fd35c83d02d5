import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { PanelLoading, PanelNote } from '../../../../panels/PanelParts.tsx'
import { reportError } from '../../../../platform/errors/report.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { errorInfo, type ErrorInfo } from '../../../../ui/error-info.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { Key } from '../../../../ui/Key.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { isUnsaved, saveWords, type AnyDraft, type DraftSession, type SaveState } from './draft-session.ts'
import classes from './Editor.module.css'

type DraftOpeningProps = { save: SaveState; onRetry: () => void; onClose?: (() => void) | undefined }

/** In the place of an editor until its draft is loaded. */
export const DraftOpening = ({ save, onRetry, onClose }: DraftOpeningProps) =>
  save.kind === 'failed' ? (
    <PanelNote role="alert">
      <p>{save.problem.message}</p>
      <Button size="xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
      {onClose && (
        <Button size="xs" variant="subtle" onClick={onClose}>
          Close
        </Button>
      )}
    </PanelNote>
  ) : (
    <PanelLoading label="Loading the draft…" lines={['50%', '70%']} blocks={[30, 96]} />
  )

const isOver = ({ kind }: SaveState): boolean => kind === 'gone' || kind === 'closed'

type SubmissionOptions<Draft extends AnyDraft<unknown>, Summary> = {
  session: DraftSession<Draft, Summary>
  save: SaveState
  /** The field that gets the focus when the draft is refused and the form has lost it. */
  fallback: string
  /** The problem that is shown while the portal can't be reached. */
  offline: string
  onSubmitted: (summary: Summary) => void
}

/** Submits a draft once at a time. After a refusal, the first invalid field, or else `fallback`, gets the focus. */
export function useSubmission<Draft extends AnyDraft<unknown>, Summary>(options: SubmissionOptions<Draft, Summary>) {
  const { session, save, fallback, offline, onSubmitted } = options
  const form = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useState<{ readonly problem: ErrorInfo | null } | null>(null)
  const [isSubmitting, setIsSubmitting] = useState(false)
  useEffect(() => {
    if (!refusal) return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // A field may be taken out while the draft is submitted, and the focus with it.
    if (invalid) invalid.focus()
    else if (!form.current?.contains(document.activeElement)) form.current?.querySelector<HTMLElement>(fallback)?.focus()
  }, [refusal, fallback])
  const send = async (reason: string): Promise<ErrorInfo | null | undefined> => {
    try {
      const summary = await session.submit(reason)
      if (summary) {
        onSubmitted(summary)
        return undefined
      }
      const { save: after } = session.get()
      return after.kind === 'refused' ? after.problem : after.kind === 'offline' ? { message: offline } : null
    } catch (error) {
      return errorInfo(error)
    }
  }
  /** `isComplete`: nothing is missing that can be seen here. */
  const submit = async (reason: string, isComplete = true): Promise<void> => {
    if (isSubmitting || isOver(save)) return
    if (!isComplete) return setRefusal({ problem: null })
    const focused = document.activeElement
    setIsSubmitting(true)
    setRefusal(null)
    const problem = await send(reason)
    if (problem === undefined) return
    setRefusal({ problem })
    setIsSubmitting(false)
    // A field with a problem takes the focus after this.
    if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus()
  }
  return {
    form,
    /** The problem of the last submission, or of the last save. */
    problem: refusal?.problem ?? (save.kind === 'refused' ? save.problem : null),
    isSubmitting,
    readOnly: isSubmitting || isOver(save),
    submit,
    /** Once something is changed, the last refusal no longer counts. */
    forgetRefusal: (): void => setRefusal(null),
  }
}

type DraftFormProps<Draft extends AnyDraft<unknown>, Summary> = {
  /** Names the form for screen readers. */
  label: string
  form: RefObject<HTMLFormElement | null>
  session: DraftSession<Draft, Summary>
  save: SaveState
  savedAt: string | undefined
  isSubmitting: boolean
  /** The reason for which the document was returned. */
  remark: string | undefined
  /** A problem of no field. */
  problem: ErrorInfo | null
  /** The list of clashes between two windows. */
  clashes: ReactNode
  /** A button beside the words that the draft is gone. */
  goneAction?: ReactNode
  /** A line below the banners. */
  note?: ReactNode
  /** Where the draft goes when it is submitted. */
  destination: ReactNode
  /** The words of the question before the draft is discarded. */
  question: { readonly subject: string; readonly body: string | undefined }
  onSubmit: () => void
  onDiscarded: () => void
  /** Without it there is nowhere to go back to. */
  onClose?: (() => void) | undefined
  children: ReactNode
}

const FIELDS =
  'input:not([disabled], [readonly], [type="radio"], [type="file"]), textarea:not([disabled], [readonly]), select:not([disabled])'

/** In a field of one line Enter goes on to the next field; the browser would submit the draft. */
function nextField(field: HTMLInputElement): HTMLElement | undefined {
  const fields = [...(field.form?.querySelectorAll<HTMLElement>(FIELDS) ?? [])]
  return fields[fields.indexOf(field) + 1]
}

/** The frame of every editor of a draft: what happened to it above its fields, and what can be done with it below. */
export function DraftForm<Draft extends AnyDraft<unknown>, Summary>(props: DraftFormProps<Draft, Summary>) {
  const { label, form, session, save, savedAt, isSubmitting, remark, problem, clashes, goneAction, note, children, onSubmit } = props
  const { destination, question, onDiscarded, onClose } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
    const { target } = event
    if (event.ctrlKey || event.metaKey) onSubmit()
    else if (target instanceof HTMLInputElement) nextField(target)?.focus()
    else return
    event.preventDefault()
  }
  const discard = async () => {
    if (!(await confirm({ title: 'Discard this draft?', ...question, confirmLabel: 'Discard', cancelLabel: 'Keep editing', danger: true })))
      return
    try {
      await session.discard()
      onDiscarded()
    } catch (error) {
      reportError(error, 'The draft was not discarded')
    }
  }
  return (
    <Stack
      as="form"
      ref={form}
      gap={12}
      noValidate
      aria-label={label}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && void session.flush()}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {remark && (
        <Banner tone="warning" title="Returned:">
          {remark}
        </Banner>
      )}
      {save.kind === 'gone' && (
        <Banner tone="warning" announce title="This draft was submitted or discarded in another window." action={goneAction}>
          What you typed here since is shown below, so that you can copy it.
        </Banner>
      )}
      {note}
      {clashes}
      <FormError error={problem} />
      {children}
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
          disabled={savedAt === undefined || isSubmitting || isOver(save)}
          onClick={() => void discard()}
        >
          Discard
        </Button>
        {onClose && (
          <Button size="xs" variant="default" onClick={onClose}>
            Keep draft
          </Button>
        )}
        <Button size="xs" type="submit" loading={isSubmitting} disabled={isOver(save) && !isSubmitting} rightSection={<Key>Ctrl ⏎</Key>}>
          Submit
        </Button>
      </footer>
    </Stack>
  )
}
