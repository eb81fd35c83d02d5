import { roomKey, TONE_MINUTES, type Call, type PatrolUnit, type RoomSnapshot } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import { readAtOnce, streamSeqs } from '../../../platform/database/streams.ts'
import type { RoomSource } from '../../../platform/realtime/rooms.ts'
import * as repo from './board.repo.ts'

export type BoardLists = ReturnType<typeof createBoardLists>
type Kept = { readonly seq: number } & RoomSnapshot<'board'>

/** Caches boards by sequence number, so that usually only that number is queried. */
export function createBoardLists(db: Db) {
  const kept = new Map<number, Kept>()

  const current = async (serverId: number): Promise<Kept> => {
    const key = roomKey('board', { serverId })
    const [seq = 0] = await streamSeqs(db, [key])
    const known = kept.get(serverId)
    if (known?.seq === seq) return known
    const fresh = await readAtOnce(db, async (tx): Promise<Kept> => {
      const [reached = 0] = await streamSeqs(tx, [key])
      // Frozen, so that the response is serialized only once.
      return {
        seq: reached,
        units: Object.freeze(await repo.unitsOnDuty(tx, serverId)) as PatrolUnit[],
        calls: Object.freeze(await repo.openCalls(tx, serverId)) as Call[],
        tones: await repo.recentTones(tx, serverId),
      }
    })
    if (fresh.seq > (kept.get(serverId)?.seq ?? 0)) kept.set(serverId, fresh)
    return fresh
  }

  return {
    units: async (serverId: number): Promise<PatrolUnit[]> => (await current(serverId)).units,
    calls: async (serverId: number): Promise<Call[]> => (await current(serverId)).calls,
    snapshot: async (serverId: number): Promise<{ seq: number; state: RoomSnapshot<'board'> }> => {
      const { seq, units, calls, tones } = await current(serverId)
      const since = Date.now() - TONE_MINUTES * 60_000
      return { seq, state: { units, calls, tones: tones.filter(({ at }) => Date.parse(at) > since) } }
    },
  }
}

export const boardRoom = (lists: BoardLists): RoomSource<'board'> => ({
  snapshot: (_actor, { serverId }) => lists.snapshot(serverId),
})
