import { UNIT_CLASS, type BridgeCall, type BridgeEvent, type PlateHits } from '@tenfour/contract'
import type { Notice } from '../net.ts'
import type { Texts } from '../texts.ts'
import { isHit, plateNotice } from './answers.ts'
import type { CallsInHand } from './calls-in-hand.ts'
import { coordinatesOf } from './players.ts'
import type { EventAnswer, Events, PutResult } from './events.ts'
import type { Plates } from './plates.ts'
import type { Units } from './units.ts'

/** The vehicle ahead as the player's game describes it, and where that is. */
export type StoppedVehicle = {
  readonly plate: string
  readonly model: string
  readonly place: { readonly location: string; readonly postal: string }
}

type Options = {
  readonly events: Pick<Events, 'put'>
  readonly units: Pick<Units, 'of'>
  readonly inHand: Pick<CallsInHand, 'callOf'>
  readonly plates: Plates<EventAnswer>
  readonly isConnected: () => boolean
  readonly notify: (source: string, notice: Notice) => void
  readonly texts: Texts
  /** How a player ends a stop: by a key or a command. */
  readonly hint: string
}

const TYPE = 'TRAFFIC'
const ON_SCENE = 6

/** Traffic stops: one command or key begins one with the vehicle ahead, and ends it. */
export function createTrafficStops({ events, units, inHand, plates, isConnected, notify, texts, hint }: Options) {
  /** Players whose stop is not answered yet. */
  const beginning = new Set<string>()
  const begun = new Map<string, number>()
  /** Events that follow from a stop, whose own notices would say the same again. */
  const quiet = new Set<string>()
  const say = (source: string, text: string, tone: Notice['tone']) => notify(source, { title: texts('stop.title'), text, tone })

  const runPlate = (source: string, plate: string, model: string): void => {
    const id = plates.take(source, plate, () => events.put('plate-read', source, { plate, model, ...coordinatesOf(source) }).id)
    if (id === null) return
    const show = ({ hits }: { readonly hits?: PlateHits | undefined }) => {
      if (hits) notify(source, plateNotice(hits, texts))
    }
    const known = plates.answerTo(id)
    if (known?.ok) show(known.result)
    // A hit is shown to every reader of a plate.
    else plates.whenAnswered(id, (answer) => void (answer.ok && answer.result.hits && !isHit(answer.result.hits) && show(answer.result)))
  }

  return {
    press: (source: string, vehicle: StoppedVehicle | null, disposition: string): PutResult | void => {
      const unit = units.of(source)
      if (!unit) return say(source, texts('duty.needed'), 'error')
      const { callId } = unit
      if (callId !== null && (inHand.callOf(source)?.type === TYPE || begun.get(source) === callId))
        return events.put('call-cleared', source, { callId, ...(disposition !== '' && { disposition }) })
      if (unit.unitClass !== UNIT_CLASS.Leo) return say(source, texts('stop.police'), 'error')
      if (callId !== null) return say(source, texts('stop.onCall', { call: callId }), 'error')
      if (beginning.has(source)) return undefined
      if (!isConnected()) return say(source, texts('away'), 'error')
      if (!vehicle) return say(source, texts('stop.noVehicle'), 'error')
      const { plate, model, place } = vehicle
      beginning.add(source)
      return events.put('traffic-stop', source, { plate, model, ...place, ...coordinatesOf(source) })
    },
    /** Whether the player began this call themselves. */
    isOwn: (source: string, { callId, type }: BridgeCall): boolean =>
      begun.get(source) === callId || (beginning.has(source) && type === TYPE),
    isQuiet: (eventId: string): boolean => quiet.has(eventId),
    answered: (source: string, { id, kind, payload }: BridgeEvent, answer: EventAnswer): void => {
      quiet.delete(id)
      if (kind !== 'traffic-stop') return
      beginning.delete(source)
      if (!answer.ok || answer.result.callId === undefined) return
      const { callId } = answer.result
      begun.set(source, callId)
      say(source, texts('stop.begun', { call: callId, hint }), 'info')
      quiet.add(events.put('status', source, { status: ON_SCENE }).id)
      const { plate, model } = payload
      if (typeof plate === 'string' && plate !== '') runPlate(source, plate, typeof model === 'string' ? model : '')
    },
    left: (source: string): void => {
      beginning.delete(source)
      begun.delete(source)
    },
  }
}
export type TrafficStops = ReturnType<typeof createTrafficStops>
