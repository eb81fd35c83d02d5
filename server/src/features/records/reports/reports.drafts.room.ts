import type { Db } from '../../../platform/database/database.ts'
import { readAtOnce, streamSeqs } from '../../../platform/database/streams.ts'
import type { RoomSource } from '../../../platform/realtime/rooms.ts'
import { listDrafts } from './reports.drafts.repo.ts'
import { openReportsOf } from './reports.rows.ts'
import { ownReportsStream } from './reports.streams.ts'

export const ownReportsRoom = (db: Db): RoomSource<'own-reports'> => ({
  snapshot: (_actor, { userId }) =>
    readAtOnce(db, async (tx) => {
      const [seq = 0] = await streamSeqs(tx, [ownReportsStream(userId)])
      return { seq, state: { drafts: await listDrafts(tx, { writerId: userId }), reports: await openReportsOf(tx, userId) } }
    }),
  currentSeqs: (params) =>
    streamSeqs(
      db,
      params.map(({ userId }) => ownReportsStream(userId)),
    ),
})
