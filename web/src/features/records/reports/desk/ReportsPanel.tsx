import { Text } from '@mantine/core'
import {
  accessSubject,
  isAllowed,
  listJailed,
  UNIT_CLASS,
  type JailTerm,
  type ReportSummary,
  type ReportDraftSummary,
} from '@tenfour/contract'
import { useState, type ReactNode } from 'react'
import { useClock } from '../../../../platform/format/clock.ts'
import { dateTime, relativeTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { filtersOf } from '../../../../ui/FilterChips.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { writesReports } from '../../../../panels/panel.ts'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { focusPanel } from '../../../../panels/selection.ts'
import { DecideButtons } from './DecideButtons.tsx'
import { JailRow } from './JailRow.tsx'
import { inJail, useJail, useReportQueue } from './live-lists.ts'
import { useOwnReports } from '../own-reports.ts'
import { askReportKind, openChange, openReport, openDraft } from './report-desk.ts'
import { penaltyWords, standing, draftName, KIND_TONES, SHORT_KINDS } from '../report.labels.ts'
import { PanelList, PanelLoading, PanelNote, PanelSection, PanelRow } from '../../../../panels/PanelParts.tsx'

type View = 'mine' | 'approve' | 'jail'

/** The member's own reports, the reports to approve, and the people in jail. */
export function ReportsPanel() {
  const user = useSignedInUser()
  const subject = accessSubject(user)
  const serverId = user.duty?.serverId
  const unitClass = user.duty?.unitClass
  const approves = user.userDepartments
    .filter(({ capabilities }) => capabilities.includes('approveReports'))
    .map(({ departmentId }) => Number(departmentId))
  const seesJail = serverId !== undefined && isAllowed(listJailed.access, subject, { serverId })
  const mayWrite = writesReports(user.duty)
  const views: readonly View[] = [
    ...(mayWrite ? (['mine'] as const) : []),
    ...(approves.length > 0 ? (['approve'] as const) : []),
    ...(seesJail ? (['jail'] as const) : []),
  ]
  const [chosen, setChosen] = useState<View>('mine')
  const view = views.includes(chosen) ? chosen : views[0]
  const queue = useReportQueue(approves)
  const words: Readonly<Record<View, string>> = {
    mine: 'Mine',
    approve: queue?.length ? `To approve ${queue.length}` : 'To approve',
    jail: 'Jail',
  }
  return (
    <>
      <PanelHeader
        filters={filtersOf(
          views.map((each) => [each, words[each]] as const),
          view,
          setChosen,
        )}
        main={
          mayWrite && {
            label: 'Write report',
            onClick: () => askReportKind({ label: 'A new report' }, unitClass === UNIT_CLASS.Fire),
          }
        }
      />
      <PanelSection isFlush aria-label="Reports">
        {view === undefined && <PanelNote>Units of police and fire on duty write reports here.</PanelNote>}
        {view === 'mine' && <Mine userId={user.userId} />}
        {view === 'approve' && <Queue reports={queue} />}
        {view === 'jail' && serverId !== undefined && <Jail serverId={serverId} mayRelease={approves.length > 0} />}
      </PanelSection>
    </>
  )
}

function Mine({ userId }: { userId: number }) {
  const own = useOwnReports(userId)
  if (!own) return <PanelLoading />
  const { drafts, reports } = own
  if (drafts.length + reports.length === 0)
    return <PanelNote>No drafts, and nothing that waits. Press W on a record or a call to write a report.</PanelNote>
  return (
    <PanelList aria-label="Your drafts and reports">
      <DraftRows drafts={drafts} userId={userId} />
      {reports.map((report) => {
        const { words, tone } = standing(report)
        const isReturned = report.state === 'returned' || report.amendment === 'returned'
        // The report's draft is listed above.
        const hasDraft = drafts.some(({ changes }) => changes?.reportId === report.reportId)
        return (
          <li key={report.reportId}>
            <ReportRow
              onOpen={() => (isReturned && !hasDraft ? openChange(userId, report.reportId) : openReport(report.reportId))}
              kind={report.kind}
              name={`${report.number} ${report.subject?.name ?? ''}`.trim()}
              about={report.about}
            >
              <StatusBadge tone={tone}>{words}</StatusBadge>
            </ReportRow>
          </li>
        )
      })}
    </PanelList>
  )
}

function Queue({ reports }: { reports: readonly ReportSummary[] | undefined }) {
  const { userId } = useSignedInUser()
  const now = useNow()
  if (!reports) return <PanelLoading />
  if (reports.length === 0) return <PanelNote>No reports wait for approval.</PanelNote>
  return (
    <PanelList aria-label="Reports to approve">
      {reports.map((report) => (
        <li key={report.reportId}>
          <ReportRow
            onOpen={() => openReport(report.reportId)}
            kind={report.kind}
            name={`${report.number} ${report.subject?.name ?? ''}`.trim()}
            about={[report.about, penaltyWords(report)].filter(Boolean).join(' · ')}
          >
            <span className="faint" title={dateTime(report.submittedAt)}>
              {report.writer.identifier || report.writer.name}, {relativeTime(report.submittedAt, now)}
            </span>
          </ReportRow>
          {report.writer.userId === userId ? (
            <Text component="p" inherit c="var(--text-faint)" px={12} pb={8}>
              You wrote it: someone else has to approve it.
            </Text>
          ) : (
            <div style={{ padding: '0 12px' }}>
              <DecideButtons report={report} onDecided={() => focusPanel('reports')} />
            </div>
          )}
        </li>
      ))}
    </PanelList>
  )
}

function Jail({ serverId, mayRelease }: { serverId: number; mayRelease: boolean }) {
  const all = useJail(serverId)
  // Changes when one is released, not every second.
  const ids = useClock((now) =>
    inJail(all ?? [], now)
      .map(({ termId }) => termId)
      .join(),
  )
  if (!all) return <PanelLoading />
  const terms = all.filter(({ termId }) => ids.split(',').includes(String(termId)))
  if (terms.length === 0) return <PanelNote>Nobody is in jail.</PanelNote>
  return (
    <PanelList aria-label="In jail">
      {terms.map((term: JailTerm) => (
        <JailRow key={term.termId} term={term} mayRelease={mayRelease} />
      ))}
    </PanelList>
  )
}

type ReportRowProps = { onOpen: () => void; kind: ReportSummary['kind']; name: string; about?: string; children: ReactNode }

export const ReportRow = ({ onOpen, kind, ...rest }: ReportRowProps) => (
  <PanelRow
    onClick={onOpen}
    badge={
      <StatusBadge tone={KIND_TONES[kind]} variant="soft">
        {SHORT_KINDS[kind]}
      </StatusBadge>
    }
    {...rest}
  />
)

/** Drafts of one's own, to go on with. */
export function DraftRows({ drafts, userId }: { drafts: readonly ReportDraftSummary[]; userId: number }) {
  const now = useNow()
  return drafts.map((draft) => (
    <li key={`d${draft.draftId}`}>
      <ReportRow onOpen={() => openDraft(userId, draft.draftId)} kind={draft.kind} name={draftName(draft)}>
        <span className="faint">
          {draft.changes ? `change of ${draft.changes.number}` : 'draft'}, saved {relativeTime(draft.savedAt, now)}
        </span>
      </ReportRow>
    </li>
  ))
}
