import { isForCallers, type Call } from '@tenfour/contract'
import { AppError } from '../../../platform/errors.ts'
import type { Author, Board } from '../board/board.port.ts'
import { insertOwnCall } from '../desk/desk.port.ts'
import { placeOnMap, type FindPostal } from './calls.place.ts'
import * as repo from './calls.repo.ts'

export type GameCall = Pick<Call, 'serverId' | 'title' | 'narrative' | 'location' | 'postal' | 'x' | 'y' | 'caller'> & {
  /** By its code; one that nobody knows makes it an ordinary call. */
  readonly type: string
  readonly priority: Call['priority'] | undefined
  /** The member who called; nobody where no account is linked to the player, or a script did. */
  readonly by: (Author & { readonly requestId: string }) | null
  /** Rather than by a script of the game server. */
  readonly isByPlayer: boolean
  /** Whether it is shown to them as a call of their own. */
  readonly isOwn: boolean
  /** How its log begins. */
  readonly line: string
}

export type GameCalls = ReturnType<typeof createGameCalls>

/** Calls that come out of the game: anyone who plays may call for help, with an account or without. */
export const createGameCalls = ({ board, findPostal }: { board: Board; findPostal: FindPostal }) => ({
  receive: async ({ type: code, priority, by, isByPlayer, isOwn, line, ...words }: GameCall): Promise<Call> => {
    let callId = 0
    const { draft } = await board.act({
      by: by && { ...by, dispatchesOn: null },
      where: { serverIds: [words.serverId] },
      wanted: { userIds: [], callIds: [] },
      missing: new AppError('not_found', 'There is no such server', 'serverId'),
      decide: async (drafted, context) => {
        const tx = await context.tx()
        const named = await repo.callTypeByCode(tx, code)
        // Nobody who plays is turned away for what they call it.
        const type = isByPlayer && !isForCallers(named) ? await repo.defaultCallType(tx) : named
        const place = await placeOnMap(findPostal, tx, words.serverId, words)
        callId = await repo.nextCallId(tx)
        drafted.addCall({
          ...words,
          ...place,
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
