import { Button } from '@mantine/core'
import { IdParam, REPORT_KINDS, type ReportSummary } from '@tenfour/contract'
import { IconPrinter } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { notify } from '../../../../platform/notify/notify.ts'
import { useObservable } from '../../../../platform/store/observable.ts'
import { Card } from '../../../../ui/Card.tsx'
import { PageHeader } from '../../../../ui/Page.tsx'
import { submittedWords } from '../report.labels.ts'
import { useOpenedDraft } from '../desk/report-desk.ts'
import { ReportEditor } from '../editor/ReportEditor.port.tsx'

/** The editor on a page of its own: on a tablet, or at home off duty. */
export function DraftPage() {
  const { draftId } = useParams({ from: '/shell/user/reports/drafts/$draftId' })
  return <Draft key={draftId} draftId={draftId} />
}

function Draft({ draftId }: { draftId: string }) {
  const navigate = useNavigate()
  const session = useOpenedDraft(IdParam.parse(draftId))
  const { draft } = useObservable(session)
  const kind = session.kind()
  const submitted = async (report: ReportSummary) => {
    notify.success(submittedWords(report))
    await navigate({ to: '/user/reports/$reportId', params: { reportId: String(report.reportId) } })
    document.getElementById('main')?.focus()
  }
  const title = kind ? REPORT_KINDS[kind].title : 'Draft'
  return (
    <>
      <PageHeader
        title={draft?.changes ? `${title} ${draft.changes.number}` : title}
        subtitle="Saved as you type. Nobody else can read it until you submit it."
        actions={
          <>
            {draft && (
              <Button
                variant="default"
                leftSection={<IconPrinter size={16} aria-hidden />}
                renderRoot={(props) => <Link to="/user/reports/drafts/$draftId/print" params={{ draftId }} {...props} />}
              >
                Print
              </Button>
            )}
            <Button variant="default" renderRoot={(props) => <Link to="/user/reports" {...props} />}>
              All reports
            </Button>
          </>
        }
      />
      <div style={{ maxWidth: 860 }}>
        <Card>
          <ReportEditor
            session={session}
            onSubmitted={(report) => void submitted(report)}
            onClose={() => void navigate({ to: '/user/reports' })}
          />
        </Card>
      </div>
    </>
  )
}
