import {
  BridgeSteam,
  CallPriority,
  UNIT_STATUS,
  UnitStatus,
  UnitType,
  type CurrentUser,
  type EventKind,
  type EventPayload,
  type EventResult,
  type PatrolUnit,
} from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findUnit, watches, type Draft } from '../../dispatch/board/board.port.ts'
import { callTypeByCode, type CallDispatch, type CallService, type GameCalls } from '../../dispatch/calls/calls.port.ts'
import type { DeskService } from '../../dispatch/desk/desk.port.ts'
import type { UnitService } from '../../dispatch/units/units.port.ts'
import type { PlateReads } from '../../records/lookups/lookups.port.ts'
import { notSpokenFor } from './bridge.actor.ts'
import { readHits } from './bridge.records.ts'

/** The portal's own services, so that actions in the game go through the same checks as actions on a page. */
export type Services = {
  readonly units: Pick<UnitService, 'save' | 'setStatus' | 'assign' | 'take'>
  readonly calls: Pick<CallService, 'create' | 'clear'>
  readonly dispatch: Pick<CallDispatch, 'panic'>
  readonly gameCalls: GameCalls
  readonly desk: Pick<DeskService, 'answer'>
  readonly runPlate: PlateReads['runPlate']
  readonly finePaid: (serverId: number, reportId: number) => Promise<void>
}

export type GameEvent = {
  readonly db: Db
  readonly serverId: number
  readonly services: Services
  /** The member who acted; null if the game server may not act for one, or if a script acted. */
  readonly actor: Actor | null
  /** Why the game server may not act for the player. Their 911 calls are accepted anyway, under their name in the game. */
  readonly whyNot: string | null
  /** The player's name in the game; empty for a script. */
  readonly playerName: string
  /** The event's id, used as the request id in logs. */
  readonly eventId: string
  /** Large if the portal could not be reached when it happened. */
  readonly lateBySeconds: number
}

type Kind<K extends EventKind> = {
  /** The returned value is the answer if no board changes. */
  readonly apply: (event: GameEvent, payload: EventPayload<K>) => Promise<EventResult | void>
  /** The answer to the game, based on the resulting board. */
  readonly result?: (draft: Draft, actor: Actor | null) => EventResult
}

const onCall: Kind<EventKind>['result'] = (draft, actor) => ({ ...newCall(draft), ...unitIn(draft, actor) })
const unitOnCall: Kind<EventKind>['result'] = (draft, actor) => {
  const { unit } = unitIn(draft, actor)
  return { ...(unit?.callId && { callId: unit.callId }), unit }
}

/** The effect of each kind of event. Refusal messages are shown to the player. */
export const KINDS: { readonly [K in EventKind]: Kind<K> } = {
  'call-911': { apply: (event, payload) => emergency(event, payload, '911'), result: onCall },
  'call-311': { apply: (event, payload) => emergency(event, payload, '311'), result: onCall },

  panic: {
    apply: async (event, place) => {
      const { actor } = await onDutyHere(event)
      await event.services.dispatch.panic(actor, place)
    },
    result: (draft, actor) => {
      const call = [...draft.after.calls.values()].find(({ panicUserId, status }) => panicUserId === actor?.userId && status !== 'cleared')
      return { ...(call && { callId: call.callId }), ...unitIn(draft, actor) }
    },
  },

  status: {
    apply: async (event, { status }) => {
      const { actor } = await onDutyHere(event)
      await event.services.units.setStatus(actor, actor.userId, UnitStatus.parse(status))
    },
    result: unitIn,
  },

  'duty-on': {
    apply: async (event, request) => {
      const actor = linked(event)
      const known = await findUnit(event.db, actor.userId)
      const departmentId = request.departmentId ?? known?.department.departmentId ?? firstDepartment(actor.user)
      const same = known?.department.departmentId === departmentId ? known : undefined
      const identifier = request.identifier ?? known?.identifier
      if (departmentId === undefined) throw new AppError('conflict', 'You belong to no department that goes on duty')
      if (identifier === undefined) throw new AppError('invalid_input', 'Say your call sign', 'identifier')
      await event.services.units.save(actor, {
        serverId: event.serverId,
        departmentId,
        identifier,
        type: UnitType.parse(request.type ?? same?.type ?? 1),
        beatId: request.beatId === undefined ? (same && isHere(event, same) ? same.beatId : null) : request.beatId,
      })
    },
    result: unitIn,
  },

  'duty-off': {
    apply: async (event) => {
      const actor = linked(event)
      const unit = await findUnit(event.db, actor.userId)
      if (!unit || (unit.status !== UNIT_STATUS.offDuty && unit.serverId !== event.serverId)) throw notOnDuty()
      await event.services.units.setStatus(actor, actor.userId, UNIT_STATUS.offDuty)
    },
    result: unitIn,
  },

  'call-created': {
    apply: async (event, { type = '911', text, attach, priority, ...words }) => {
      const { actor, serverId, db, services } = event
      const call = { ...words, serverId, narrative: text, priority: priority === undefined ? undefined : CallPriority.parse(priority) }
      if (!actor || !watches(actor, serverId)) return receive(event, { ...call, number: null, type, line: 'Reported in the game' })
      const { callTypeId } = await callTypeByCode(db, type)
      await services.calls.create(actor, { ...call, callTypeId, channel: '', unitIds: attach ? [actor.userId] : [] })
    },
    result: onCall,
  },

  'call-attached': {
    apply: async (event, { callId }) => {
      const { actor, unit } = await onDutyHere(event)
      await event.services.units.assign(actor, actor.userId, callId, unit.callId ?? 0)
    },
    result: unitOnCall,
  },

  'call-taken': {
    apply: async (event, { callId }) => {
      const { actor, unit } = await onDutyHere(event)
      // Nobody waits at the key for a portal that was away.
      if (event.lateBySeconds >= LATE_SECONDS) throw tooLate()
      await event.services.units.take(actor, callId, unit.callId ?? 0)
    },
    result: unitOnCall,
  },

  'traffic-stop': {
    apply: async (event, { plate, model, ...place }) => {
      const { actor } = await onDutyHere(event)
      if (event.lateBySeconds >= LATE_SECONDS) throw tooLate()
      const { callTypeId, name } = await callTypeByCode(event.db, 'TRAFFIC')
      await event.services.calls.create(actor, {
        ...place,
        serverId: event.serverId,
        callTypeId,
        title: [name, plate].filter(Boolean).join(': '),
        narrative: [model, plate].filter(Boolean).join(', '),
        caller: '',
        channel: '',
        unitIds: [actor.userId],
      })
    },
    result: onCall,
  },

  'call-cleared': {
    apply: async (event, { callId, disposition }) => {
      const { actor, unit } = await onDutyHere(event)
      const ended = callId ?? unit.callId
      if (ended === null) throw new AppError('conflict', 'You are not on a call')
      await event.services.calls.clear(actor, ended, disposition)
    },
    result: (draft, actor) => {
      const cleared = [...draft.after.calls.values()].find(({ status }) => status === 'cleared')
      return { ...(cleared && { callId: cleared.callId }), ...unitIn(draft, actor) }
    },
  },

  'ping-answered': {
    apply: async (event, { pingId }) => {
      await event.services.desk.answer(linked(event), pingId)
    },
  },

  'fine-paid': {
    apply: ({ serverId, services }, { reportId }) => services.finePaid(serverId, reportId),
  },

  'plate-read': {
    apply: async ({ actor, serverId, services, lateBySeconds }, { plate }) => {
      // An officer has no use for plates that they passed minutes ago.
      if (!actor || lateBySeconds >= LATE_SECONDS) return {}
      const read = await services.runPlate({ userId: actor.userId, serverId, plate })
      return read ? { hits: readHits(read) } : {}
    },
  },
}

type Words = {
  number?: string | undefined
  text: string
  caller: string
  location: string
  postal: string
  x: number | null
  y: number | null
}
const emergency = (event: GameEvent, { text, number, ...words }: Words, type: '911' | '311') => {
  const called = number ?? type
  return receive(event, {
    ...words,
    number: called,
    narrative: text,
    title: '',
    type,
    priority: undefined,
    line: `${called} call received`,
  })
}

type Received = Omit<Parameters<GameCalls['receive']>[0], 'by' | 'isByPlayer' | 'isOwn' | 'serverId'>
async function receive({ services, serverId, actor, playerName, eventId, lateBySeconds }: GameEvent, call: Received): Promise<void> {
  await services.gameCalls.receive({
    ...call,
    serverId,
    caller: call.caller || (actor ? '' : playerName),
    by: actor && { userId: actor.userId, name: actor.user.name, requestId: eventId },
    isByPlayer: actor !== null || playerName !== '',
    isOwn: actor !== null && !watches(actor, serverId),
    line:
      lateBySeconds < LATE_SECONDS ? call.line : `${call.line} ${Math.round(lateBySeconds / 60)} min late: the portal could not be reached`,
  })
}
const LATE_SECONDS = 90

function linked({ actor, whyNot }: GameEvent): Actor {
  if (!actor) throw notSpokenFor(whyNot)
  return actor
}

async function onDutyHere(event: GameEvent): Promise<{ actor: Actor; unit: PatrolUnit }> {
  const actor = linked(event)
  const unit = await findUnit(event.db, actor.userId)
  if (!unit || !isHere(event, unit)) throw notOnDuty()
  return { actor, unit }
}
const isHere = ({ serverId }: GameEvent, unit: PatrolUnit) => unit.serverId === serverId && unit.status !== UNIT_STATUS.offDuty
const tooLate = () => new AppError('conflict', 'The portal could not be reached in time: try again')
const notOnDuty = () => new AppError('conflict', 'You are not on duty on this server')

const firstDepartment = ({ userDepartments }: CurrentUser): number | undefined =>
  userDepartments.find(({ department }) => department.isCadEnabled)?.departmentId

function newCall({ before, after }: Draft): EventResult {
  const known = new Set(before.calls.map(({ callId }) => callId))
  const callId = [...after.calls.keys()].find((id) => !known.has(id))
  return callId === undefined ? {} : { callId }
}

function unitIn(draft: Draft, actor: Actor | null): EventResult {
  const unit = actor && draft.after.units.get(actor.userId)
  if (!unit) return {}
  const { identifier, unitClass, callId } = unit
  const status = unit.status === UNIT_STATUS.offDuty ? null : unit.status
  return { unit: { steam: steamHexOf(actor), identifier, unitClass, status, callId } }
}

/** Null for none, or for one that no player can have. */
const steamHexOf = ({ user }: Actor): string | null => BridgeSteam.safeParse(user.steamId).data ?? null
