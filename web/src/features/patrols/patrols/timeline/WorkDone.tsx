import { REPORT_KINDS, ReportKind, type PatrolDetail } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { clockTime } from '../../../../platform/format/local-times.ts'
import { Row, Stack } from '../../../../ui/layout.tsx'
import classes from './PatrolTimeline.module.css'
import { lengthWords } from './timeline.ts'

export function CallsWorked({ patrol: { callsWorked, calls, kind, endedAt }, now }: { patrol: PatrolDetail; now: Date }) {
  if (kind === 'civilian' && callsWorked.length === 0) return null
  return (
    <section>
      <h3 className={classes.title}>Calls worked</h3>
      {callsWorked.length === 0 ? (
        <p className="muted">
          {calls === 0 ? 'No calls.' : `Handled ${calls} ${calls === 1 ? 'call' : 'calls'} without being assigned to one.`}
        </p>
      ) : (
        <Stack as="ul" gap={6}>
          {callsWorked.map((call) => (
            <Row as="li" key={`${call.callId}${call.startedAt}`} nowrap gap={14} align="stretch">
              <span className={`mono ${classes.number}`}>{call.callId}</span>
              <span className="grow anywhere">
                {call.title} <span className="muted">{call.code}</span>
              </span>
              <span className="mono">{lengthWords(call.startedAt, call.endedAt ?? endedAt ?? now.toISOString())}</span>
            </Row>
          ))}
        </Stack>
      )}
    </section>
  )
}

export function ReportsWritten({ reports, isLinked }: { reports: PatrolDetail['reports']; isLinked: boolean }) {
  if (reports.length === 0) return null
  return (
    <section>
      <h3 className={classes.title}>Reports written</h3>
      <Stack as="ul" gap={6}>
        {reports.map(({ reportId, number, kind, at }) => (
          <Row as="li" key={reportId} nowrap gap={14} align="stretch">
            <span className={`mono ${classes.number}`}>
              {isLinked ? (
                <Link to="/user/reports/$reportId" params={{ reportId: String(reportId) }}>
                  {number}
                </Link>
              ) : (
                number
              )}
            </span>
            <span className="grow anywhere">{kindWords(kind)}</span>
            <span className="mono">{clockTime(at)}</span>
          </Row>
        ))}
      </Stack>
    </section>
  )
}

function kindWords(kind: string): string {
  const known = ReportKind.safeParse(kind)
  return known.success ? REPORT_KINDS[known.data].title : kind
}
