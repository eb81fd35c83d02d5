import { isForCallers, type Call } from '@tenfour/contract'
import { AppError } from '../../../platform/errors.ts'
import type { Author, Board } from '../board/board.port.ts'
import { findEmergencyNumber } from '../cad-values/cad-values.port.ts'
import { insertOwnCall } from '../desk/desk.port.ts'
import type { PlaceOnMap } from './calls.place.ts'
import * as repo from './calls.repo.ts'

export type GameCall = Pick<Call, 'serverId' | 'title' | 'narrative' | 'location' | 'postal' | 'x' | 'y' | 'caller' | 'number'> & {
  /** Type code; an unknown one becomes the default type. */
  readonly type: string
  readonly priority: Call['priority'] | undefined
  /** The member who called; null if the player has no linked account, or if a script called. */
  readonly by: (Author & { readonly requestId: string }) | null
  /** False if a script of the game server made the call. */
  readonly isByPlayer: boolean
  /** Whether it is listed among the member's own calls. */
  readonly isOwn: boolean
  /** The first line of the log. */
  readonly line: string
}

export type GameCalls = ReturnType<typeof createGameCalls>

/** Calls from the game: any player may call for help, with or without an account. */
export const createGameCalls = ({ board, placeOnMap }: { board: Board; placeOnMap: PlaceOnMap }) => ({
  receive: async ({ type: code, priority, by, isByPlayer, isOwn, line, ...words }: GameCall): Promise<Call> => {
    let callId = 0
    const { draft } = await board.act({
      by: by && { ...by, dispatchesOn: null },
      where: { serverIds: [words.serverId] },
      wanted: { userIds: [], callIds: [] },
      missing: new AppError('not_found', 'There is no such server', 'serverId'),
      decide: async (drafted, context) => {
        const tx = await context.tx()
        const called = words.number === null ? undefined : await findEmergencyNumber(tx, words.number)
        const opensAs = called?.callTypeId ? await repo.findCallType(tx, called.callTypeId) : undefined
        const named = opensAs ?? (await repo.callTypeByCode(tx, code))
        // Players are never refused because of the type they chose.
        const type = isByPlayer && !isForCallers(named) ? await repo.defaultCallType(tx) : named
        const place = await placeOnMap.ofNew(tx, words.serverId, words)
        callId = await repo.nextCallId(tx)
        const character = by && isOwn ? await repo.characterOf(tx, by.userId, words.serverId) : undefined
        drafted.addCall({
          ...words,
          ...place,
          caller: words.caller || (character ?? by?.name ?? ''),
          callId,
          callTypeId: type.callTypeId,
          priority: (type === named ? priority : undefined) ?? type.priority,
          title: words.title || type.name,
          channel: '',
          classes: type.classes,
          source: '911-game',
          status: 'pending',
          primaryUserId: null,
          handlerUserId: null,
          mergedIntoId: null,
          panicUserId: null,
          panicAcknowledgedBy: [],
          disposition: null,
          createdBy: by && { userId: by.userId, name: by.name },
          createdAt: drafted.now,
          clearedBy: null,
          clearedAt: null,
          version: 1,
        })
        if (by && isOwn) await insertOwnCall(tx, by.userId, drafted.call(callId))
        drafted.log(callId, line)
      },
    })
    return draft.call(callId)
  },
})
