import type { Notice } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { changeIn, inTransaction, type Emit, type EmitAll, type Publish } from '../../../platform/database/transaction.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import * as repo from './notices.repo.ts'

/** Tells a member something, in the transaction that makes it true. Several members are told in the order of their ids, so that no two calls deadlock. */
export async function tell(tx: Tx, emit: Emit, userId: number, notice: repo.NewNotice): Promise<void> {
  const added = await repo.insertNotice(tx, userId, notice)
  await repo.deleteSurplus(tx, userId)
  await emit('notices', { userId }, 'notice.added', added)
}

export type Telling = { readonly userId: number; readonly notice: repo.NewNotice }

/** Tells many members at once, each their own notice, in the order of their ids. */
export async function tellAll(tx: Tx, emitAll: EmitAll, tellings: readonly Telling[]): Promise<void> {
  if (tellings.length === 0) return
  const ordered = tellings.toSorted((a, b) => a.userId - b.userId)
  const added = await repo.insertNotices(tx, ordered)
  await repo.deleteSurplusOf(
    tx,
    ordered.map(({ userId }) => userId),
  )
  await emitAll(added.map(({ userId, notice }) => changeIn('notices', { userId }, 'notice.added', notice)))
}

export function createNoticeService({ db, publish }: { db: Db; publish: Publish }) {
  return {
    list: (userId: number): Promise<Notice[]> => repo.noticesOf(db, userId),

    markRead: ({ userId }: Actor, noticeIds: readonly number[]): Promise<{ readAt: string | null }> =>
      inTransaction(db, publish, async (tx, emit) => {
        const read = await repo.markRead(tx, userId, noticeIds)
        if (read.readAt === null) return { readAt: null }
        const readAt = read.readAt.toISOString()
        await emit('notices', { userId }, 'notices.read', { noticeIds: read.noticeIds, readAt })
        return { readAt }
      }),
  }
}

export const noticesRoom = (db: Db): RoomSource<'notices'> => streamRoom(db, 'notices', (tx, { userId }) => repo.noticesOf(tx, userId))
