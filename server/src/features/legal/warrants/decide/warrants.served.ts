import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'

type Subjects = { readonly characterIds: readonly number[]; readonly vehicleIds: readonly number[] }

/** Those of the people and vehicles on whom the member served a warrant within a day. */
export async function hasServed(db: Db | Tx, userId: number, { characterIds, vehicleIds }: Subjects): Promise<Subjects> {
  const { rows } = await sql<{ characterId: number | null; vehicleId: number | null }>`
    select coalesce(n.merged_into_id, n.id) as "characterId", w.vehicle_id as "vehicleId"
    from warrants w left join characters n on n.id = w.character_id
    where w.state = 'served' and w.closed_at > now() - interval '24 hours' and (w.served_return #>> '{by,userId}')::int = ${userId}
      and (coalesce(n.merged_into_id, n.id) = any(${characterIds}::int[]) or w.vehicle_id = any(${vehicleIds}::int[]))`.execute(db)
  return {
    characterIds: rows.flatMap(({ characterId }) => characterId ?? []),
    vehicleIds: rows.flatMap(({ vehicleId }) => vehicleId ?? []),
  }
}
