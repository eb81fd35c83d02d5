import { LatencyBadge } from '../../../platform/realtime/LatencyBadge.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useBoard } from '../../dispatch/board/board.port.ts'
import classes from './DesktopBar.module.css'

/** The connection state and latency. */
export function Connection() {
  const phase = useBoard((state) => state.phase)
  return (
    <span className={classes.connection} title={phase === 'live' ? 'What you see is live' : undefined}>
      {phase === 'loading' && <StatusBadge tone="neutral">Connecting…</StatusBadge>}
      {phase === 'lost' && <StatusBadge tone="warning">Reconnecting…</StatusBadge>}
      {phase === 'closed' && <StatusBadge tone="danger">Closed</StatusBadge>}
      {phase === 'live' && <LatencyBadge className={classes.latency} />}
    </span>
  )
}
