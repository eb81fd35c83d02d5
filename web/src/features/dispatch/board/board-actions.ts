import {
  addCallLog,
  changeCallUnits,
  clearCall,
  createCall,
  mergeCall,
  pingUnit,
  raisePanic,
  setPrimaryUnit,
  setUnitBeat,
  setUnitChannel,
  setUnitIdentifier,
  setUnitStatus,
  soundTone,
  standDownPanic,
  transferCall,
  updateCall,
  type CallEdit,
  type CallInput,
  type CallTransfer,
  type PanicInput,
  type ToneInput,
  type PatrolUnit,
} from '@tenfour/contract'
import type { z } from 'zod'
import type { call as callApi } from '../../../platform/api/client.ts'
import type { ConfirmQuestion } from '../../../ui/confirm.tsx'
import { countsAs, statusWords } from '../../../ui/unit-status.ts'
import type { BoardReader, BoardState } from './board-store.ts'
import { signsInShort } from '../../../panels/unit-drag.ts'

/** A new call; the server id is filled in from the board. */
export type NewCall = Omit<z.input<typeof CallInput>, 'serverId'>

type Deps = {
  readonly board: BoardReader
  readonly call: typeof callApi
  readonly confirm: (question: ConfirmQuestion) => Promise<boolean>
  readonly onRefused: (message: string) => void
  /** `outcome` says what was not done: '4L12 was not sent to 1042'. */
  readonly onFailed: (error: unknown, outcome: string) => void
  /** Called before units are sent to a call; null is a call that is only being created. */
  readonly onSending?: (userIds: readonly number[], callId: number | null) => void
}

export const OFFLINE = 'You are offline. Nothing was sent.'
export const CLOSED = 'You can no longer work on this board. Nothing was sent.'

export type BoardActions = ReturnType<typeof createBoardActions>

/**
 * The actions on a board. Each reports its own errors and resolves to whether it succeeded; changes arrive back as events, so nothing is
 * shown before the server has it. While the board is not live, nothing is sent at all.
 */
export function createBoardActions({ board, call, confirm, onRefused, onFailed, onSending }: Deps) {
  const attempt = async <T>(outcome: string, work: () => Promise<T>): Promise<T | undefined> => {
    const { phase } = board.get()
    if (phase !== 'live') {
      onRefused(phase === 'closed' ? CLOSED : OFFLINE)
      return undefined
    }
    try {
      return await work()
    } catch (error) {
      onFailed(error, outcome)
      return undefined
    }
  }
  const done = async (outcome: string, work: () => Promise<unknown>): Promise<boolean> =>
    (await attempt(outcome, async () => (await work(), true))) ?? false

  const signOf = (userId: number) => board.get().units.get(userId)?.identifier ?? 'The unit'
  const was = (userIds: readonly number[]) => `${signsInShort(userIds.map(signOf))} ${userIds.length > 1 ? 'were' : 'was'} not`
  const callOf = (userId: number) => board.get().units.get(userId)?.callId ?? 0

  const send = async (userIds: readonly number[], callId: number): Promise<void> => {
    const attach = userIds.map((userId) => ({ userId, from: callOf(userId) })).filter(({ from }) => from !== callId)
    if (attach.length === 0) return
    onSending?.(userIds, callId)
    await call(changeCallUnits, { params: { callId }, body: { attach } })
  }
  const takeOff = async (userIds: readonly number[]): Promise<void> => {
    for (const [callId, detach] of Map.groupBy(userIds, callOf)) {
      if (callId !== 0) await call(changeCallUnits, { params: { callId }, body: { detach } })
    }
  }

  return {
    /** `statusId` is one of the seven, or a status of the community's own. */
    setStatus: (userId: number, statusId: number) => {
      const status = countsAs(statusId)
      const query = { statusId: statusId === status ? undefined : statusId }
      return done(`${was([userId])} set to ${statusWords(statusId)}`, () => call(setUnitStatus, { params: { userId, status }, query }))
    },
    /** Sends units to a call. Asks for confirmation if that takes a unit off another call. */
    assign: async (userIds: readonly number[], callId: number): Promise<boolean> => {
      const question = board.get().phase === 'live' && movingQuestion(board.get(), userIds, callId)
      if (question && !(await confirm(question))) return false
      return done(`${was(userIds)} sent to ${callId}`, () => send(userIds, callId))
    },
    /** Takes units off the call they are on. */
    release: (userIds: readonly number[]) => done(`${was(userIds)} released`, () => takeOff(userIds)),
    clear: (callId: number, disposition?: string) =>
      done(`Call ${callId} was not cleared`, () =>
        call(clearCall, { params: { callId }, query: { disposition: disposition?.trim() || undefined } }),
      ),
    setPrimary: (callId: number, userId: number) =>
      done(`${was([userId])} made primary`, () => call(setPrimaryUnit, { params: { callId }, body: { userId } })),
    /** Merges a duplicate into another call, with its units and notes. */
    merge: (callId: number, into: number) =>
      done(`Call ${callId} was not merged into ${into}`, () => call(mergeCall, { params: { callId }, body: { into } })),
    transfer: (callId: number, to: CallTransfer) =>
      done(`Call ${callId} was not transferred`, () => call(transferCall, { params: { callId }, body: to })),
    setBeat: (userId: number, beatId: number | null) =>
      done(`The beat of ${signOf(userId)} was not changed`, () => call(setUnitBeat, { params: { userId }, body: { beatId } })),
    setIdentifier: (userId: number, identifier: string) =>
      done(`The call sign of ${signOf(userId)} was not changed`, () =>
        call(setUnitIdentifier, { params: { userId }, body: { identifier } }),
      ),
    setChannel: (userId: number, channel: string) =>
      done(`The channel of ${signOf(userId)} was not changed`, () => call(setUnitChannel, { params: { userId }, body: { channel } })),
    ping: (userId: number, message = '') =>
      done(`${was([userId])} pinged`, () => call(pingUnit, { params: { userId }, body: { message } })),
    /** Sounds a tone to every unit of the given classes. */
    tone: (tone: Omit<ToneInput, 'serverId'>) =>
      done('The tone was not sounded', () => call(soundTone, { body: { ...tone, serverId: board.get().serverId } })),
    /** One's own panic button. Resolves to the id of the call it created. */
    panic: async (userId: number, place: Partial<PanicInput> = {}): Promise<number | undefined> =>
      (await attempt('Your panic call was not sent', () => call(raisePanic, { params: { userId }, body: place })))?.callId,
    /** Ends one's own panic alarm; its call stays open. */
    standDown: (userId: number) => done('Your panic alarm was not ended', () => call(standDownPanic, { params: { userId } })),
    /** Resolves to the id of the new call. */
    createCall: async (input: NewCall): Promise<number | undefined> => {
      onSending?.(input.unitIds ?? [], null)
      const made = await attempt('The call was not created', () => call(createCall, { body: { ...input, serverId: board.get().serverId } }))
      return made?.callId
    },
    updateCall: (callId: number, edit: CallEdit) =>
      done(`Call ${callId} was not changed`, () => call(updateCall, { params: { callId }, body: edit })),
    addLog: (callId: number, message: string) =>
      done(`Your note was not added to call ${callId}`, () => call(addCallLog, { params: { callId }, body: message })),
  }
}

/** The confirmation to ask before units are sent to a call; undefined if none of them is on another. */
function movingQuestion(
  { units, calls }: Pick<BoardState, 'units' | 'calls'>,
  userIds: readonly number[],
  callId: number,
): ConfirmQuestion | undefined {
  const busy = userIds.flatMap((userId) => units.get(userId) ?? []).filter((unit) => unit.callId !== null && unit.callId !== callId)
  if (busy.length === 0) return undefined
  const names = listed(busy.map(({ identifier }) => identifier))
  const where = (unit: PatrolUnit) => {
    const title = unit.callId === null ? undefined : calls.get(unit.callId)?.title
    return `${unit.identifier} is on call ${unit.callId}${title ? `, ${title}` : ''}.`
  }
  return { title: `Send ${names} to call ${callId}?`, body: busy.map(where).join(' '), confirmLabel: 'Send', cancelLabel: 'Leave there' }
}

const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
