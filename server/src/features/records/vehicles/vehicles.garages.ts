import { MAX_GARAGE_ORDERS, recordKey, type Garage, type GarageOrders, type GameVehicle } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  emitOwn,
  findOwner,
  lockOwners,
  sourceOf,
  writeEvent,
  type GameServer,
  type GameSource,
  type RecordPlayer,
} from '../history/history.port.ts'
import { externalOwner } from './vehicles.repo.ts'

/** A vehicle that a script hands in, or one that is in the game's own table, which says whose it is. */
export type Saved = GameVehicle & { readonly isInTable?: boolean }

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly save: (player: RecordPlayer, server: GameServer, input: Saved) => Promise<number>
}

/** Frameworks that keep a number of a model hand it in like this. */
const isNumbered = (model: string) => model.startsWith('#')

/** Garages as the game's own tables have them. */
export function createGarages({ db, publish, save }: Deps) {
  /** One vehicle that is refused, such as one whose plate belongs to another record, does not keep the others out. */
  const trySave = async (player: RecordPlayer, server: GameServer, input: Saved): Promise<number | undefined> => {
    try {
      return await save(player, server, input)
    } catch (error) {
      if (error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found')) return undefined
      throw error
    }
  }

  return {
    /** Makes the vehicles of a character those that it owns in the game. */
    saveGarage: async (player: RecordPlayer, server: GameServer, { externalId, vehicles }: Garage): Promise<void> => {
      const source = await sourceOf(db, server)
      const known = await modelsOf(db, source, externalId)
      for (const { isImpounded, model, ...vehicle } of vehicles) {
        const kept = isNumbered(model) ? (known.get(recordKey(vehicle.plate)) ?? model) : model
        const vehicleId = await trySave(player, server, { ...vehicle, model: kept, ownerExternalId: externalId, isInTable: true })
        // A garage that is blocked for the portal looks impounded, and is not by the game.
        if (vehicleId !== undefined)
          await sql`
            update vehicles set impounded_in_game = ${isImpounded} and blocked_at is null
            where id = ${vehicleId} and impounded_in_game <> (${isImpounded} and blocked_at is null)`.execute(db)
      }
      await inTransaction(db, publish, async (tx, emit) => {
        const characterId = await externalOwner(tx, source, externalId)
        const owner = characterId === undefined ? undefined : await findOwner(tx, characterId)
        if (!owner || (owner.userId !== null && owner.userId !== player.userId)) return
        await lockOwners(tx, [owner.userId])
        const { rows } = await sql<{ id: number; plate: string }>`
          update vehicles set character_id = null, version = version + 1
          where character_id = ${owner.characterId} and game_database = ${source.database} and origin = 'game' and removed_at is null
            and plate_key <> all(${vehicles.map(({ plate }) => recordKey(plate))}::text[])
            and (external_id is null or external_id <> all(${vehicles.map((each) => each.externalId ?? '')}::text[]))
          returning id, plate`.execute(tx)
        for (const { id, plate } of rows) {
          await writeEvent(tx, null, {
            characterId: owner.characterId,
            vehicleId: id,
            title: 'Vehicle sold',
            text: `${plate}, which ${owner.name} owns no longer in the game`,
          })
          await emitOwn(emit, owner.userId, 'vehicle.left', { vehicleId: id })
        }
      })
    },

    /** Vehicles whose garage the game should block or open, since an officer impounded or released them. */
    garageOrders: async (server: GameServer): Promise<GarageOrders> => {
      const { database } = await sourceOf(db, server)
      const { rows } = await sql<{ plate: string; isBlocked: boolean }>`
        (select v.plate, true as "isBlocked" from impounds i join vehicles v on v.id = i.vehicle_id
        where i.released_at is null and v.removed_at is null and v.game_database = ${database} and v.blocked_at is null limit ${MAX_GARAGE_ORDERS})
        union all (select v.plate, false from vehicles v where v.game_database = ${database} and v.blocked_at is not null and v.removed_at is null
          and not exists (select from impounds i where i.vehicle_id = v.id and i.released_at is null) limit ${MAX_GARAGE_ORDERS})`.execute(
        db,
      )
      return {
        block: rows.filter(({ isBlocked }) => isBlocked).map(({ plate }) => plate),
        open: rows.filter(({ isBlocked }) => !isBlocked).map(({ plate }) => plate),
      }
    },

    /** The game has done so. */
    garageOrdered: async (server: GameServer, { block, open }: GarageOrders): Promise<void> => {
      const { database } = await sourceOf(db, server)
      for (const [plates, isBlocked] of [
        [block, true],
        [open, false],
      ] as const)
        await sql`
          update vehicles set blocked_at = case when ${isBlocked} then now() end
          where game_database = ${database} and removed_at is null and (blocked_at is not null) <> ${isBlocked}
            and plate_key = any(${plates.map(recordKey)}::text[])`.execute(db)
    },
  }
}

async function modelsOf(db: Db, { database }: GameSource, externalId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; model: string }>`
    select v.plate_key as key, v.model from characters c join vehicles v on v.character_id = c.id and v.removed_at is null
    where c.external_id = ${externalId} and c.game_database = ${database} and c.removed_at is null`.execute(db)
  return new Map(rows.map(({ key, model }) => [key, model]))
}
