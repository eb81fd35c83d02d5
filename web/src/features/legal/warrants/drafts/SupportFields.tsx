import { Checkbox, Text } from '@mantine/core'
import { listDraftEvidence, MAX_WARRANT_EVIDENCE, MAX_WARRANT_REPORTS } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../../platform/api/client.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { errorInfo } from '../../../../ui/error-info.ts'
import { Chips, editorClasses as classes, PickField, FieldProblem } from '../../../records/reports/drafts/drafts.port.ts'
import { withoutReport, type PartProps } from './warrant-content.ts'
import { findReports, type LinkedReport, type Offered } from './warrant-sources.ts'
import { TextButton } from '../../../../ui/TextButton.tsx'
import { PanelFact, PanelFacts } from '../../../../panels/PanelParts.tsx'

type SupportProps = PartProps & {
  /** Whether the server has the draft as it is on the screen. */
  isSaved: boolean
}

/** The call, the reports and the evidence that the affidavit rests on. */
export function SupportFields(props: SupportProps) {
  return (
    <PanelFacts>
      <CallField {...props} />
      <ReportsField {...props} />
      <EvidenceField {...props} />
    </PanelFacts>
  )
}

function CallField({ content: { callId, callTitle }, errorAt, readOnly, onChange }: PartProps) {
  if (callId === null) return null
  return (
    <PanelFact name="Call">
      <span className="mono">{callId}</span> {callTitle}
      {!readOnly && (
        <TextButton
          onClick={({ currentTarget }) => {
            const form = currentTarget.closest('form')
            onChange({ callId: null, callTitle: null })
            requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-label="Link a report"], textarea')?.focus())
          }}
        >
          Unlink
        </TextButton>
      )}
      <FieldProblem>{errorAt('callId')}</FieldProblem>
    </PanelFact>
  )
}

const reportId = (report: Pick<LinkedReport, 'reportId'>) => report.reportId
const reportRow = ({ number, about, subject }: Offered) => (
  <>
    <span className={classes.code}>{number}</span>
    <Text span inherit truncate>
      {about}
    </Text>
    {subject && <span className="faint">{subject.name}</span>}
  </>
)

function ReportsField({ draftId, content, errorAt, readOnly, onChange }: PartProps) {
  const user = useSignedInUser()
  const { reports, subject } = content
  const error = errorAt('reportIds') ?? reports.map((_, index) => errorAt(`reportIds.${index}`)).find(Boolean)
  const about = subject?.kind === 'person' ? subject.characterId : 0
  return (
    <Chips
      title="Reports"
      items={reports}
      keyOf={reportId}
      nameOf={({ number }) => number}
      renderItem={({ number, about: words }) => (
        <span title={words}>
          <span className={classes.code}>{number}</span>
        </span>
      )}
      onRemove={(report) => onChange((latest) => withoutReport(latest, report.reportId))}
      addLabel="Link a report"
      isFull={reports.length >= MAX_WARRANT_REPORTS}
      error={error}
      readOnly={readOnly}
      renderField={(close) => (
        <PickField
          label="Link a report"
          placeholder="Number, or words of the subject’s reports"
          name={`warrant-reports-${draftId}-${about}-${reports.map(reportId).join()}`}
          search={(q, signal) => findReports({ user, draftId, content }, q, signal)}
          from={0}
          idOf={reportId}
          renderRow={reportRow}
          takesFocus
          onPick={({ reportId: id, number, about: words }) =>
            onChange((latest) =>
              latest.reports.some((each) => each.reportId === id)
                ? {}
                : { reports: [...latest.reports, { reportId: id, number, about: words }] },
            )
          }
          onEmptyKey={close}
        />
      )}
    />
  )
}

/** The items of the reports that are linked; those checked support the warrant. */
function EvidenceField({ draftId, content: { reports, evidence }, isSaved, errorAt, readOnly, onChange }: SupportProps) {
  const ids = reports.map(reportId)
  const offered = useQuery({
    queryKey: ['warrant-draft', draftId, 'evidence', ids],
    queryFn: ({ signal }) => call(listDraftEvidence, { params: { draftId }, signal, quiet: true }),
    // A report counts as linked once it is saved.
    enabled: isSaved && ids.length > 0,
    retry: false,
    meta: { handled: true },
  })
  if (ids.length === 0) return null
  const isChosen = (item: { reportId: number; item: number }) =>
    evidence.some((each) => each.reportId === item.reportId && each.item === item.item)
  // An item that is no longer in its report has to be shown, so that it can be removed.
  const items = [...(offered.data ?? []), ...evidence.filter((each) => !offered.data?.some((one) => isSameItem(one, each)))]
  const error =
    errorAt('evidence') ??
    evidence.map((_, index) => errorAt(`evidence.${index}.item`) ?? errorAt(`evidence.${index}.reportId`)).find(Boolean)
  return (
    <PanelFact name="Evidence">
      {items.map((each) => (
        <Checkbox
          key={`${each.reportId}:${each.item}`}
          size="xs"
          mb={4}
          label={
            <>
              {each.text} <span className="faint">{each.number}</span>
            </>
          }
          checked={isChosen(each)}
          disabled={readOnly || (!isChosen(each) && evidence.length >= MAX_WARRANT_EVIDENCE)}
          onChange={({ currentTarget: { checked } }) =>
            onChange((latest) => {
              const others = latest.evidence.filter((one) => !isSameItem(one, each))
              return { evidence: checked ? [...others, each] : others }
            })
          }
        />
      ))}
      {items.length === 0 && (
        <span className="faint">
          {offered.isError ? errorInfo(offered.error).message : offered.isSuccess ? 'These reports list no evidence' : 'Loading…'}
        </span>
      )}
      <FieldProblem role="alert">{error}</FieldProblem>
    </PanelFact>
  )
}

type Item = { readonly reportId: number; readonly item: number }
const isSameItem = (a: Item, b: Item): boolean => a.reportId === b.reportId && a.item === b.item
