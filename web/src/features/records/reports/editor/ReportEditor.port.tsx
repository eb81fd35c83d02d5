import { Button, Text, Textarea, TextInput } from '@mantine/core'
import {
  MAX_NARRATIVE,
  REPORT_KINDS,
  type ReportContent,
  type ReportKind,
  type ReportSummary,
  type Call,
  type Field,
  type FieldValues,
} from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { DateField } from '../../../../ui/DateField.tsx'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { fieldOfError } from '../../../../ui/form-errors.ts'
import { DraftForm, DraftOpening, FieldProblem, OffenceField, useSubmission } from '../drafts/drafts.port.ts'
import { useFields, draftOf, filledBy, toInput } from '../../fields/fields.port.ts'
import { PlaceChips } from '../../../dispatch/calls/PlaceChips.port.tsx'
import { ChargeTable } from './ChargeTable.tsx'
import { Clashes } from './Clashes.tsx'
import { EvidenceList } from './EvidenceList.tsx'
import { MedicalFields } from './MedicalFields.tsx'
import { OfficersField, PeopleField, SubjectField, VehiclesField, type ContentChange, type PartProps } from './PeopleFields.tsx'
import { inputOf, withOffence } from './report-content.ts'
import type { ReportSession, ReportState } from './report-session.ts'
import { destinationWords, instantOf, localInput } from '../report.labels.ts'
import { isReopened, useReportState } from '../desk/report-desk.ts'
import { useIsAmendment } from '../reports.queries.ts'
import { TextButton } from '../../../../ui/TextButton.tsx'
import { PanelFact, PanelFacts } from '../../../../panels/PanelParts.tsx'
import { Row } from '../../../../ui/layout.tsx'
import { FieldInputs } from '../../fields/FieldInputs.port.tsx'

type ReportEditorProps = {
  session: ReportSession
  /** After it was submitted. */
  onSubmitted: (report: ReportSummary) => void
  /** After the draft was discarded, or was kept and closed. */
  onClose: () => void
}

/** A draft of a report being written. It is saved as it is typed. */
export function ReportEditor({ session, onSubmitted, onClose }: ReportEditorProps) {
  const state = useReportState(session)
  const kind = session.kind()
  if (kind === null || state.save.kind === 'failed') return <DraftOpening save={state.save} onRetry={session.retry} onClose={onClose} />
  return <Editor session={session} state={state} kind={kind} onSubmitted={onSubmitted} onClose={onClose} />
}

function Editor({ session, state, kind, onSubmitted, onClose }: ReportEditorProps & { state: ReportState; kind: ReportKind }) {
  const { draft, content, save } = state
  const offline = 'The portal can’t be reached, so the report was not submitted. Try again in a moment.'
  const { form, problem, isSubmitting, readOnly, submit, forgetRefusal } = useSubmission({
    session,
    save,
    fallback: '[data-panel-focus]',
    offline,
    onSubmitted,
  })
  const [reason, setReason] = useState('')
  const isAmendment = useIsAmendment(draft?.changes?.reportId)
  const { hasSubject, hasOffences } = REPORT_KINDS[kind]
  const { userDepartments } = useSignedInUser()
  const department = userDepartments.find(({ departmentId }) => departmentId === draft?.departmentId)?.department.name ?? 'your department'

  const { fields } = useFields()
  const input = inputOf(content)
  // A field that is asked for and empty is not in the content.
  const empty = Object.fromEntries((fields ?? []).filter(({ of }) => of === kind).map(({ fieldId }) => [fieldId, '']))
  const problemField = problem && fieldOfError({ ...input, fields: { ...empty, ...input.fields }, reason }, problem)
  const errorAt = (path: string) => (problem && problemField === path ? problem.message : undefined)
  const change = (by: ContentChange) => {
    forgetRefusal()
    session.change(typeof by === 'function' ? by(session.get().content) : by)
  }
  useEffect(() => {
    if (!isReopened(session)) form.current?.querySelector<HTMLElement>('[data-panel-focus]')?.focus()
  }, [session, form])
  const lacksSubject = draft !== null && hasSubject && content.subject === null
  useEffect(() => {
    // The subject is unknown and comes first, unless something is being typed.
    const focused = document.activeElement
    if (!lacksSubject || !(focused instanceof HTMLInputElement) || focused.value !== '' || !focused.hasAttribute('data-panel-focus')) return
    form.current?.querySelector<HTMLElement>('[aria-label="Subject"]')?.focus()
  }, [lacksSubject, form])
  const part: PartProps = { kind, content, draft, errorAt, readOnly, onChange: change }
  const fixed: PartProps = { ...part, readOnly: readOnly || isAmendment }
  const toNarrative = () => form.current?.querySelector<HTMLElement>('[data-narrative]')?.focus()
  return (
    <DraftForm
      label={REPORT_KINDS[kind].title}
      form={form}
      session={session}
      save={save}
      savedAt={draft?.savedAt}
      isSubmitting={isSubmitting}
      remark={draft?.remark}
      problem={problemField === null ? problem : null}
      clashes={<Clashes state={state} session={session} />}
      goneAction={
        <Button size="compact-xs" variant="default" onClick={onClose}>
          Close
        </Button>
      }
      note={
        isAmendment && (
          <Text component="p" inherit c="dimmed">
            Amends {draft?.changes?.number}. Its subject and offences can’t be changed any more.
          </Text>
        )
      }
      destination={draft && destinationWords(draft.approval, department)}
      question={{
        subject: [REPORT_KINDS[kind].title, content.subject?.name].filter(Boolean).join(', '),
        body: draft?.changes ? `${draft.changes.number} stays as it is.` : undefined,
      }}
      onSubmit={() => void submit(reason)}
      onDiscarded={onClose}
      onClose={onClose}
    >
      <PanelFacts>
        {hasSubject && <SubjectField {...fixed} />}
        <CallFacts {...part} />
        <OfficersField {...part} />
      </PanelFacts>
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
      <PanelFacts>
        <PeopleField {...part} />
        <VehiclesField {...part} />
      </PanelFacts>
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
    </DraftForm>
  )
}

/** A call brings its place along where none is written. */
const ofCall = ({ callId, title, location, postal }: Call, written: string): Partial<ReportContent> => ({
  callId,
  callTitle: title,
  ...(written === '' && { location, postal }),
})

/** The call it belongs to, and where and when it happened. */
function CallFacts({ content: { callId, callTitle, location, postal, occurredAt }, errorAt, readOnly, onChange }: PartProps) {
  const set = (by: Partial<ReportContent>) => onChange(by)
  return (
    <>
      {callId !== null && (
        <PanelFact name="Call">
          <span className="mono">{callId}</span> {callTitle}
          {!readOnly && (
            <TextButton
              onClick={({ currentTarget }) => {
                const form = currentTarget.closest('form')
                set({ callId: null, callTitle: null })
                requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-label="Location"]')?.focus())
              }}
            >
              Unlink
            </TextButton>
          )}
          <FieldProblem>{errorAt('callId')}</FieldProblem>
        </PanelFact>
      )}
      <PanelFact name="Scene">
        <Row gap={6} align="start">
          <TextInput
            size="xs"
            aria-label="Location"
            placeholder="Location"
            maxLength={160}
            autoComplete="off"
            style={{ flex: '1 1 140px' }}
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
            w={74}
            readOnly={readOnly}
            value={postal}
            error={errorAt('postal')}
            onChange={({ currentTarget }) => set({ postal: currentTarget.value })}
          />
          <DateField
            size="xs"
            type="datetime-local"
            style={{ flex: '0 1 200px', minWidth: 0 }}
            aria-label="Time"
            readOnly={readOnly}
            value={localInput(occurredAt)}
            error={errorAt('occurredAt')}
            onChange={({ currentTarget }) => set({ occurredAt: instantOf(currentTarget.value) })}
          />
        </Row>
        {!readOnly && (
          <PlaceChips
            onPlace={location === '' ? (at) => set({ location: at.location, postal: at.postal }) : undefined}
            onCall={callId === null ? (call) => set(ofCall(call, location)) : undefined}
          />
        )}
      </PanelFact>
    </>
  )
}

/** The community's own fields of this kind of report. */
export function OwnFields(props: PartProps) {
  const { fields } = useFields()
  const asked = filledBy(fields ?? [], props.kind, 'writer')
  return asked.length === 0 ? null : <Inputs {...props} asked={asked} />
}

const isSame = (a: FieldValues, b: FieldValues) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([id, value]) => b[id] === value)

/** The fields keep the text as it was typed, because a number that is begun is no value yet. */
function Inputs({ asked, content, errorAt, readOnly, onChange }: PartProps & { asked: readonly Field[] }) {
  const values = Object.fromEntries(Object.entries(content.fields).filter(([id]) => asked.some(({ fieldId }) => String(fieldId) === id)))
  const [typed, setTyped] = useState(() => draftOf(asked, values))
  const current = isSame(toInput(asked, typed), toInput(asked, draftOf(asked, values))) ? typed : draftOf(asked, values)
  return (
    <FieldInputs
      size="xs"
      fields={asked}
      values={current}
      readOnly={readOnly}
      errors={Object.fromEntries(asked.map(({ fieldId }) => [`fields.${fieldId}`, errorAt(`fields.${fieldId}`)]))}
      onChange={(fieldId, value) => {
        const next = { ...current, [fieldId]: value }
        setTyped(next)
        onChange((latest) => {
          const others = Object.entries(latest.fields).filter(([id]) => !asked.some((field) => String(field.fieldId) === id))
          return { fields: { ...Object.fromEntries(others), ...toInput(asked, next) } }
        })
      }}
    />
  )
}
