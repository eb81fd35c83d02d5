import { Button, Text } from '@mantine/core'
import type { Warrant, WarrantSummary, WarrantTab } from '@tenfour/contract'
import { IconArrowRight, IconFileOff, IconPrinter, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { lazyComponent } from '../../../../platform/load/lazy-component.tsx'
import { CARD } from '../../../../platform/load/shapes.tsx'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useLegalPages } from '../../../../platform/session/areas.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'
import { Empty, PageError, PageLoading } from '../../../../ui/PageStates.tsx'
import { BackToList } from '../../../../ui/SplitList.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { ActBar } from '../decide/ActBar.tsx'
import { WarrantDocument } from '../document/WarrantDocument.tsx'
import { HistoryCard } from './HistoryCard.tsx'
import { LookupLogCard } from './LookupLogCard.tsx'
import { viewerOf } from '../lists/warrant-news.ts'
import { useLiveWarrant } from '../lists/use-live-list.ts'
import { nextRow, pageAfter, type WarrantPage } from '../lists/warrant-list.ts'
import { actorWords, reasonOf, standing } from '../warrant.labels.ts'
import { focusRow } from '../lists/WarrantList.tsx'
import type { ListTab } from '../lists/warrants-search.ts'
import { LISTS, refreshLists, warrantQuery, warrantReportQuery } from '../warrants.queries.ts'
import { InlineButton } from '../../../../ui/TextButton.tsx'
import { dateTime } from '../../../../platform/format/dates.ts'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { useFields } from '../../../records/fields/fields.port.ts'
import { kindWords, ReportContentView } from '../../../records/reports/view/report-view.port.ts'
import classes from './Warrants.module.css'

const LookupDialog = lazyComponent(async () => (await import('../decide/LookupDialog.tsx')).LookupDialog, {
  what: 'The lookup',
  shape: CARD,
})

type OpenWarrantProps = { warrantId: number; tab: ListTab }

export function OpenWarrant({ warrantId, tab }: OpenWarrantProps) {
  const { data, error, refetch } = useQuery(warrantQuery(warrantId))
  useLiveWarrant(warrantId)
  // A warrant that the reader may no longer know of is not left on the screen.
  const isGone = error instanceof ApiError && error.status === 404
  if (data && !isGone) return <WarrantView warrant={data} tab={tab} />
  return (
    <Stack gap={12}>
      <Back />
      <Card>
        {isGone ? (
          <Empty
            icon={<IconFileOff size={28} stroke={1.6} />}
            title="There is no such warrant"
            text="Check the address. A confidential warrant is shown to its writer, its reviewers, and those who sign or serve it."
          />
        ) : error ? (
          <PageError error={error} onRetry={refetch} />
        ) : (
          <PageLoading label="Loading the warrant" />
        )}
      </Card>
    </Stack>
  )
}

const Back = () => {
  const pages = useLegalPages()
  return <BackToList renderLink={(props) => <Link to={pages.lists} search={true} {...props} />} />
}

function WarrantView({ warrant, tab }: { warrant: Warrant; tab: ListTab }) {
  const user = useSignedInUser()
  const viewer = viewerOf(user)
  const pages = useLegalPages()
  const now = useNow()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [reportId, setReportId] = useState<number | null>(null)
  const [isLookingUp, setLookingUp] = useState(false)
  const [next, setNext] = useState<WarrantSummary | null>(null)
  const nextButton = useRef<HTMLButtonElement>(null)
  const { warrantId, number } = warrant
  const { words, tone } = standing(warrant, user.userId, now)
  const reason = reasonOf(warrant)

  /** Or the page, where the reader may no longer know of the warrant. */
  const focusHeading = () => (heading.current ?? document.getElementById('main'))?.focus()
  /** The warrant stays open and its row stays where it is; a button leads to the next warrant that waits. */
  const settle = async (saved: Warrant) => {
    const waiting = tab === 'mine' ? nextWaiting(saved, viewer) : undefined
    setNext(waiting ?? null)
    if (!waiting) refreshLists().catch(reportError)
    setTimeout(() => (waiting && nextButton.current ? nextButton.current.focus() : focusHeading()))
  }
  const goOn = async ({ warrantId: nextId }: WarrantSummary) => {
    await navigate({ to: pages.warrant, params: { warrantId: String(nextId) }, search: true, resetScroll: false })
    setTimeout(() => focusRow(nextId))
  }
  return (
    <div className={classes.open}>
      <Stack gap={12}>
        <Back />
        <Row as="header">
          <h2 ref={heading} className={`mono ${classes.title}`} tabIndex={-1}>
            {number}
          </h2>
          <StatusBadge tone={tone} variant="soft">
            {words}
          </StatusBadge>
          {warrant.isConfidential && (
            <StatusBadge tone="busy" variant="soft">
              Confidential
            </StatusBadge>
          )}
          <Row as="span" gap={6} className={classes.acts}>
            <Button size="xs" variant="default" leftSection={<IconSearch size={15} aria-hidden />} onClick={() => setLookingUp(true)}>
              Look up
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPrinter size={15} aria-hidden />}
              renderRoot={(props) => <Link to={pages.print} params={{ warrantId: String(warrantId) }} {...props} />}
            >
              Print
            </Button>
            <ActBar warrant={warrant} onDone={settle} onFocusLost={focusHeading} />
            {next && (
              <Button ref={nextButton} size="xs" rightSection={<IconArrowRight size={15} aria-hidden />} onClick={() => void goOn(next)}>
                Next: {next.number}
              </Button>
            )}
          </Row>
        </Row>
        {reason && (
          <Banner tone={warrant.state === 'returned' ? 'warning' : 'danger'} title={`${reason.title}:`}>
            {reason.reason}
          </Banner>
        )}
        {warrant.reviewer && warrant.state === 'review' && warrant.reviewer.userId !== user.userId && (
          <Text size="sm" c="dimmed" className="anywhere">
            {warrant.isReady ? 'Passed on by' : 'Under review by'} {actorWords(warrant.reviewer)}
          </Text>
        )}
        <WarrantDocument
          warrant={warrant}
          now={now}
          renderReport={(report) => (
            <InlineButton c="inherit" underline="always" onClick={() => setReportId(report.reportId)}>
              {report.number}
            </InlineButton>
          )}
        />
      </Stack>
      <Stack as="aside" aria-label="History and log">
        <HistoryCard warrant={warrant} viewer={viewer} now={now} />
        {viewer.maySign && <LookupLogCard warrantId={warrantId} now={now} />}
      </Stack>
      {reportId !== null && <ReportDialog warrantId={warrantId} reportId={reportId} onClose={() => setReportId(null)} />}
      {isLookingUp && <LookupDialog warrantId={warrantId} number={number} onClose={() => setLookingUp(false)} />}
    </div>
  )
}

/** The row below it in the list that is shown, which keeps its place there; undefined while it is still waiting for the viewer. */
function nextWaiting(saved: Warrant, viewer: ReturnType<typeof viewerOf>): WarrantSummary | undefined {
  const filter = { tab: 'mine' as WarrantTab, page: 1, pageSize: 25, sort: 'since' as const, direction: 'asc' as const }
  const shown = { queryKey: LISTS, type: 'active' } as const
  queryClient.setQueriesData<WarrantPage>(shown, (page) => page && pageAfter(page, saved, { filter, viewer }))
  const [page] = queryClient.getQueriesData<WarrantPage>(shown).flatMap(([, data]) => (data ? [data] : []))
  return page && nextRow(page.items, saved, { filter, viewer })
}

type ReportDialogProps = { warrantId: number; reportId: number; onClose: () => void }

/** A report that supports the warrant, to read. */
export function ReportDialog({ warrantId, reportId, onClose }: ReportDialogProps) {
  const { data: report, error, refetch } = useQuery(warrantReportQuery(warrantId, reportId))
  const { fields = [] } = useFields()
  return (
    <FormModal title={report ? `${kindWords(report.kind)} ${report.number}` : 'Report'} onClose={onClose} size={760}>
      {report ? (
        <>
          <Text component="p" size="sm" c="dimmed" className="anywhere">
            {[report.writer.identifier, report.writer.name].filter(Boolean).join(' ')} · {dateTime(report.submittedAt)} · reading it is
            logged
          </Text>
          <ReportContentView kind={report.kind} content={report.content} fields={fields} />
        </>
      ) : error ? (
        <PageError error={error} onRetry={refetch} />
      ) : (
        <PageLoading label="Loading the report" />
      )}
    </FormModal>
  )
}
