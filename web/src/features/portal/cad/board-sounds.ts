import { isDispatcher, type Call, type CallType } from '@tenfour/contract'
import type { Sound } from '../../../platform/sounds/recipes.ts'
import type { BoardState } from '../../dispatch/board/board.port.ts'

type Listener = {
  readonly userId: number
  readonly now: number
  /** Whether this page just sent the unit to the call. */
  readonly wasSentFromHere: (userId: number, callId: number) => boolean
  /** A type may have a sound of its own. */
  readonly typeOf?: (callTypeId: number) => Pick<CallType, 'sound'> | undefined
}

/** After a reconnect, tones up to this old still play. */
const TONE_NEWS_MS = 60_000

/** The sounds for the transition between two board states. The initial state is silent. */
export function soundsBetween(before: BoardState, after: BoardState, { userId, now, wasSentFromHere, typeOf }: Listener): readonly Sound[] {
  const wasKnown = before.phase === 'live' || before.phase === 'lost'
  if (!wasKnown || after.phase !== 'live' || before.serverId !== after.serverId) return []
  const own = after.units.get(userId)
  const callId = own?.callId ?? null
  const isSent = callId !== null && callId !== (before.units.get(userId)?.callId ?? null) && !wasSentFromHere(userId, callId)
  const fresh = after.calls === before.calls ? [] : [...after.calls.values()].filter(({ callId: id }) => !before.calls.has(id))
  const hasPanic = fresh.some(({ panicUserId }) => panicUserId !== null && panicUserId !== userId)
  const ringing = own !== undefined && isDispatcher(own) && fresh.find((call) => isWaiting(call) && call.createdBy?.userId !== userId)
  const soundOf = (call: Call | undefined, usual: Sound): Sound => {
    const sound = (call && typeOf?.(call.callTypeId)?.sound) ?? 'usual'
    return sound === 'usual' ? usual : sound
  }
  const heard = new Set(before.tones.map(({ toneId }) => toneId))
  const hasTone =
    own !== undefined &&
    after.tones.some(
      ({ toneId, classes, by, at }) =>
        !heard.has(toneId) && by.userId !== userId && classes.some((each) => each === own.unitClass) && now - Date.parse(at) < TONE_NEWS_MS,
    )
  const sounds: Sound[] = []
  if (hasPanic) sounds.push('panic')
  if (ringing) sounds.push(soundOf(ringing, 'callWaiting'))
  if (hasTone) sounds.push('tone')
  if (isSent) sounds.push(soundOf(after.calls.get(callId), 'newCallAssigned'))
  return [...new Set(sounds)]
}

/** An unassigned 911 call. Calls created by officers and other dispatchers are already being handled. */
const isWaiting = ({ source, status }: Call): boolean => status === 'pending' && (source === '911' || source === '911-game')

/** The words said aloud with a sound, to members who want it: the call they are sent to, the message of a tone, who is in need. */
export function wordsFor(sound: Sound, before: BoardState, after: BoardState, userId: number): string | undefined {
  const fresh = [...after.calls.values()].filter(({ callId }) => !before.calls.has(callId))
  switch (sound) {
    case 'newCallAssigned':
      return callWords(after.calls.get(after.units.get(userId)?.callId ?? 0))
    case 'tone':
      return after.tones.findLast(({ toneId }) => !before.tones.some((each) => each.toneId === toneId))?.message || 'A tone from dispatch'
    case 'panic': {
      const panic = fresh.find(({ panicUserId }) => panicUserId !== null && panicUserId !== userId)
      const unit = after.units.get(panic?.panicUserId ?? 0)
      return `Panic button${unit ? `, ${spelled(unit.identifier)}` : ''}${panic?.location ? `, ${panic.location}` : ''}`
    }
    case 'callWaiting':
      return callWords(fresh.find(isWaiting))
    default:
      return undefined
  }
}

const callWords = (call: Call | undefined) =>
  call && [call.title, call.location, call.postal && `postal ${call.postal}`].filter(Boolean).join(', ')
/** '4 L 12', so that a voice does not read a call sign as a word. */
const spelled = (identifier: string) => identifier.replaceAll(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, ' ')
