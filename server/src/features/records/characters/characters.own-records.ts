import type { exportCharacters, OwnRecords, ResponseOf } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { readAtOnce } from '../../../platform/database/streams.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { claimsOf } from '../claims/claims.port.ts'
import { listFields } from '../fields/fields.port.ts'
import { eventsOf } from '../history/history.port.ts'
import { licencesOf } from '../licences/licences.port.ts'
import { ownFines } from '../reports/reports.port.ts'
import { transfersOf, vehiclesOf } from '../vehicles/vehicles.port.ts'
import { weaponsOf } from '../weapons/weapons.port.ts'
import { charactersOf } from './characters.rows.ts'

const MAX_LIVE_FINES = 200

/** Everything that a member's characters own. */
export async function readOwnRecords(tx: Tx, userId: number, maxFines = MAX_LIVE_FINES): Promise<OwnRecords> {
  const characters = await charactersOf(tx, userId)
  const ids = characters.map(({ characterId }) => characterId)
  return {
    characters,
    vehicles: await vehiclesOf(tx, ids, 'owner'),
    licences: await licencesOf(tx, ids),
    weapons: await weaponsOf(tx, ids),
    transfers: await transfersOf(tx, ids),
    claims: await claimsOf(tx, userId),
    fines: await ownFines(tx, ids, maxFines),
  }
}

export const ownRecordsRoom = (db: Db): RoomSource<'own-records'> =>
  streamRoom(db, 'own-records', (tx, { userId }) => readOwnRecords(tx, userId))

/** The export has this many of the newest fines and events. */
const MAX_EXPORTED = 20_000

/** Everything that is stored about a member's characters, for their data export. */
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
