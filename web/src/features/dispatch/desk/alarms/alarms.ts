import type { Call, CallType } from '@tenfour/contract'
import type { BoardState } from '../../board/board.port.ts'
import { headlineOf, isUnclaimed, numberOf } from '../../calls/calls.port.ts'

export type Alarm = { readonly kind: 'panic' | '911'; readonly call: Call }
type Reader = {
  readonly userId: number
  /** Dispatchers are told of 911 calls too; every unit that answers to dispatch is told of panic. */
  readonly isDispatcher: boolean
  readonly acknowledged: ReadonlySet<number>
}

/** The alarms a user has not acknowledged: open panic calls of others, and 911 calls nobody has claimed. Panic first, then the oldest. */
export function alarmsFor(calls: Iterable<Call>, { userId, isDispatcher, acknowledged }: Reader): readonly Alarm[] {
  const kindOf = (call: Call): Alarm['kind'] | null => {
    if (acknowledged.has(call.callId) || call.status === 'cleared') return null
    // Acknowledged in another browser of the user.
    if (call.panicAcknowledgedBy.some((by) => by.userId === userId)) return null
    if (call.panicUserId !== null) return call.panicUserId === userId ? null : 'panic'
    return isDispatcher && isUnclaimed(call) ? '911' : null
  }
  return Array.from(calls)
    .flatMap((call): Alarm[] => {
      const kind = kindOf(call)
      return kind ? [{ kind, call }] : []
    })
    .toSorted((a, b) => Number(b.kind === 'panic') - Number(a.kind === 'panic') || a.call.callId - b.call.callId)
}

/** The open call of the user's own panic button. */
export const ownPanicOf = (calls: Iterable<Call>, userId: number): Call | undefined =>
  Array.from(calls).find((call) => call.panicUserId === userId && call.status !== 'cleared')

/** Who acknowledged a panic alarm: 'Acknowledged by D-3 M. Okafor, E51 Fay Moss and 2 more'. */
export function acknowledgedWords({ panicAcknowledgedBy }: Pick<Call, 'panicAcknowledgedBy'>): string {
  if (panicAcknowledgedBy.length === 0) return 'Nobody has acknowledged it yet'
  const names = panicAcknowledgedBy.slice(0, NAMED).map(({ identifier, name }) => `${identifier} ${name}`)
  const others = panicAcknowledgedBy.length - names.length
  return `Acknowledged by ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}
const NAMED = 2

type Known = { readonly units: BoardState['units']; readonly types: ReadonlyMap<number, CallType> }

/** Who pressed the panic button, or what the caller said. */
export function alarmWords({ kind, call }: Alarm, { units, types }: Known): { readonly headline: string; readonly details: string } {
  const unit = kind === 'panic' && call.panicUserId !== null ? units.get(call.panicUserId) : undefined
  const place = [call.location, call.postal].filter(Boolean).join(' ') || 'No location'
  return {
    headline: unit ? `${unit.identifier} ${unit.name}` : headlineOf(call, types),
    details: [unit ? '' : call.caller, place, kind === '911' ? 'unclaimed' : ''].filter(Boolean).join(' · '),
  }
}

/** For the window's title: '(2) PANIC', or null. */
export function titleMarkOf(alarms: readonly Alarm[]): string | null {
  const [first] = alarms
  return first ? `(${alarms.length}) ${first.kind === 'panic' ? 'PANIC' : numberOf(first.call)} · ` : null
}
