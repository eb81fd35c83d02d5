import type { Call } from '@tenfour/contract'
import { isUnclaimed } from '../../calls/calls.port.ts'

export type Alarm = { readonly kind: 'panic' | '911'; readonly call: Call }
type Reader = {
  readonly userId: number
  /** Dispatchers are told of 911 calls too; every unit that answers to dispatch is told of panic. */
  readonly isDispatcher: boolean
  readonly acknowledged: ReadonlySet<number>
}

/** What a user has not acknowledged: open panic calls of others, and 911 calls nobody has claimed. Panic first, then the oldest. */
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
