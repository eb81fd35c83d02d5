import type { Db } from '../../../platform/database/database.ts'
import { readAtOnce, streamSeqs } from '../../../platform/database/streams.ts'
import type { RoomSource } from '../../../platform/realtime/rooms.ts'
import type { Penalties } from './reports.penalties.ts'
import { waitingIn } from './reports.rows.ts'
import { queueStream } from './reports.streams.ts'

export const reportQueueRoom = (db: Db, { contestedIn }: Penalties): RoomSource<'report-queue'> => ({
  snapshot: (_actor, { departmentId }) =>
    readAtOnce(db, async (tx) => {
      const [seq = 0] = await streamSeqs(tx, [queueStream(departmentId)])
      return { seq, state: { reports: await waitingIn(tx, departmentId), fines: await contestedIn(tx, departmentId) } }
    }),
  currentSeqs: (params) =>
    streamSeqs(
      db,
      params.map(({ departmentId }) => queueStream(departmentId)),
    ),
})
