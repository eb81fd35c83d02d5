import { z } from 'zod'
import { EmergencyNumber } from '../dispatch/calls.ts'
import { gameText, Id, IdOrNone } from '../values.ts'

const line = (max: number) => gameText(max).default('')
const coordinate = z.number().min(-20_000).max(20_000).nullable().default(null)
const Place = z.object({ location: line(160), postal: line(16), x: coordinate, y: coordinate })
const EmergencyCall = Place.extend({ text: gameText(4000).min(1, 'Enter what happened'), caller: line(120) })
/** `number` is the emergency number that the player called, if it is another than the event's own. */
const NumberedCall = EmergencyCall.extend({ number: EmergencyNumber.optional() })
const Nothing = z.object({})

/** Events in the game that must be delivered exactly once. */
export const EVENT_PAYLOADS = {
  'call-911': NumberedCall,
  'call-311': EmergencyCall,
  panic: Place,
  status: z.object({ status: z.int().min(2).max(7) }),
  /** Omitted fields keep their previous values. The first time, the primary department is used and the call sign is required. */
  'duty-on': z.object({
    departmentId: Id.optional(),
    identifier: gameText(16).min(1).optional(),
    type: z.int().min(1).max(3).optional(),
    beatId: Id.nullable().optional(),
  }),
  'duty-off': Nothing,
  /** Made by a unit, or by a script without a player. `type` is the code of a call type, such as `ROBBERY`. */
  'call-created': Place.extend({
    type: gameText(20).optional(),
    priority: z.int().min(1).max(4).optional(),
    title: line(120),
    text: line(4000),
    caller: line(120),
    /** Whether the calling unit is attached to the call. */
    attach: z.boolean().default(false),
  }),
  /** Call 0 detaches from the current call. */
  'call-attached': z.object({ callId: IdOrNone }),
  /** Without a number, the unit's current call. */
  'call-cleared': z.object({ callId: Id.optional(), disposition: gameText(200).min(1).optional() }),
  'ping-answered': z.object({ pingId: Id }),
  /** A script took the money for the fine of a report. */
  'fine-paid': z.object({ reportId: Id }),
  /** A new call that was offered to the unit. Refused if another unit was faster, or if it arrives late. */
  'call-taken': z.object({ callId: Id }),
  /** A call of the type `TRAFFIC` with the unit on it. Refused if it arrives late. */
  'traffic-stop': Place.extend({ plate: line(12), model: line(60) }),
  'plate-read': Place.extend({ plate: gameText(12).min(1), model: line(60), camera: line(60) }),
} as const
export type EventKind = keyof typeof EVENT_PAYLOADS
export type EventPayload<K extends EventKind> = z.output<(typeof EVENT_PAYLOADS)[K]>
export const EventKind = z.enum(Object.keys(EVENT_PAYLOADS) as [EventKind, ...EventKind[]])
