import type { RoomSnapshot, ServerWhitelist } from '@tenfour/contract'
import { useEffect, useState } from 'react'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

export type Whitelists = RoomSnapshot<'whitelists'>
type Outcome = NonNullable<ServerWhitelist['lastPush']>['outcome']
type State = { readonly tone: StatusTone; readonly word: string }

/** The whitelists of all servers, live; undefined until the room has answered. */
export function useWhitelists(): Whitelists | undefined {
  const [whitelists, setWhitelists] = useState<Whitelists>()
  useEffect(
    () =>
      subscribe(
        'whitelists',
        {},
        {
          onSnapshot: setWhitelists,
          onDelta: ({ payload }) =>
            setWhitelists((before) => before && [...before.filter(({ serverId }) => serverId !== payload.serverId), payload]),
        },
      ),
    [],
  )
  return whitelists
}

export const PUSH_OUTCOMES: Record<Outcome, State> = {
  waiting: { tone: 'info', word: 'On its way' },
  'not connected': { tone: 'warning', word: 'Server not connected' },
  acknowledged: { tone: 'success', word: 'Acknowledged' },
  failed: { tone: 'danger', word: 'Failed' },
}

/** How up to date a server's whitelist is. */
export function whitelistState({ version, acknowledgedVersion, lastPush }: ServerWhitelist): State {
  if (acknowledgedVersion === version) return { tone: 'success', word: 'Up to date' }
  if (lastPush?.outcome === 'waiting' || lastPush?.outcome === 'failed') return PUSH_OUTCOMES[lastPush.outcome]
  return acknowledgedVersion === null ? { tone: 'off', word: 'Never synced' } : { tone: 'warning', word: 'Out of date' }
}

/** When the last push to each server was requested. */
export const lastPushTimes = (whitelists: Whitelists | undefined): ReadonlyMap<number, string | undefined> =>
  new Map(whitelists?.map(({ serverId, lastPush }) => [serverId, lastPush?.requestedAt]))

/** The outcome of a push requested after `before`; earlier pushes don't count. */
export function outcomeSince(whitelist: ServerWhitelist | undefined, before: string | undefined): Outcome {
  const push = whitelist?.lastPush
  return push && push.requestedAt !== before ? push.outcome : 'waiting'
}

/** '2 of 3 servers acknowledged. 1 is offline and will sync when it connects.' */
export function outcomeWords(outcomes: readonly Outcome[]): string {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
  const are = (number: number) => `${number} ${number === 1 ? 'is' : 'are'}`
  const [away, failed, waiting] = [count('not connected'), count('failed'), count('waiting')]
  return [
    `${count('acknowledged')} of ${outcomes.length} ${outcomes.length === 1 ? 'server' : 'servers'} acknowledged.`,
    waiting > 0 && `${are(waiting)} still to answer.`,
    away > 0 && `${are(away)} offline and will sync when ${away === 1 ? 'it connects' : 'they connect'}.`,
    failed > 0 && `${failed} failed and will be retried with the next heartbeat.`,
  ]
    .filter(Boolean)
    .join(' ')
}
