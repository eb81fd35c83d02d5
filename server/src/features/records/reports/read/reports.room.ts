import type { Db } from '../../../../platform/database/database.ts'
import { streamRoom, type RoomSource } from '../../../../platform/realtime/rooms.ts'
import type { Penalties } from './reports.penalties.ts'
import { waitingIn } from './reports.rows.ts'

export const reportQueueRoom = (db: Db, { contestedIn }: Penalties): RoomSource<'report-queue'> =>
  streamRoom(db, 'report-queue', async (tx, { departmentId }) => ({
    reports: await waitingIn(tx, departmentId),
    fines: await contestedIn(tx, departmentId),
  }))
