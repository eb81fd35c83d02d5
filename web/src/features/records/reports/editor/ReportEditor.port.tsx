import { Button, Skeleton, Textarea, TextInput } from '@mantine/core'
import { MAX_NARRATIVE, REPORT_KINDS, type ReportContent, type ReportKind, type ReportSummary } from '@tenfour/contract'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { errorInfo, type ErrorInfo } from '../../../../ui/error-info.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { fieldOfError } from '../../../../ui/form-errors.ts'
import { EditorFooter, OffenceField } from '../drafts/drafts.port.ts'
import { useFields } from '../../fields/fields.port.ts'
import { ChargeTable } from './ChargeTable.tsx'
import { Clashes } from './Clashes.tsx'
import { EvidenceList } from './EvidenceList.tsx'
import { MedicalFields } from './MedicalFields.tsx'
import { OwnFields } from './OwnFields.tsx'
import { OfficersField, PeopleField, SubjectField, VehiclesField, type ContentChange, type PartProps } from './PeopleFields.tsx'
import { inputOf, withOffence } from './report-content.ts'
import { classes } from './report-classes.ts'
import type { ReportSession, ReportState } from './report-session.ts'
import { destinationWords, instantOf, localInput } from '../report.labels.ts'
import { useReportState } from './use-draft-session.ts'
import { useIsAmendment } from '../reports.queries.ts'

type ReportEditorProps = {
  session: ReportSession
  /** After it was submitted. */
  onSubmitted: (report: ReportSummary) => void
  /** It was discarded, or is kept as a draft and closed. */
  onClose: () => void
}

/** A draft of a report being written. It is saved as it is typed. */
export function ReportEditor({ session, onSubmitted, onClose }: ReportEditorProps) {
  const state = useReportState(session)
  const { save } = state
  const kind = session.kind()
  if (save.kind === 'failed')
    return (
      <div className={classes.nothing} role="alert">
        <p>{save.problem.message}</p>
        <Button size="xs" variant="default" onClick={session.retry}>
          Try again
        </Button>
        <Button size="xs" variant="subtle" onClick={onClose}>
          Close
        </Button>
      </div>
    )
  if (kind === null) return <EditorLoading />
  return <Editor session={session} state={state} kind={kind} onSubmitted={onSubmitted} onClose={onClose} />
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

function Editor({ session, state, kind, onSubmitted, onClose }: ReportEditorProps & { state: ReportState; kind: ReportKind }) {
  const { draft, content, save } = state
  const form = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useState<ErrorInfo | null>(null)
  const [isSubmitting, setIsSubmitting] = useState(false)
  const [reason, setReason] = useState('')
  const isAmendment = useIsAmendment(draft?.changes?.reportId)
  const { hasSubject, hasOffences } = REPORT_KINDS[kind]
  const { userDepartments } = useSignedInUser()
  const department = userDepartments.find(({ departmentId }) => departmentId === draft?.departmentId)?.department.name ?? 'your department'

  const problem = refusal ?? (save.kind === 'refused' ? save.problem : null)
  const { fields } = useFields()
  const input = inputOf(content)
  // A field that is asked for and empty is not in the content.
  const empty = Object.fromEntries((fields ?? []).filter(({ of }) => of === kind).map(({ fieldId }) => [fieldId, '']))
  const problemField = problem && fieldOfError({ ...input, fields: { ...empty, ...input.fields }, reason }, problem)
  const errorAt = (path: string) => (problem && problemField === path ? problem.message : undefined)
  const readOnly = isSubmitting || save.kind === 'gone' || save.kind === 'closed'
  const change = (by: ContentChange) => {
    setRefusal(null)
    session.change(typeof by === 'function' ? by(session.get().content) : by)
  }
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-panel-focus]')?.focus()
  }, [session])
  const lacksSubject = draft !== null && hasSubject && content.subject === null
  useEffect(() => {
    // Nobody is known: that comes first, unless something is being typed.
    const focused = document.activeElement
    if (!lacksSubject || !(focused instanceof HTMLInputElement) || focused.value !== '' || !focused.hasAttribute('data-panel-focus')) return
    form.current?.querySelector<HTMLElement>('[aria-label="Subject"]')?.focus()
  }, [lacksSubject])
  useEffect(() => {
    if (!refusal) return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // The field for offences is taken out while it is submitted, and the focus with it.
    if (invalid) invalid.focus()
    else if (!form.current?.contains(document.activeElement)) form.current?.querySelector<HTMLElement>('[data-panel-focus]')?.focus()
  }, [refusal])

  const submit = async () => {
    if (isSubmitting) return
    const focused = document.activeElement
    setIsSubmitting(true)
    setRefusal(null)
    try {
      const report = await session.submit(reason)
      if (report) return onSubmitted(report)
      const { save: after } = session.get()
      if (after.kind === 'refused') setRefusal(after.problem)
      else if (after.kind === 'offline') setRefusal({ message: 'The portal can’t be reached. It is submitted as soon as you try again.' })
    } catch (error) {
      setRefusal(errorInfo(error))
    }
    setIsSubmitting(false)
    // A field with a problem takes the focus after this.
    if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }
  const part: PartProps = { kind, content, draft, errorAt, readOnly, onChange: change }
  const fixed: PartProps = { ...part, readOnly: readOnly || isAmendment }
  const toNarrative = () => form.current?.querySelector<HTMLElement>('[data-narrative]')?.focus()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter submits, as its button does
    <form
      ref={form}
      className={classes.editor}
      noValidate
      aria-label={REPORT_KINDS[kind].title}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && void session.flush()}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {draft?.remark && (
        <Banner tone="warning" title="Returned:">
          {draft.remark}
        </Banner>
      )}
      {save.kind === 'gone' && (
        <Banner
          tone="warning"
          announce
          title="This draft was submitted or discarded in another window."
          action={
            <Button size="compact-xs" variant="default" onClick={onClose}>
              Close
            </Button>
          }
        >
          What you typed here since is shown below, so that you can copy it.
        </Banner>
      )}
      {isAmendment && <p className={classes.note}>Amends {draft?.changes?.number}. Its subject and offences can’t be changed any more.</p>}
      <Clashes state={state} session={session} />
      <FormError error={problem && problemField === null ? problem : null} />
      <dl className={classes.facts}>
        {hasSubject && <SubjectField {...fixed} />}
        <CallFacts {...part} />
        <OfficersField {...part} />
      </dl>
      <MedicalFields {...part} />
      {hasOffences && (
        <>
          {!fixed.readOnly && (
            <OffenceField
              error={errorAt('charges')}
              onAdd={(offence) => change((latest) => ({ charges: withOffence(kind, latest.charges, offence) }))}
              onEnterEmpty={toNarrative}
            />
          )}
          <ChargeTable
            kind={kind}
            charges={content.charges}
            outdated={draft?.outdatedRevisionIds ?? []}
            errorAt={errorAt}
            readOnly={fixed.readOnly}
            onChange={(charges) => change({ charges })}
          />
        </>
      )}
      <Textarea
        aria-label="Narrative"
        placeholder="What happened"
        size="xs"
        autosize
        minRows={4}
        maxRows={16}
        maxLength={MAX_NARRATIVE}
        data-narrative
        readOnly={readOnly}
        value={content.narrative}
        error={errorAt('narrative')}
        onChange={({ currentTarget }) => change({ narrative: currentTarget.value })}
      />
      <dl className={classes.facts}>
        <PeopleField {...part} />
        <VehiclesField {...part} />
      </dl>
      <EvidenceList {...part} />
      <OwnFields {...part} />
      {isAmendment && (
        <TextInput
          size="xs"
          label="Why it is amended"
          withAsterisk
          maxLength={500}
          autoComplete="off"
          value={reason}
          error={errorAt('reason')}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      <EditorFooter
        destination={draft && destinationWords(draft.approval, department)}
        save={save}
        savedAt={draft?.savedAt}
        isSubmitting={isSubmitting}
        question={{
          subject: [REPORT_KINDS[kind].title, content.subject?.name].filter(Boolean).join(', '),
          body: draft?.changes ? `${draft.changes.number} stays as it is.` : undefined,
        }}
        onDiscard={session.discard}
        onDiscarded={onClose}
        onClose={onClose}
      />
    </form>
  )
}

/** The call it belongs to, and where and when it happened. */
function CallFacts({ content: { callId, callTitle, location, postal, occurredAt }, errorAt, readOnly, onChange }: PartProps) {
  const set = (by: Partial<ReportContent>) => onChange(by)
  return (
    <>
      {callId !== null && (
        <div className={classes.fact}>
          <dt>Call</dt>
          <dd>
            <span className="mono">{callId}</span> {callTitle}
            {!readOnly && (
              <button
                type="button"
                className={classes.textButton}
                onClick={({ currentTarget }) => {
                  const form = currentTarget.closest('form')
                  set({ callId: null, callTitle: null })
                  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-label="Location"]')?.focus())
                }}
              >
                Unlink
              </button>
            )}
            {errorAt('callId') && <span className={classes.problem}>{errorAt('callId')}</span>}
          </dd>
        </div>
      )}
      <div className={classes.fact}>
        <dt>Where, when</dt>
        <dd className={classes.place}>
          <TextInput
            size="xs"
            aria-label="Location"
            placeholder="Location"
            maxLength={160}
            autoComplete="off"
            className={classes.grow}
            readOnly={readOnly}
            value={location}
            error={errorAt('location')}
            onChange={({ currentTarget }) => set({ location: currentTarget.value })}
          />
          <TextInput
            size="xs"
            aria-label="Postal"
            placeholder="Postal"
            maxLength={16}
            autoComplete="off"
            className={classes.postal}
            readOnly={readOnly}
            value={postal}
            error={errorAt('postal')}
            onChange={({ currentTarget }) => set({ postal: currentTarget.value })}
          />
          <TextInput
            size="xs"
            type="datetime-local"
            aria-label="Time"
            readOnly={readOnly}
            value={localInput(occurredAt)}
            error={errorAt('occurredAt')}
            onChange={({ currentTarget }) => set({ occurredAt: instantOf(currentTarget.value) })}
          />
        </dd>
      </div>
    </>
  )
}
