import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { latencyLevel, useLatency } from './latency.ts'

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
