import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useConnectionState } from './connection.ts'
import { latencyLevel, useLatency } from './latency.ts'

/** Whether the data shown is live; with `onlyTrouble`, renders nothing while it is. */
export function LiveIndicator({ onlyTrouble = false }: { onlyTrouble?: boolean }) {
  const state = useConnectionState()
  if (state === 'off' || (onlyTrouble && state !== 'lost')) return null
  return (
    // Only the bar's indicator is announced; announcing this one too would repeat it.
    <output aria-live={onlyTrouble ? 'polite' : 'off'}>
      {state === 'live' && <StatusBadge tone="available">Live</StatusBadge>}
      {state === 'connecting' && <StatusBadge tone="neutral">Connecting…</StatusBadge>}
      {state === 'lost' && <StatusBadge tone="warning">Reconnecting…</StatusBadge>}
    </output>
  )
}

const TONES = { good: 'available', slow: 'warning', 'very slow': 'danger' } as const

/** The round-trip time of a live connection. */
export function LatencyBadge({ className }: { className?: string }) {
  const latency = useLatency()
  const level = latencyLevel(latency)
  return (
    <StatusBadge tone={TONES[level]}>
      <span className={className}>{latency === null ? 'Live' : `${latency} ms`}</span>
      {level !== 'good' && ` ${level}`}
    </StatusBadge>
  )
}
