import type { OwnRecords } from '@tenfour/contract'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { claimsOf } from '../claims/claims.port.ts'
import { licencesOf } from '../licences/licences.port.ts'
import { ownFines } from '../reports/reports.port.ts'
import { transfersOf, vehiclesOf } from '../vehicles/vehicles.port.ts'
import { weaponsOf } from '../weapons/weapons.port.ts'
import { charactersOf } from './characters.rows.ts'

const MAX_LIVE_FINES = 200

/** All that a member's characters own. */
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
