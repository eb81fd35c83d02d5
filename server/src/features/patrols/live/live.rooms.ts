import type { Db } from '../../../platform/database/database.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { openIn, openOf } from './live.repo.ts'
import { ALL_DEPARTMENTS } from './live.streams.ts'

export const ownPatrolsRoom = (db: Db): RoomSource<'own-patrols'> =>
  streamRoom(db, 'own-patrols', async (tx, { userId }) => {
    const [open = null] = await openOf(tx, [userId])
    return { open }
  })

export const patrolsRoom = (db: Db): RoomSource<'patrols'> =>
  streamRoom(db, 'patrols', async (tx, { departmentId }) => ({
    open: await openIn(tx, departmentId === ALL_DEPARTMENTS ? null : departmentId),
  }))
