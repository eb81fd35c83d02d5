import { PatrolStretch } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import { PREPARED } from '../../../platform/database/portal-client.ts'

/**
 * For `cross join lateral` with patrols `p`: its stretches as rows (started_at, ended_at, status, beat_id, identifier). Each ends where the
 * next starts, the last where the patrol ends, so they are the whole patrol. The last of an open one has no end.
 */
export const stretches: RawBuilder<unknown> = sql`(
  select s.at as started_at, coalesce(lead(s.at) over (order by s.at), p.ended_at) as ended_at, s.status, s.beat_id, s.identifier
  from patrol_stretches s
  where s.patrol_id = p.id and (s.at = p.started_at or (s.at > p.started_at and (p.ended_at is null or s.at < p.ended_at))))`

const Row = z.object({ patrolId: z.int(), stretch: PatrolStretch })

/** The stretches of these patrols, in order, by patrol. */
export async function readStretches(db: Db | Tx, patrolIds: readonly number[]): Promise<Map<number, PatrolStretch[]>> {
  const { rows } = await sql`${sql.raw(PREPARED)}
    select p.id as "patrolId", json_build_object('startedAt', ${iso('s.started_at')}, 'endedAt', ${iso('s.ended_at')}, 'status', s.status,
      'beat', b.name, 'identifier', s.identifier) as stretch
    from patrols p cross join lateral ${stretches} as s left join beats b on b.id = s.beat_id
    where p.id = any(${[...patrolIds]}::bigint[]) order by p.id, s.started_at`.execute(db)
  const found = new Map<number, PatrolStretch[]>(patrolIds.map((patrolId) => [patrolId, []]))
  for (const { patrolId, stretch } of z.array(Row).parse(rows)) found.get(patrolId)?.push(stretch)
  return found
}
