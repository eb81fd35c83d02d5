import type { Db } from '../../../platform/database/database.ts'
import { readAtOnce, streamSeqs } from '../../../platform/database/streams.ts'
import type { RoomSource } from '../../../platform/realtime/rooms.ts'
import { openIn, openOf } from './live.repo.ts'
import { ALL_DEPARTMENTS, ownPatrolsStream, patrolsStream } from './live.streams.ts'

export const ownPatrolsRoom = (db: Db): RoomSource<'own-patrols'> => ({
  snapshot: (_actor, { userId }) =>
    readAtOnce(db, async (tx) => {
      const [seq = 0] = await streamSeqs(tx, [ownPatrolsStream(userId)])
      const [open = null] = await openOf(tx, [userId])
      return { seq, state: { open } }
    }),
  currentSeqs: (params) =>
    streamSeqs(
      db,
      params.map(({ userId }) => ownPatrolsStream(userId)),
    ),
})

export const patrolsRoom = (db: Db): RoomSource<'patrols'> => ({
  snapshot: (_actor, { departmentId }) =>
    readAtOnce(db, async (tx) => {
      const [seq = 0] = await streamSeqs(tx, [patrolsStream(departmentId)])
      return { seq, state: { open: await openIn(tx, departmentId === ALL_DEPARTMENTS ? null : departmentId) } }
    }),
  currentSeqs: (params) =>
    streamSeqs(
      db,
      params.map(({ departmentId }) => patrolsStream(departmentId)),
    ),
})
