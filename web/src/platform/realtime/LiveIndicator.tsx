import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useConnectionState, connection, type ConnectionState } from './connection.ts'
import { useSyncExternalStore } from 'react'
import { echo } from './realtime.ts'

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

const EVERY_MS = 10_000
const TIMEOUT_MS = 5000

const SLOW_MS = 300
const VERY_SLOW_MS = 1000

/** How a round trip feels to someone at work: what is done is seen at once, after a moment, or late. */
export function latencyLevel(latency: number | null): 'good' | 'slow' | 'very slow' {
  if (latency === null || latency <= SLOW_MS) return 'good'
  return latency <= VERY_SLOW_MS ? 'slow' : 'very slow'
}

type Options = {
  readonly connection: { readonly get: () => ConnectionState; readonly subscribe: (listener: () => void) => () => void }
  readonly echo: (timeoutMs: number) => Promise<boolean>
  readonly now?: () => number
}

/** The portal's round-trip time in milliseconds, measured only while observed; null while unknown. */
export function createLatency({ connection: link, echo: ask, now = () => performance.now() }: Options) {
  const listeners = new Set<() => void>()
  let latency: number | null = null
  let stop: (() => void) | undefined

  const setLatency = (next: number | null) => {
    if (next === latency) return
    latency = next
    for (const listener of listeners) listener()
  }
  const measure = async () => {
    if (link.get() !== 'live') return setLatency(null)
    const sentAt = now()
    const isAnswered = await ask(TIMEOUT_MS)
    if (link.get() === 'live') setLatency(isAnswered ? Math.max(1, Math.round(now() - sentAt)) : null)
  }
  const start = () => {
    const timer = setInterval(() => void measure(), EVERY_MS)
    const stopFollowing = link.subscribe(() => void measure())
    void measure()
    return () => {
      clearInterval(timer)
      stopFollowing()
      latency = null
    }
  }
  return {
    get: () => latency,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      stop ??= start()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}

const latency = createLatency({ connection, echo })
const useLatency = (): number | null => useSyncExternalStore(latency.subscribe, latency.get)
