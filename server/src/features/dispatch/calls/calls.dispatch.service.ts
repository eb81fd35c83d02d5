import {
  isDispatcher,
  UNIT_CLASS,
  UNIT_CLASS_WORDS,
  UNIT_STATUS,
  type Call,
  type CallTransfer,
  type CallUnitsChange,
  type PanicInput,
  type PastCall,
  type PatrolUnit,
} from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError, assertAllowed } from '../../../platform/errors.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import { authorOf, directs, watches, type Board, type Draft } from '../board/board.port.ts'
import { mergeCalls } from './calls.merge.ts'
import { acknowledge, panicCall, panicOf, pressAgain, standDown } from './calls.panic.ts'
import type { PlaceOnMap } from './calls.place.ts'
import * as repo from './calls.repo.ts'

export type CallDispatch = ReturnType<typeof createCallDispatch>
type Act = Parameters<Board['act']>[0]

type Deps = {
  readonly db: Db
  readonly board: Board
  readonly placeOnMap: PlaceOnMap
  readonly countPanic: HourlyLimit
}

/** Everything about calls except their content: which units they concern, assignments, merging, transfers, panic. */
export function createCallDispatch({ db, board, placeOnMap, countPanic }: Deps) {
  const actOn = async (actor: Actor, callId: number, wanted: Act['wanted'], decide: Act['decide']): Promise<Draft> => {
    const missing = new AppError('not_found', 'There is no such call', 'callId')
    return (await board.act({ by: authorOf(actor), where: { callId }, wanted, missing, decide })).draft
  }

  return {
    changeUnits: async (actor: Actor, callId: number, { attach, detach }: CallUnitsChange): Promise<PatrolUnit[]> => {
      const userIds = [...detach, ...attach.map(({ userId }) => userId)]
      const draft = await actOn(actor, callId, { userIds, callIds: [callId] }, (drafted) => {
        const { serverId } = drafted.call(callId)
        assertAllowed(directs(actor, serverId) || (watches(actor, serverId) && userIds.every((userId) => userId === actor.userId)))
        drafted.openCall(callId)
        for (const userId of detach) drafted.send(assertKnown(drafted, userId, 'detach'), 0, callId)
        for (const { userId, from } of attach) drafted.send(assertKnown(drafted, userId, 'attach'), callId, from)
      })
      return userIds.map((userId) => draft.unit(userId))
    },

    merge: async (actor: Actor, callId: number, into: number): Promise<Call> => {
      if (callId === into) throw new AppError('invalid_input', "A call can't be merged into itself", 'into')
      const draft = await actOn(actor, callId, { userIds: [], callIds: [callId, into] }, async (drafted, context) => {
        const { serverId } = drafted.call(callId)
        assertAllowed(directs(actor, serverId))
        if (drafted.after.calls.get(into)?.serverId !== serverId) throw new AppError('not_found', 'There is no such call', 'into')
        mergeCalls(drafted, callId, into, await repo.notesOf(await context.tx(), callId))
      })
      return draft.call(into)
    },

    transfer: async (actor: Actor, callId: number, { handlerUserId, classes }: CallTransfer): Promise<Call> => {
      const userIds = typeof handlerUserId === 'number' ? [handlerUserId] : []
      const draft = await actOn(actor, callId, { userIds, callIds: [callId] }, async (drafted, context) => {
        const call = drafted.call(callId)
        assertAllowed(directs(actor, call.serverId))
        drafted.openCall(callId)
        const before = { ...call }
        if (handlerUserId !== undefined) handOver(drafted, call, handlerUserId)
        if (classes !== undefined) setClasses(drafted, call, classes)
        if (before.handlerUserId === call.handlerUserId && before.classes === call.classes) return
        const names = await repo.userNames(await context.tx(), [before.handlerUserId, call.handlerUserId])
        const auditedFields = (each: Call) => ({
          handler: each.handlerUserId === null ? null : names.get(each.handlerUserId),
          concerns: each.classes.map((unitClass) => UNIT_CLASS_WORDS[unitClass]),
        })
        drafted.audit('call.transferred', {
          subjectType: 'call',
          subjectId: callId,
          before: auditedFields(before),
          after: auditedFields(call),
        })
      })
      return draft.call(callId)
    },

    panic: async (actor: Actor, place: PanicInput): Promise<Call> => {
      const { userId } = actor
      let callId = 0
      const { draft } = await board.act({
        by: authorOf(actor),
        where: { userId },
        wanted: { userIds: [userId], callIds: [] },
        missing: new AppError('conflict', 'You are off duty'),
        decide: async (drafted, context) => {
          const unit = drafted.unitOnDuty(userId)
          assertAllowed(watches(actor, unit.serverId) && unit.unitClass !== UNIT_CLASS.Other)
          const open = panicOf(drafted, userId)
          const tx = await context.tx()
          const given = { ...place, ...(await placeOnMap.ofNew(tx, unit.serverId, place)) }
          if (open) {
            callId = open.callId
            return pressAgain(drafted, unit, open, given)
          }
          // Only an alarm that is really raised counts: nothing that was refused may use up a later one.
          await countPanic(userId)
          callId = await repo.nextCallId(tx)
          panicCall(drafted, unit, callId, await repo.panicCallType(tx), given)
        },
      })
      return draft.call(callId)
    },

    standDown: async (actor: Actor): Promise<Call> => {
      const { userId } = actor
      let callId = 0
      const { draft } = await board.act({
        by: authorOf(actor),
        where: { userId },
        wanted: { userIds: [userId], callIds: [] },
        missing: new AppError('conflict', 'You are off duty'),
        decide: (drafted) => {
          callId = standDown(drafted, drafted.unitOnDuty(userId)).callId
        },
      })
      return draft.call(callId)
    },

    acknowledge: async (actor: Actor, callId: number): Promise<Call> => {
      const { userId } = actor
      const draft = await actOn(actor, callId, { userIds: [userId], callIds: [callId] }, (drafted) => {
        const call = drafted.call(callId)
        assertAllowed(watches(actor, call.serverId))
        acknowledge(drafted, drafted.unitOnDuty(userId), call)
      })
      return draft.call(callId)
    },

    locationHistory: (serverId: number, place: { location: string; postal: string; except?: number | undefined }): Promise<PastCall[]> =>
      repo.callsAt(db, serverId, place),
  }
}

function assertKnown(draft: Draft, userId: number, field: string): number {
  if (!draft.after.units.has(userId)) throw new AppError('not_found', 'There is no such unit', field)
  return userId
}

function handOver(draft: Draft, call: Call, handlerUserId: number | null): void {
  if (call.handlerUserId === handlerUserId) return
  const handler = handlerUserId === null ? undefined : draft.after.units.get(handlerUserId)
  if (handlerUserId !== null && !(handler && dispatchesHere(handler, call.serverId))) {
    throw new AppError('invalid_input', 'Only a dispatcher on duty on this server can handle a call', 'handlerUserId')
  }
  call.handlerUserId = handlerUserId
  draft.log(call.callId, handler ? `${handler.name} (${handler.identifier}) handles this call` : 'Nobody handles this call')
}

const dispatchesHere = (unit: PatrolUnit, serverId: number) =>
  unit.serverId === serverId && unit.status !== UNIT_STATUS.offDuty && isDispatcher(unit)

function setClasses(draft: Draft, call: Call, classes: Call['classes']): void {
  const next = [...new Set(classes)].toSorted((a, b) => a - b)
  if (next.join() === call.classes.toSorted((a, b) => a - b).join()) return
  call.classes = next
  draft.log(call.callId, `Concerns ${next.map((unitClass) => UNIT_CLASS_WORDS[unitClass]).join(' and ')} now`)
}
