import { Checkbox, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import {
  MAX_AFFIDAVIT,
  MAX_SEARCH_FOR,
  WARRANT_TYPES,
  type WarrantContent,
  type WarrantDraft,
  type WarrantSummary,
  type WarrantType,
} from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { currency } from '../../../../platform/format/text.ts'
import { fieldOfError, type FieldErrors } from '../../../../ui/form-errors.ts'
import { DraftForm, DraftOpening, OffenceField, useSubmission } from '../../../records/reports/drafts/drafts.port.ts'
import { ChargeList } from './ChargeList.tsx'
import { Clashes } from './Clashes.tsx'
import {
  type ContentChange,
  type PartProps,
  asType,
  inputOf,
  missingIn,
  subjectWords,
  withOffence,
  wrongIn,
  readWholeNumber,
} from './warrant-content.ts'
import { SubjectField } from './SubjectField.tsx'
import { SupportFields } from './SupportFields.tsx'
import { useWarrantSession, type WarrantDraftState, type WarrantSession } from './warrant-session.ts'
import { PanelFact, PanelFacts } from '../../../../panels/PanelParts.tsx'
import { Row } from '../../../../ui/layout.tsx'

type WarrantEditorProps = {
  draftId: number
  /** After it was submitted. */
  onSubmitted: (warrant: WarrantSummary) => void
  onDiscarded: () => void
  /** After the draft was kept and closed; without this there is no button for it. */
  onClose?: () => void
  /** Called once the draft is loaded, and as it is saved: for a title around the editor. */
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
  if (!draft || save.kind === 'failed') return <DraftOpening save={save} onRetry={session.retry} onClose={events.onClose} />
  return <Editor session={session} state={state} draft={draft} {...events} />
}

const TYPES = Object.entries(WARRANT_TYPES).map(([value, { title }]) => ({ value, label: title }))

type EditorProps = Omit<WarrantEditorProps, 'draftId' | 'onDraft'> & {
  session: WarrantSession
  state: WarrantDraftState
  draft: WarrantDraft
}

function Editor({ session, state, draft, onSubmitted, onDiscarded, onClose }: EditorProps) {
  const { content, save } = state
  const offline = 'The portal can’t be reached. Try again in a moment.'
  const { form, problem, isSubmitting, readOnly, submit, forgetRefusal } = useSubmission({
    session,
    save,
    fallback: '[data-affidavit]',
    offline,
    onSubmitted,
  })
  /** Whether the writer has tried to submit the draft: from then on missing parts are named beside their fields. */
  const [isChecked, setIsChecked] = useState(false)
  /** Fields with something that is not a number. */
  const [unreadable, setUnreadable] = useState<FieldErrors>({})
  const { type } = content

  const problemField = problem && fieldOfError(inputOf(content), problem)
  const errors: FieldErrors = {
    ...(isChecked && missingIn(content, draft.outdatedRevisionIds)),
    ...(problem && problemField !== null && { [problemField]: problem.message }),
    ...wrongIn(content),
    ...unreadable,
  }
  const errorAt = (path: string) => errors[path]
  const change = (by: ContentChange) => {
    forgetRefusal()
    session.change(typeof by === 'function' ? by(session.get().content) : by)
  }
  /** No number is saved until the text is one: its first digits would be another number. */
  const changeNumber = (field: 'bail' | 'days', label: string) => (value: number | null | undefined) => {
    setUnreadable(({ [field]: _, ...others }) => (value === undefined ? { ...others, [field]: `${label} must be a whole number` } : others))
    change({ [field]: value ?? null })
  }
  useEffect(() => {
    const first = session.get().content.subject ? '[data-panel-focus]' : '[data-subject] input, [data-panel-focus]'
    form.current?.querySelector<HTMLElement>(first)?.focus()
  }, [session, form])
  const check = () => {
    setIsChecked(true)
    const lacks = { ...missingIn(content, draft.outdatedRevisionIds), ...wrongIn(content), ...unreadable }
    void submit('', Object.keys(lacks).length === 0)
  }
  const toAffidavit = () => form.current?.querySelector<HTMLElement>('[data-affidavit]')?.focus()
  const part: PartProps = { draftId: draft.draftId, content, errorAt, readOnly, onChange: change }
  return (
    <DraftForm
      label={WARRANT_TYPES[type].title}
      form={form}
      session={session}
      save={save}
      savedAt={draft.savedAt}
      isSubmitting={isSubmitting}
      remark={draft.remark}
      problem={problemField === null ? problem : null}
      clashes={<Clashes state={state} session={session} />}
      destination="Goes to Legal Services for review"
      question={{
        subject: [WARRANT_TYPES[type].title, content.subject && subjectWords(content.subject)].filter(Boolean).join(', '),
        body: draft.changes ? `${draft.changes.number} stays as it is.` : undefined,
      }}
      onSubmit={check}
      onDiscarded={onDiscarded}
      onClose={onClose}
    >
      <PanelFacts>
        <PanelFact name="Type">
          <SegmentedControl
            size="xs"
            aria-label="Type"
            data={TYPES}
            value={type}
            readOnly={readOnly}
            onChange={(value) => change((latest) => asType(latest, value as WarrantType))}
          />
        </PanelFact>
        <SubjectField {...part} />
      </PanelFacts>
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
      <Row gap="12px 20px" align="start">
        <NumberField
          label="Bail"
          placeholder="None"
          unit={currency()}
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
          style={{ flex: '1 1 220px', paddingTop: 22 }}
          label="Ask to keep the warrant confidential"
          description="Until it is served, only those who work on it and serve it see it."
          checked={content.isConfidential}
          disabled={readOnly}
          onChange={({ currentTarget }) => change({ isConfidential: currentTarget.checked })}
        />
      </Row>
    </DraftForm>
  )
}

type NumberFieldProps = {
  label: string
  placeholder: string
  unit?: string
  value: number | null
  error: string | undefined
  readOnly: boolean
  /** Undefined for what is not a number. */
  onChange: (value: number | null | undefined) => void
}

/** A whole number, or nothing. Text that is not a number stays in the field until it is corrected. */
export function NumberField({ label, placeholder, unit, value, error, readOnly, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (value === null ? '' : value.toLocaleString('en'))
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      w={150}
      leftSection={unit}
      leftSectionWidth={unit ? 13 + 7 * unit.length : undefined}
      value={text}
      error={error}
      readOnly={readOnly}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(readWholeNumber(currentTarget.value))
      }}
      onBlur={() => readWholeNumber(text) !== undefined && setTyped(null)}
    />
  )
}
