import { Button } from '@mantine/core'
import { accessSubject, isAllowed, REPORT_KINDS, startReport, UNIT_CLASS, type ReportSummary } from '@tenfour/contract'
import { notify } from '../../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useObservable } from '../../../../platform/store/observable.ts'
import { Key } from '../../../../ui/Key.tsx'
import { writesReports } from '../../../../panels/panel.ts'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { focusPanel } from '../../../../panels/selection.ts'
import { isUnsaved, saveWords } from '../drafts/drafts.port.ts'
import { useOwnReports } from '../own-reports.ts'
import { askReportKind, closeReport, openDraft, openReport, useOpenReport } from './report-desk.ts'
import type { ReportSession } from '../editor/report-session.ts'
import { draftName, SHORT_KINDS, submittedWords } from '../report.labels.ts'
import { ReportEditor } from '../editor/ReportEditor.port.tsx'
import { ReportGlance } from './ReportGlance.tsx'
import { PanelBody, PanelNote } from '../../../../panels/PanelParts.tsx'
import classes from '../drafts/Editor.module.css'

/** The report that is being written, or one to read. */
export function ReportPanel() {
  const shown = useOpenReport()
  const close = () => {
    closeReport()
    focusPanel('reports')
  }
  switch (shown.kind) {
    case 'nothing':
      return <Nothing />
    case 'report':
      return <ReportGlance key={shown.reportId} reportId={shown.reportId} />
    case 'draft':
      return (
        <>
          <DraftHeader session={shown.session} />
          <PanelBody>
            <ReportEditor session={shown.session} onSubmitted={tellSubmitted} onClose={close} />
          </PanelBody>
        </>
      )
  }
}

function tellSubmitted(report: ReportSummary): void {
  notify.success(submittedWords(report))
  openReport(report.reportId)
}

function DraftHeader({ session }: { session: ReportSession }) {
  const { draft, save } = useObservable(session)
  const kind = session.kind()
  return (
    <PanelHeader
      title={kind ? REPORT_KINDS[kind].title : 'Report'}
      count={
        // The footer of the editor announces it.
        <span data-unsaved={isUnsaved(save) || undefined} className={classes.saveState}>
          {saveWords(save, draft?.savedAt)}
        </span>
      }
      actions={[draft !== null && { label: 'Print', href: `/user/reports/drafts/${draft.draftId}/print` }]}
    />
  )
}

function Nothing() {
  const user = useSignedInUser()
  const unitClass = user.duty?.unitClass
  const mayWrite = isAllowed(startReport.access, accessSubject(user)) && writesReports(user.duty)
  // The draft saved last is one key away after a reload.
  const draft = useOwnReports(user.userId)?.drafts[0]
  return (
    <PanelNote>
      <p>No report is open.</p>
      {draft && (
        <Button size="xs" data-panel-focus onClick={() => openDraft(user.userId, draft.draftId)}>
          Continue: {SHORT_KINDS[draft.kind]}, {draftName(draft)}
        </Button>
      )}
      {mayWrite && (
        <Button
          size="xs"
          variant="default"
          data-panel-focus={draft === undefined || undefined}
          onClick={() => askReportKind({ label: 'A new report' }, unitClass === UNIT_CLASS.Fire)}
        >
          Write report
        </Button>
      )}
      {mayWrite && (
        <p className="faint">
          Or press <Key>W</Key> on a record or a call.
        </p>
      )}
    </PanelNote>
  )
}
