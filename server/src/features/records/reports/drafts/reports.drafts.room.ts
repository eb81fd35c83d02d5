import type { Db } from '../../../../platform/database/database.ts'
import { streamRoom, type RoomSource } from '../../../../platform/realtime/rooms.ts'
import { listDrafts } from './reports.drafts.repo.ts'
import { openReportsOf } from '../read/reports.rows.ts'

export const ownReportsRoom = (db: Db): RoomSource<'own-reports'> =>
  streamRoom(db, 'own-reports', async (tx, { userId }) => ({
    drafts: await listDrafts(tx, { writerId: userId }),
    reports: await openReportsOf(tx, userId),
  }))
