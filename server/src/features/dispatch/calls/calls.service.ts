import {
  isDispatcher,
  isForCallers,
  periodOf,
  portal911,
  UNIT_CLASS,
  type Call,
  type CallDetail,
  type CallEdit,
  type CallInput,
  type CallLogEntry,
  type CallSource,
  type CallType,
  type PageQuery,
} from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { AppError, assertAllowed } from '../../../platform/errors.ts'
import type { Switches } from '../../../platform/settings/switches.ts'
import { authorOf, directs, dispatches, findCall, watches, type Board, type BoardLists } from '../board/board.port.ts'
import { findEmergencyNumber } from '../cad-values/cad-values.port.ts'
import { findOwnCall, insertOwnCall } from '../desk/desk.port.ts'
import { editLines } from './calls.labels.ts'
import type { PlaceOnMap } from './calls.place.ts'
import * as repo from './calls.repo.ts'

export type CallService = ReturnType<typeof createCallService>
type Act = Parameters<Board['act']>[0]
type HistoryParams = { readonly startISO: string; readonly endISO: string; readonly serverId: number }

type Deps = {
  readonly db: Db
  readonly board: Board
  readonly lists: BoardLists
  readonly placeOnMap: PlaceOnMap
  readonly switches: Switches
}

export function createCallService({ db, board, lists, placeOnMap, switches }: Deps) {
  const actOn = (actor: Actor, callId: number, decide: Act['decide']) =>
    board.act({
      by: authorOf(actor),
      where: { callId },
      wanted: { userIds: [], callIds: [callId] },
      missing: noSuchCall(),
      decide: (draft, context) => {
        assertAllowed(watches(actor, draft.call(callId).serverId))
        return decide(draft, context)
      },
    })

  return {
    types: (): Promise<CallType[]> => repo.activeCallTypes(db),

    active: (serverId: number): Promise<Call[]> => lists.calls(serverId),

    byDate: async ({ startISO, endISO, serverId }: HistoryParams, { text, ...page }: PageQuery & { text: string }) => {
      const { items, counted } = await repo.callsBetween(db, { serverId, text, ...periodOf(startISO, endISO) }, page)
      return toPage(items, counted, page)
    },

    get: async (actor: Actor, callId: number): Promise<CallDetail> => {
      const found = await findCall(db, callId)
      if (!found) throw noSuchCall()
      if (watches(actor, found.call.serverId)) return found.call
      const own = await findOwnCall(db, actor.userId, callId)
      assertAllowed(own !== undefined)
      // Callers see what they reported and the status, but not which units were sent or what was logged.
      return { ...found.call, ...HIDDEN_FROM_CALLER, ...own }
    },

    create: async (actor: Actor, { unitIds, ...input }: CallInput): Promise<Call> => {
      assertAllowed(directs(actor, input.serverId) || unitIds.every((userId) => userId === actor.userId))
      const source = sourceFor(actor, input)
      // The call itself belongs to dispatch; the switch only stops civilians from creating one.
      if (!watches(actor, input.serverId)) switches.assertOn(portal911)
      let callId = 0
      const { draft } = await board.act({
        by: authorOf(actor),
        where: { serverIds: [input.serverId] },
        wanted: { userIds: unitIds, callIds: [] },
        missing: new AppError('invalid_input', 'There is no such server', 'serverId'),
        decide: async (drafted, context) => {
          const tx = await context.tx()
          const { number, callTypeId } = await numberCalled(tx, source, input.number)
          const type = await typeOf(tx, input.callTypeId ?? callTypeId)
          if (!watches(actor, input.serverId)) assertMayCallAbout(type, input)
          callId = await repo.nextCallId(tx)
          const place = await placeOnMap.ofNew(tx, input.serverId, input)
          const caller = input.caller || (watches(actor, input.serverId) ? '' : await callerOf(tx, actor, input.serverId))
          drafted.addCall(newCall(actor, { ...input, ...place, caller, number }, { callId, type, source, createdAt: drafted.now }))
          if (!watches(actor, input.serverId)) await insertOwnCall(tx, actor.userId, drafted.call(callId))
          drafted.log(callId, number ? `${number} call received` : `Created by ${actor.user.name}`)
          for (const userId of new Set(unitIds)) drafted.send(userId, callId, undefined)
        },
      })
      return draft.call(callId)
    },

    update: async (actor: Actor, callId: number, { version, ...edit }: CallEdit): Promise<Call> => {
      const { draft } = await actOn(actor, callId, async (drafted, context) => {
        const call = drafted.openCall(callId)
        if (call.version !== version) throw new AppError('conflict', 'This call has changed since you opened it')
        const tx = await context.tx()
        const type = await typeOf(tx, edit.callTypeId ?? call.callTypeId)
        const before = { ...call }
        const classes = await classesAfter(tx, call, type)
        const place = await placeOnMap.afterEdit(tx, call, edit)
        Object.assign(call, {
          ...edit,
          ...place,
          callTypeId: type.callTypeId,
          classes,
          priority: edit.priority ?? call.priority,
          title: edit.title || type.name,
        })
        const lines = editLines(before, call, type.name)
        if (lines.length > 0) call.version += 1
        for (const line of lines) drafted.log(callId, line)
      })
      return draft.call(callId)
    },

    clear: async (actor: Actor, callId: number, disposition: string | undefined): Promise<Call> => {
      const { draft } = await actOn(actor, callId, (drafted) => {
        const { serverId } = drafted.call(callId)
        assertAllowed(directs(actor, serverId) || drafted.assignmentOf(actor.userId)?.callId === callId)
        drafted.clear(callId, disposition)
      })
      return draft.call(callId)
    },

    setPrimary: async (actor: Actor, callId: number, userId: number): Promise<Call> => {
      const { draft } = await actOn(actor, callId, (drafted) => {
        assertAllowed(directs(actor, drafted.call(callId).serverId) || drafted.assignmentOf(actor.userId)?.callId === callId)
        drafted.lead(userId, callId)
      })
      return draft.call(callId)
    },

    addLog: async (actor: Actor, callId: number, message: string): Promise<CallLogEntry> => {
      const { logs } = await actOn(actor, callId, (drafted) => {
        drafted.log(callId, message, 'note', { isLate: drafted.call(callId).status === 'cleared' })
      })
      const [entry] = logs
      if (!entry) throw noSuchCall()
      return entry
    },
  }
}

const HIDDEN_FROM_CALLER = {
  channel: '',
  classes: [],
  primaryUserId: null,
  handlerUserId: null,
  mergedIntoId: null,
  panicUserId: null,
  panicAcknowledgedBy: [],
  clearedBy: null,
  disposition: null,
  units: [],
  log: [],
} satisfies Partial<CallDetail>

type CallWords = Omit<CallInput, 'unitIds' | 'number'>
type Given = { readonly callId: number; readonly type: CallType; readonly source: CallSource; readonly createdAt: string }
const newCall = (actor: Actor, input: CallWords & Pick<Call, 'number'>, { callId, type, source, createdAt }: Given): Call => ({
  ...input,
  callId,
  callTypeId: type.callTypeId,
  priority: input.priority ?? type.priority,
  title: input.title || type.name,
  channel: watches(actor, input.serverId) ? input.channel : '',
  classes: type.classes,
  source,
  status: 'pending',
  primaryUserId: null,
  handlerUserId: dispatches(actor, input.serverId) ? actor.userId : null,
  mergedIntoId: null,
  panicUserId: null,
  panicAcknowledgedBy: [],
  disposition: null,
  createdBy: authorOf(actor),
  createdAt,
  clearedBy: null,
  clearedAt: null,
  version: 1,
})

/** It stays valid, whatever numbers the community has. */
const SHIPPED_NUMBER = '911'
/** The number of a 911 call, and the type that calls to it open with. */
async function numberCalled(tx: Tx, source: CallSource, named: string | undefined) {
  if (source !== '911' && named !== undefined) throw new AppError('invalid_input', 'Only 911 calls have a number', 'number')
  if (source !== '911') return { number: null }
  const number = named ?? SHIPPED_NUMBER
  const known = await findEmergencyNumber(tx, number)
  if (number !== SHIPPED_NUMBER && known?.isRetired !== false)
    throw new AppError('invalid_input', 'This is no emergency number: choose another', 'number')
  return { number, callTypeId: known?.callTypeId ?? undefined }
}

/** A civilian who gives no name calls as their character; those without one as themselves. */
const callerOf = async (tx: Tx, { userId, user }: Actor, serverId: number): Promise<string> =>
  (await repo.characterOf(tx, userId, serverId)) ?? user.name

/** Callers choose from certain types; the type implies the priority, and only dispatch may change it. */
function assertMayCallAbout(type: CallType, { priority }: CallWords): void {
  if (!isForCallers(type)) throw new AppError('invalid_input', `${type.name} is not a type for callers: choose another type`, 'callTypeId')
  if (priority !== undefined) throw new AppError('invalid_input', 'Dispatch decides how urgent a call is', 'priority')
}

/** Civilians can only make 911 calls. Anyone else may give the source; otherwise it follows from their duty. */
function sourceFor(actor: Actor, { serverId, source }: CallWords): CallSource {
  const { duty } = actor.subject
  const isCivilian = duty?.unitClass === UNIT_CLASS.Other
  assertAllowed(watches(actor, serverId) || (isCivilian && duty.serverId === serverId && (source ?? '911') === '911'))
  if (source) return source
  if (isCivilian) return '911'
  return !duty || isDispatcher(duty) ? 'dispatcher' : 'officer'
}

async function typeOf(tx: Tx, callTypeId: number | undefined): Promise<CallType> {
  const type = callTypeId === undefined ? await repo.defaultCallType(tx) : await repo.findCallType(tx, callTypeId)
  if (!type) throw new AppError('invalid_input', 'There is no such type of call', 'callTypeId')
  return type
}

/** A new type changes the classes concerned, unless the call was already transferred to others. */
async function classesAfter(tx: Tx, call: Call, type: CallType): Promise<Call['classes']> {
  if (call.callTypeId === type.callTypeId) return call.classes
  const before = await repo.findCallType(tx, call.callTypeId)
  return before && before.classes.join() === call.classes.join() ? type.classes : call.classes
}

const noSuchCall = () => new AppError('not_found', 'There is no such call', 'callId')
