import { UNIT_CLASS, type OwnCall, type PageOf, type PageQuery, type Ping } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError, assertAllowed } from '../../../platform/errors.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { authorOf, directs, type Board } from '../board/board.port.ts'
import * as repo from './desk.repo.ts'

export type DeskService = ReturnType<typeof createDeskService>

export function createDeskService({ db, board, publish }: { db: Db; board: Board; publish: Publish }) {
  return {
    /** Runs on the unit's board, so that a unit going off duty at the same time is not pinged. */
    ping: async (actor: Actor, userId: number, message: string): Promise<Ping> => {
      let ping: Ping | undefined
      await board.act({
        by: authorOf(actor),
        where: { userId },
        wanted: { userIds: [userId], callIds: [] },
        missing: new AppError('not_found', 'This member was never on duty', 'userId'),
        decide: async (draft, context) => {
          assertAllowed(directs(actor, draft.unit(userId).serverId))
          const unit = draft.unitOnDuty(userId)
          if (unit.unitClass === UNIT_CLASS.Other) throw new AppError('conflict', `${unit.identifier} is a civilian, and can't be pinged`)
          ping = await repo.savePing(await context.tx(), { from: actor.userId, to: userId, message })
          draft.tellDesk({ userId, event: 'ping.saved', payload: ping })
        },
      })
      if (!ping) throw new Error('the ping that was just written is gone')
      return ping
    },

    /** Idempotent: a second answer from another page has no effect. */
    answer: async (actor: Actor, pingId: number) => {
      const { userId } = actor
      const noSuchPing = new AppError('not_found', 'There is no such ping to you', 'pingId')
      await board.act({
        by: authorOf(actor),
        where: { userId },
        wanted: { userIds: [userId], callIds: [] },
        missing: noSuchPing,
        decide: async (draft, context) => {
          const ping = await repo.closePing(await context.tx(), pingId, userId)
          if (!ping) throw noSuchPing
          if (!ping.wasOpen) return
          const { name, identifier } = draft.unit(userId)
          for (const recipientId of new Set([userId, ping.from ?? userId])) {
            draft.tellDesk({ userId: recipientId, event: 'ping.answered', payload: { pingId, by: { userId, name, identifier } } })
          }
        },
      })
      return {}
    },

    heard: ({ userId }: Actor) =>
      inTransaction(db, publish, async (tx, emit) => {
        const answered = await repo.markHeard(tx, userId)
        if (!answered) throw new AppError('conflict', 'You are off duty')
        for (const each of answered) await emit('desk', { userId }, 'ping.answered', each)
        return {}
      }),

    ownCalls: async ({ userId }: Actor, query: PageQuery): Promise<PageOf<OwnCall>> => {
      const { items, counted } = await repo.ownCalls(db, userId, query)
      return toPage(items, counted, query)
    },
  }
}

export const deskRoom = (db: Db): RoomSource<'desk'> =>
  streamRoom(db, 'desk', async (tx, { userId }) => ({
    pings: await repo.openPings(tx, userId),
    calls: await repo.recentOwnCalls(tx, userId),
  }))
