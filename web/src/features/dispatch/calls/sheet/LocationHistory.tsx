import { useQuery } from '@tanstack/react-query'
import type { Call } from '@tenfour/contract'
import { relativeTime } from '../../../../platform/format/dates.ts'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import { selectCall } from '../../../../panels/selection.ts'
import { locationHistoryQuery } from '../calls.queries.ts'
import classes from './CallSheet.module.css'

/** Earlier calls at the same place, for the units that go there. */
export function LocationHistory({ call }: { call: Call }) {
  const { data: past } = useQuery(locationHistoryQuery(call))
  if (!past || past.length === 0) return null
  return (
    <details className={classes.history}>
      <summary>
        {past.length} earlier {past.length === 1 ? 'call' : 'calls'} at this place
      </summary>
      <ul>
        {past.map(({ callId, title, priority, createdAt, status, disposition }) => (
          <li key={callId}>
            <button type="button" className={classes.pastCall} onClick={() => selectCall(callId)}>
              <PriorityBadge priority={priority} />
              <span className="mono">{callId}</span>
              <span className={classes.pastTitle}>{title}</span>
              <span className="muted">{status === 'cleared' ? (disposition ?? 'Cleared') : 'Open'}</span>
              <span className="faint">{relativeTime(createdAt)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
