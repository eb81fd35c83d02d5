import type { Call, CallType } from '@tenfour/contract'
import type { BoardState } from '../../board/board.port.ts'
import { headlineOf, isUnclaimed } from '../../calls/calls.port.ts'

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
  return first ? `(${alarms.length}) ${first.kind === 'panic' ? 'PANIC' : '911'} · ` : null
}

/** '1 panic, 2 911 calls'. */
export function countWords(alarms: readonly Alarm[]): string {
  const panics = alarms.filter(({ kind }) => kind === 'panic').length
  const others = alarms.length - panics
  return [panics > 0 && `${panics} panic`, others > 0 && `${others} 911 ${others === 1 ? 'call' : 'calls'}`].filter(Boolean).join(', ')
}
