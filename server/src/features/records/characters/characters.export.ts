import type { exportCharacters, ResponseOf } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { readAtOnce } from '../../../platform/database/streams.ts'
import { listFields } from '../fields/fields.port.ts'
import { eventsOf } from '../history/history.port.ts'
import { readOwnRecords } from './characters.room.ts'

/** The newest, where a record has more. */
const MAX_EXPORTED = 20_000

/** All that is kept about a member's characters. */
export const exportRecords = (db: Db, { userId }: Actor): Promise<ResponseOf<typeof exportCharacters>> =>
  readAtOnce(db, async (tx) => ({
    exportedAt: new Date().toISOString(),
    ...(await readOwnRecords(tx, userId, MAX_EXPORTED)),
    record: await eventsOf(tx, { ownerId: userId }, { page: 1, pageSize: MAX_EXPORTED }),
    fieldNames: Object.fromEntries(
      (await listFields(tx))
        .filter(({ of, audience }) => (of === 'character' || of === 'vehicle') && audience.includes('owner'))
        .map(({ fieldId, name }) => [String(fieldId), name]),
    ),
  }))
