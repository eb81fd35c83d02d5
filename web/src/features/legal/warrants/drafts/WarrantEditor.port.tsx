import { Button, Checkbox, SegmentedControl, Skeleton, Textarea } from '@mantine/core'
import {
  MAX_AFFIDAVIT,
  MAX_SEARCH_FOR,
  WARRANT_TYPES,
  type WarrantContent,
  type WarrantDraft,
  type WarrantSummary,
  type WarrantType,
} from '@tenfour/contract'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Banner } from '../../../../ui/Banner.tsx'
import { errorInfo, type ErrorInfo } from '../../../../ui/error-info.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { fieldOfError, type FieldErrors } from '../../../../ui/form-errors.ts'
import { editorClasses as classes, EditorFooter, OffenceField } from '../../../records/reports/drafts/drafts.port.ts'
import { ChargeList } from './ChargeList.tsx'
import { Clashes } from './Clashes.tsx'
import { NumberField } from './NumberField.tsx'
import type { ContentChange, PartProps } from './part-props.ts'
import { SubjectField } from './SubjectField.tsx'
import { SupportFields } from './SupportFields.tsx'
import { useWarrantSession } from './use-warrant-session.ts'
import { asType, inputOf, missingIn, subjectWords, withOffence, wrongIn } from './warrant-content.ts'
import type { WarrantDraftState, WarrantSession } from './warrant-session.ts'

type WarrantEditorProps = {
  draftId: number
  /** After it was submitted. */
  onSubmitted: (warrant: WarrantSummary) => void
  onDiscarded: () => void
  /** It is kept as a draft and closed; without it there is no button for that. */
  onClose?: () => void
  /** Once it is here, and as it is saved: for a title around the editor. */
  onDraft?: (draft: WarrantDraft, content: WarrantContent) => void
}

/** A draft of a warrant being written. It is saved as it is typed. */
export const WarrantEditor = (props: WarrantEditorProps) => <OpenedDraft key={props.draftId} {...props} />

function OpenedDraft({ draftId, onDraft, ...events }: WarrantEditorProps) {
  const { session, state } = useWarrantSession(draftId)
  const { draft, content, save } = state
  useEffect(() => {
    if (draft) onDraft?.(draft, content)
  }, [draft, content, onDraft])
  if (save.kind === 'failed')
    return (
      <div className={classes.nothing} role="alert">
        <p>{save.problem.message}</p>
        <Button size="xs" variant="default" onClick={session.retry}>
          Try again
        </Button>
        {events.onClose && (
          <Button size="xs" variant="subtle" onClick={events.onClose}>
            Close
          </Button>
        )}
      </div>
    )
  if (!draft) return <EditorLoading />
  return <Editor session={session} state={state} draft={draft} {...events} />
}

const EditorLoading = () => (
  <div className={classes.loading} aria-busy="true">
    <output className="visually-hidden">Loading the draft…</output>
    <Skeleton height={12} width="50%" />
    <Skeleton height={12} width="70%" />
    <Skeleton height={30} />
    <Skeleton height={96} />
  </div>
)

const TYPES = Object.entries(WARRANT_TYPES).map(([value, { title }]) => ({ value, label: title }))

type EditorProps = Omit<WarrantEditorProps, 'draftId' | 'onDraft'> & {
  session: WarrantSession
  state: WarrantDraftState
  draft: WarrantDraft
}

function Editor({ session, state, draft, onSubmitted, onDiscarded, onClose }: EditorProps) {
  const { content, save } = state
  const form = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useState<ErrorInfo | null>(null)
  /** Whether it was tried to submit it: from then on what is missing is said beside its field. */
  const [isChecked, setIsChecked] = useState(false)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const [attempts, setAttempts] = useState(0)
  /** Fields with something that is not a number. */
  const [unreadable, setUnreadable] = useState<FieldErrors>({})
  const { type } = content

  const problem = refusal ?? (save.kind === 'refused' ? save.problem : null)
  const problemField = problem && fieldOfError(inputOf(content), problem)
  const errors: FieldErrors = {
    ...(isChecked && missingIn(content, draft.outdatedRevisionIds)),
    ...(problem && problemField !== null && { [problemField]: problem.message }),
    ...wrongIn(content),
    ...unreadable,
  }
  const errorAt = (path: string) => errors[path]
  const isOver = save.kind === 'gone' || save.kind === 'closed'
  const readOnly = isSubmitting || isOver
  const change = (by: ContentChange) => {
    setRefusal(null)
    session.change(typeof by === 'function' ? by(session.get().content) : by)
  }
  /** Until it is a number none is saved: what was typed up to then would be another one. */
  const changeNumber = (field: 'bail' | 'days', label: string) => (value: number | null | undefined) => {
    setUnreadable(({ [field]: _, ...others }) => (value === undefined ? { ...others, [field]: `${label} must be a whole number` } : others))
    change({ [field]: value ?? null })
  }
  useEffect(() => {
    const first = session.get().content.subject ? '[data-panel-focus]' : '[data-subject] input, [data-panel-focus]'
    form.current?.querySelector<HTMLElement>(first)?.focus()
  }, [session])
  useEffect(() => {
    if (attempts === 0) return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (invalid) invalid.focus()
    else if (!form.current?.contains(document.activeElement)) form.current?.querySelector<HTMLElement>('[data-affidavit]')?.focus()
  }, [attempts])

  const refuse = (info: ErrorInfo | null) => {
    setRefusal(info)
    setAttempts((count) => count + 1)
  }
  const submit = async () => {
    if (isSubmitting || isOver) return
    setIsChecked(true)
    const lacks = { ...missingIn(content, draft.outdatedRevisionIds), ...wrongIn(content), ...unreadable }
    if (Object.keys(lacks).length > 0) return refuse(null)
    setIsSubmitting(true)
    setRefusal(null)
    let refused: ErrorInfo | null = null
    try {
      const warrant = await session.submit('')
      if (warrant) return onSubmitted(warrant)
      const { save: after } = session.get()
      if (after.kind === 'refused') refused = after.problem
      else if (after.kind === 'offline') refused = { message: 'The portal can’t be reached. Try again in a moment.' }
    } catch (error) {
      refused = errorInfo(error)
    }
    setIsSubmitting(false)
    refuse(refused)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }
  const toAffidavit = () => form.current?.querySelector<HTMLElement>('[data-affidavit]')?.focus()
  const part: PartProps = { draftId: draft.draftId, content, errorAt, readOnly, onChange: change }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter submits, as its button does
    <form
      ref={form}
      className={classes.editor}
      noValidate
      aria-label={WARRANT_TYPES[type].title}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && void session.flush()}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {draft.remark && (
        <Banner tone="warning" title="Returned:">
          {draft.remark}
        </Banner>
      )}
      {save.kind === 'gone' && (
        <Banner tone="warning" announce title="This draft was submitted or discarded in another window.">
          What you typed here since is shown below, so that you can copy it.
        </Banner>
      )}
      <Clashes state={state} session={session} />
      <FormError error={problem && problemField === null ? problem : null} />
      <dl className={classes.facts}>
        <div className={classes.fact}>
          <dt>Type</dt>
          <dd>
            <SegmentedControl
              size="xs"
              aria-label="Type"
              data={TYPES}
              value={type}
              readOnly={readOnly}
              onChange={(value) => change((latest) => asType(latest, value as WarrantType))}
            />
          </dd>
        </div>
        <SubjectField {...part} />
      </dl>
      {type === 'search' && (
        <Textarea
          label="Searched for"
          placeholder="What is to be found and seized"
          size="xs"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_SEARCH_FOR}
          data-search-for
          readOnly={readOnly}
          value={content.searchFor}
          error={errorAt('searchFor')}
          onChange={({ currentTarget }) => change({ searchFor: currentTarget.value })}
        />
      )}
      {!readOnly && (
        <OffenceField
          error={errorAt('charges')}
          onAdd={(offence) => change((latest) => ({ charges: withOffence(latest.charges, offence) }))}
          onEnterEmpty={toAffidavit}
        />
      )}
      <ChargeList
        charges={content.charges}
        outdated={draft.outdatedRevisionIds}
        errorAt={errorAt}
        readOnly={readOnly}
        onChange={(charges) => change({ charges })}
      />
      <Textarea
        label="Affidavit"
        placeholder="The facts, and how you know them"
        size="xs"
        autosize
        minRows={6}
        maxRows={24}
        maxLength={MAX_AFFIDAVIT}
        data-affidavit
        readOnly={readOnly}
        value={content.affidavit}
        error={errorAt('affidavit')}
        onChange={({ currentTarget }) => change({ affidavit: currentTarget.value })}
      />
      <SupportFields {...part} isSaved={save.kind === 'saved' && !session.isDirty()} />
      <div className={classes.asked}>
        <NumberField
          label="Bail"
          placeholder="None"
          unit="$"
          value={content.bail}
          error={errorAt('bail')}
          readOnly={readOnly}
          onChange={changeNumber('bail', 'Bail')}
        />
        <NumberField
          label="Days active"
          placeholder="As set for its type"
          value={content.days}
          error={errorAt('days')}
          readOnly={readOnly}
          onChange={changeNumber('days', 'Days active')}
        />
        <Checkbox
          size="xs"
          label="Ask for it to be confidential"
          description="Known only to those who work on it and serve it, until it is served."
          checked={content.isConfidential}
          disabled={readOnly}
          onChange={({ currentTarget }) => change({ isConfidential: currentTarget.checked })}
        />
      </div>
      <EditorFooter
        destination="Goes to Legal Services for review"
        save={save}
        savedAt={draft.savedAt}
        isSubmitting={isSubmitting}
        question={{
          subject: [WARRANT_TYPES[type].title, content.subject && subjectWords(content.subject)].filter(Boolean).join(', '),
          body: draft.changes ? `${draft.changes.number} stays as it is.` : undefined,
        }}
        onDiscard={session.discard}
        onDiscarded={onDiscarded}
        {...(onClose && { onClose })}
      />
    </form>
  )
}
