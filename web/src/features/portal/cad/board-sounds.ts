import { isDispatcher, type Call } from '@tenfour/contract'
import type { Sound } from '../../../platform/sounds/recipes.ts'
import type { BoardState } from '../../dispatch/board/board.port.ts'

type Listener = {
  readonly userId: number
  readonly now: number
  /** Whether this page just sent the unit to the call. */
  readonly wasSentFromHere: (userId: number, callId: number) => boolean
}

/** After a reconnect, tones up to this old still play. */
const TONE_NEWS_MS = 60_000

/** The sounds for the transition between two board states. The initial state is silent. */
export function soundsBetween(before: BoardState, after: BoardState, { userId, now, wasSentFromHere }: Listener): readonly Sound[] {
  const wasKnown = before.phase === 'live' || before.phase === 'lost'
  if (!wasKnown || after.phase !== 'live' || before.serverId !== after.serverId) return []
  const own = after.units.get(userId)
  const callId = own?.callId ?? null
  const isSent = callId !== null && callId !== (before.units.get(userId)?.callId ?? null) && !wasSentFromHere(userId, callId)
  const fresh = after.calls === before.calls ? [] : [...after.calls.values()].filter(({ callId: id }) => !before.calls.has(id))
  const hasPanic = fresh.some(({ panicUserId }) => panicUserId !== null && panicUserId !== userId)
  const isRinging = own !== undefined && isDispatcher(own) && fresh.some((call) => isWaiting(call) && call.createdBy?.userId !== userId)
  const heard = new Set(before.tones.map(({ toneId }) => toneId))
  const hasTone =
    own !== undefined &&
    after.tones.some(
      ({ toneId, classes, by, at }) =>
        !heard.has(toneId) && by.userId !== userId && classes.some((each) => each === own.unitClass) && now - Date.parse(at) < TONE_NEWS_MS,
    )
  const sounds: Sound[] = []
  if (hasPanic) sounds.push('panic')
  if (isRinging) sounds.push('callWaiting')
  if (hasTone) sounds.push('tone')
  if (isSent) sounds.push('newCallAssigned')
  return sounds
}

/** An unassigned 911 call. Calls created by officers and other dispatchers are already being handled. */
const isWaiting = ({ source, status }: Call): boolean => status === 'pending' && (source === '911' || source === '911-game')
