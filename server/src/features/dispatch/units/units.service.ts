import {
  isDispatcher,
  UNIT_CLASS,
  UNIT_STATUS,
  UNIT_TYPE,
  unitClassOf,
  type Beat,
  type checkIdentifier,
  type Dispatcher,
  type PatrolUnit,
  type ResponseOf,
  type UnitClass,
  type UnitInput,
  type UnitStatus,
  type UnitType,
} from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError, assertAllowed } from '../../../platform/errors.ts'
import { runEach } from '../../../platform/turns.ts'
import { authorOf, directs, findUnit, watches, type Board, type BoardLists } from '../board/board.port.ts'
import { callSignProposals, freeCallSign } from '../../people/call-signs/call-signs.port.ts'
import * as repo from './units.repo.ts'

export type UnitService = ReturnType<typeof createUnitService>
type Act = Parameters<Board['act']>[0]
type Draft = Parameters<Act['decide']>[0]
type Context = Parameters<Act['decide']>[1]

export function createUnitService({ db, board, lists }: { db: Db; board: Board; lists: BoardLists }) {
  /** Acts on an existing unit; allowed for its member and for those who direct its server. */
  const actOn = async (actor: Actor, userId: number, callIds: readonly number[], decide: Act['decide']): Promise<PatrolUnit> => {
    const missing = new AppError('not_found', 'This member was never on duty', 'userId')
    const where = { userId }
    const { draft } = await board.act({
      by: authorOf(actor),
      where,
      wanted: { userIds: [userId], callIds },
      missing,
      decide: (drafted, context) => {
        assertAllowed(actor.userId === userId || directs(actor, drafted.unit(userId).serverId))
        return decide(drafted, context)
      },
    })
    return draft.unit(userId)
  }

  return {
    beats: (): Promise<Beat[]> => repo.activeBeats(db),

    list: (serverId: number): Promise<PatrolUnit[]> => lists.units(serverId),

    get: async (actor: Actor, userId: number): Promise<PatrolUnit | null> => {
      const unit = await findUnit(db, userId)
      assertAllowed(actor.userId === userId || unit === null || watches(actor, unit.serverId))
      return unit
    },

    save: async (actor: Actor, input: UnitInput): Promise<PatrolUnit> => {
      const { userId } = actor
      const callIds = input.callId ? [input.callId] : []
      if (input.userId !== undefined && input.userId !== userId) {
        const other = input.userId
        return actOn(actor, other, callIds, async (drafted, context) => {
          const unit = drafted.unit(other)
          if (
            input.serverId !== unit.serverId ||
            input.departmentId !== unit.department.departmentId ||
            input.type !== unit.type ||
            isOtherType(input, unit)
          ) {
            throw new AppError('conflict', `Only ${unit.identifier} can change their server, department or type`)
          }
          if (input.beatId !== unit.beatId) await changeBeat(drafted, context, other, input.beatId)
          if (input.identifier !== unit.identifier) drafted.rename(other, input.identifier)
          if (!isOnDuty(unit) && (input.status ?? unit.status) !== UNIT_STATUS.offDuty) throw onlyThemselves(unit)
          applyUpdates(drafted, other, input)
        })
      }
      const { draft } = await board.act({
        by: authorOf(actor),
        where: { userId, serverIds: [input.serverId] },
        wanted: { userIds: [userId], callIds },
        missing: noSuchServer(),
        decide: async (drafted, context) => {
          if (!context.serverIds.includes(input.serverId)) throw noSuchServer()
          const before = drafted.before.units.find((unit) => unit.userId === userId)
          const tx = await context.tx()
          const department = await departmentFor(tx, userId, input)
          if (input.beatId !== null && !(await repo.isBeat(tx, input.beatId))) throw noSuchBeat()
          const unitClass = unitClassOf(department.type)
          const typeId = await typeIdFor(tx, input, unitClass, before)
          const isSamePlace = before && before.serverId === input.serverId && before.department.departmentId === input.departmentId
          // Another department or server means another patrol: the unit leaves its call.
          if (before && !isSamePlace) drafted.release(userId, `${before.identifier} left`)
          if (before && isSamePlace) drafted.rename(userId, input.identifier)
          const { now } = drafted
          const stays = before && (isOnDuty(before) || input.status === UNIT_STATUS.offDuty)
          drafted.put({
            userId,
            name: actor.user.name,
            serverId: input.serverId,
            department,
            unitClass,
            identifier: input.identifier,
            type: input.type,
            typeId,
            beatId: input.beatId,
            channel: stays && isSamePlace ? before.channel : '',
            beatSince: input.beatId === null ? null : before?.beatId === input.beatId ? before.beatSince : now,
            ...(stays && isSamePlace
              ? pickStatus(before)
              : {
                  status: UNIT_STATUS.inService,
                  statusId: null,
                  statusLabel: drafted.labelOf(UNIT_STATUS.inService),
                  statusSince: now,
                  onDutySince: now,
                  callId: null,
                  callSince: null,
                }),
          })
          if (!(isSamePlace && isDispatcher(drafted.unit(userId)))) drafted.stepDown(userId)
          applyUpdates(drafted, userId, input)
        },
      })
      return draft.unit(userId)
    },

    /** Ends the duty of members who lost the right to it: one member, or all of them. */
    endVoidDuty: async (member?: number): Promise<void> => {
      const endDuty = (userId: number) =>
        board.act({
          by: null,
          where: { userId },
          wanted: { userIds: [userId], callIds: [] },
          missing: new AppError('not_found', 'This member was never on duty', 'userId'),
          decide: async (drafted, context) => {
            if ((await repo.voidDuties(await context.tx(), userId)).length > 0) drafted.setStatus(userId, UNIT_STATUS.offDuty)
          },
        })
      await runEach((await repo.voidDuties(db, member)).map((userId) => () => endDuty(userId)))
    },

    setBeat: (actor: Actor, userId: number, beatId: number | null): Promise<PatrolUnit> =>
      actOn(actor, userId, [], (draft, context) => changeBeat(draft, context, userId, beatId)),

    setIdentifier: (actor: Actor, userId: number, identifier: string): Promise<PatrolUnit> =>
      actOn(actor, userId, [], (draft) => draft.rename(userId, identifier)),

    setChannel: (actor: Actor, userId: number, channel: string): Promise<PatrolUnit> =>
      actOn(actor, userId, [], (draft) => void (draft.unitOnDuty(userId).channel = channel)),

    /** Civilians only learn about other civilians, because they must not see who is on duty and share no radio with them. */
    checkIdentifier: async (
      actor: Actor,
      serverId: number,
      { identifier, departmentId, type }: { identifier: string; departmentId?: number | undefined; type: UnitType },
    ): Promise<ResponseOf<typeof checkIdentifier>> => {
      const isCivilian = actor.user.userDepartments.every(({ department }) => unitClassOf(department.type) === UNIT_CLASS.Other)
      const others = await repo.callSignsInUse(db, serverId, actor.userId, isCivilian)
      const { pattern, keptByOthers } = await callSignProposals(db, actor.userId, { departmentId, type, isCivilian })
      const isSame = (other: { identifier: string }) => other.identifier.toLowerCase() === identifier.toLowerCase()
      const taken = new Set([...others, ...keptByOthers].map((other) => other.identifier.toLowerCase()))
      return {
        holder: others.find(isSame) ?? null,
        keeper: keptByOthers.find(isSame) ?? null,
        suggestion: freeCallSign(pattern, taken, identifier),
      }
    },

    dispatchers: async (serverId: number): Promise<Dispatcher[]> =>
      (await lists.units(serverId))
        .filter(isDispatcher)
        .map(({ userId, identifier, name, onDutySince, statusSince }) => ({ userId, identifier, name, since: onDutySince ?? statusSince }))
        .toSorted((a, b) => a.since.localeCompare(b.since)),

    setStatus: (actor: Actor, userId: number, status: UnitStatus, statusId?: number): Promise<PatrolUnit> =>
      actOn(actor, userId, [], async (draft, context) => {
        const unit = draft.unit(userId)
        if (!isOnDuty(unit) && status !== UNIT_STATUS.offDuty) {
          if (actor.userId !== userId) throw onlyThemselves(unit)
          const department = await departmentFor(await context.tx(), userId, {
            departmentId: unit.department.departmentId,
            type: unit.type,
          })
          const unitClass = unitClassOf(department.type)
          Object.assign(unit, { department, unitClass, typeId: unit.unitClass === unitClass ? unit.typeId : null })
        }
        draft.setStatus(userId, status, statusId)
      }),

    /** Puts the actor's own unit on a call that nobody else has taken. A panic alarm is for everyone. */
    take: (actor: Actor, callId: number, from: number): Promise<PatrolUnit> =>
      actOn(actor, actor.userId, [callId], (draft) => {
        const { panicUserId } = draft.openCall(callId)
        const other = draft.onCall(callId).find(({ userId }) => userId !== actor.userId)
        if (other && panicUserId === null) throw new AppError('conflict', `${other.identifier} took call ${callId} before you`)
        draft.send(actor.userId, callId, from)
      }),

    assign: (actor: Actor, userId: number, callId: number, from: number | undefined): Promise<PatrolUnit> =>
      actOn(actor, userId, callId === 0 ? [] : [callId], (draft) => draft.send(userId, callId, from)),
  }
}

const isOnDuty = ({ status }: PatrolUnit) => status !== UNIT_STATUS.offDuty
const pickStatus = ({ status, statusId, statusLabel, statusSince, onDutySince, callId, callSince }: PatrolUnit) => ({
  status,
  statusId,
  statusLabel,
  statusSince,
  onDutySince,
  callId,
  callSince,
})

const onlyThemselves = ({ identifier }: PatrolUnit) => new AppError('conflict', `${identifier} is off duty, and only they can change that`)

async function changeBeat(draft: Draft, context: Context, userId: number, beatId: number | null): Promise<void> {
  const unit = draft.unit(userId)
  if (beatId !== null && !(await repo.isBeat(await context.tx(), beatId))) throw noSuchBeat()
  if (unit.beatId !== beatId) Object.assign(unit, { beatId, beatSince: beatId === null ? null : draft.now })
}

/** Applies the optional fields of the input: status, channel and call. */
function applyUpdates(draft: Draft, userId: number, { channel, status, callId }: UnitInput): void {
  const unit = draft.unit(userId)
  if (status === UNIT_STATUS.offDuty) return draft.setStatus(userId, status)
  if (channel !== undefined && channel !== unit.channel) draft.unitOnDuty(userId).channel = channel
  if (callId !== undefined && callId !== unit.callId) draft.send(userId, callId ?? 0, unit.callId ?? 0)
  if (status !== undefined) draft.setStatus(userId, status)
}

async function departmentFor(tx: Tx, userId: number, { departmentId, type }: Pick<UnitInput, 'departmentId' | 'type'>) {
  const department = await repo.dutyDepartment(tx, userId, departmentId)
  if (!department) throw new AppError('invalid_input', 'You can go on duty only for a department of yours with CAD', 'departmentId')
  if (type === UNIT_TYPE.Dispatcher && unitClassOf(department.type) !== UNIT_CLASS.Comms) {
    throw new AppError('invalid_input', 'Only a communications department has dispatchers', 'type')
  }
  return department
}

const isOtherType = ({ typeId }: UnitInput, unit: PatrolUnit) => typeId !== undefined && typeId !== unit.typeId

/** The unit type of the community's own: as asked for, or else the one that the unit has, as long as it counts as the same. */
async function typeIdFor(tx: Tx, input: UnitInput, unitClass: UnitClass, before: PatrolUnit | undefined): Promise<number | null> {
  const { typeId, type } = input
  const kept = before && before.type === type && before.unitClass === unitClass ? before.typeId : null
  if (typeId === undefined || typeId === null || typeId === kept) return typeId === null ? null : kept
  if (await repo.isUnitType(tx, typeId, unitClass, type)) return typeId
  throw new AppError('invalid_input', 'No such unit type counts as this one', 'typeId')
}

const noSuchServer = () => new AppError('invalid_input', 'There is no such server', 'serverId')
const noSuchBeat = () => new AppError('invalid_input', 'There is no such beat', 'beatId')
