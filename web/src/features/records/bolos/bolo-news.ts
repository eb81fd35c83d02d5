import { UNIT_CLASS, type Bolo, type UnitClass } from '@tenfour/contract'
import type { RoomDelta } from '../../../platform/realtime/rooms.ts'
import { subjectOf } from './bolo-list.ts'

export type BoloNews = { readonly text: string; readonly hasSound: boolean }

type Listener = {
  readonly userId: number
  readonly unitClass: UnitClass
  /** Whether this page has just shown this hit as the result of a lookup. */
  readonly wasShownHere: (boloId: number) => boolean
  readonly now?: () => number
}

/** The same unit hitting the same BOLO again within this time is no news. */
const SAME_HIT_MS = 60_000
/** At most one sound in this time, however many are told. */
const SOUND_MS = 10_000
/** At most this many messages a minute; the list has them all. */
const MAX_A_MINUTE = 6

/** Decides which events are told to a unit. Police hear new ones and hits; dispatchers, who put most of them out, hear hits only. */
export function createBoloNews({ userId, unitClass, wasShownHere, now = Date.now }: Listener) {
  const hits = new Map<string, number>()
  let told: readonly number[] = []
  let soundAt = -Infinity

  const tell = (text: string, isHeard: boolean): BoloNews | null => {
    const at = now()
    told = told.filter((each) => at - each < 60_000)
    if (told.length >= MAX_A_MINUTE) return null
    told = [...told, at]
    const hasSound = isHeard && at - soundAt >= SOUND_MS
    if (hasSound) soundAt = at
    return { text, hasSound }
  }
  return (known: readonly Bolo[], delta: RoomDelta<'bolos'>): BoloNews | null => {
    if (delta.event === 'bolo.ended') return null
    if (delta.event === 'bolo.saved') {
      const bolo = delta.payload
      if (bolo.by.userId === userId || known.some(({ boloId }) => boloId === bolo.boloId)) return null
      return tell(`BOLO: ${subjectOf(bolo)}. ${bolo.reason}`, unitClass === UNIT_CLASS.Leo)
    }
    const { boloId, what, by, callId } = delta.payload
    const isOwn = by.userId === userId
    const key = `${boloId}:${by.userId}`
    const last = hits.get(key) ?? -Infinity
    hits.set(key, now())
    if (now() - last < SAME_HIT_MS || (isOwn && wasShownHere(boloId))) return null
    const who = isOwn ? 'by you' : `by ${by.identifier || by.name}`
    const reason = known.find((each) => each.boloId === boloId)?.reason
    return tell(`BOLO hit: ${what}, run ${who}${callId === null ? '' : ` on call ${callId}`}.${reason ? ` ${reason}` : ''}`, true)
  }
}
