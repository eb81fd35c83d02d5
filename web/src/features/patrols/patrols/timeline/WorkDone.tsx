import { REPORT_KINDS, ReportKind, type PatrolDetail } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { clockTime } from '../../../../platform/format/clock-times.ts'
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
        <ul className={classes.work}>
          {callsWorked.map((call) => (
            <li key={`${call.callId}${call.startedAt}`}>
              <span className={`mono ${classes.number}`}>{call.callId}</span>
              <span className={classes.words}>
                {call.title} <span className="muted">{call.code}</span>
              </span>
              <span className="mono">{lengthWords(call.startedAt, call.endedAt ?? endedAt ?? now.toISOString())}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function ReportsWritten({ reports, isLinked }: { reports: PatrolDetail['reports']; isLinked: boolean }) {
  if (reports.length === 0) return null
  return (
    <section>
      <h3 className={classes.title}>Reports written</h3>
      <ul className={classes.work}>
        {reports.map(({ reportId, number, kind, at }) => (
          <li key={reportId}>
            <span className={`mono ${classes.number}`}>
              {isLinked ? (
                <Link to="/user/reports/$reportId" params={{ reportId: String(reportId) }}>
                  {number}
                </Link>
              ) : (
                number
              )}
            </span>
            <span className={classes.words}>{kindWords(kind)}</span>
            <span className="mono">{clockTime(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function kindWords(kind: string): string {
  const known = ReportKind.safeParse(kind)
  return known.success ? REPORT_KINDS[known.data].title : kind
}
