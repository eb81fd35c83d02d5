import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../../platform/database/database.ts'

/** A member in the game, and on which server. */
export type InGame = { readonly userId: number; readonly serverId: number }
const CivilianPatrol = z.object({ patrolId: z.int(), userId: z.int(), serverId: z.int(), departmentId: z.int() })
export type CivilianPatrol = z.infer<typeof CivilianPatrol>

const columns = sql`id as "patrolId", user_id as "userId", server_id as "serverId", department_id as "departmentId"`

/**
 * Opens a civilian patrol for each of these members who is in a civilian department and not on duty, and returns the opened patrols. A
 * member with an open patrol keeps it. A member whose unit is being written right now is left out, so call it again a little later.
 */
export async function openCivilianPatrols(tx: Tx, inGame: readonly InGame[]): Promise<CivilianPatrol[]> {
  if (inGame.length === 0) return []
  // Locking the row of the unit keeps its member from going on duty until this is committed. Locked rows are skipped, so there is no
  // deadlock.
  const { rows } = await sql`
    with seen as (
      select distinct on ("userId") "userId" as user_id, "serverId" as server_id
      from jsonb_to_recordset(${JSON.stringify(inGame)}::jsonb) as x ("userId" integer, "serverId" integer) order by "userId"
    ), off_duty as (
      select t.user_id from units t where t.user_id in (select user_id from seen) and t.status = 1
      order by t.user_id for no key update of t skip locked
    ), opened as (
      insert into patrols (user_id, department_id, server_id, started_at, kind)
      select seen.user_id, d.id, seen.server_id, date_trunc('milliseconds', clock_timestamp()), 'civilian'
      from seen join users u on u.id = seen.user_id and u.disabled_at is null and u.deleted_at is null
        join servers v on v.id = seen.server_id and v.retired_at is null
        cross join lateral (
          select d.id from user_departments m join departments d on d.id = m.department_id
          where m.user_id = seen.user_id and d.type = 'Civilian' and d.retired_at is null
          order by m.is_primary desc, d.sort_order, d.id limit 1
        ) as d
      where (seen.user_id in (select user_id from off_duty) or not exists (select from units t where t.user_id = seen.user_id))
        and not exists (select from patrols p where p.user_id = seen.user_id and p.ended_at is null)
      order by seen.user_id
      on conflict do nothing returning id, user_id, server_id, department_id, started_at
    ), noted as (
      insert into patrol_stretches (patrol_id, at) select id, started_at from opened
    )
    select ${columns} from opened order by user_id`.execute(tx)
  return z.array(CivilianPatrol).parse(rows)
}

/** Members on a server, everyone on a server, or everyone. */
export type Whose = { readonly serverId: number; readonly userIds?: readonly number[] } | 'everyone'

/**
 * Ends open civilian patrols and returns those that were ended. `last-seen` ends each at the moment the game server last saw its member,
 * for instance after a crash. A patrol that is being ended by going on duty is skipped.
 */
export async function endCivilianPatrols(tx: Tx, whose: Whose, at: Date | 'last-seen'): Promise<CivilianPatrol[]> {
  const server = whose === 'everyone' ? sql`true` : sql`server_id = ${whose.serverId}`
  const members = whose === 'everyone' || whose.userIds === undefined ? sql`true` : sql`user_id = any(${[...whose.userIds]}::integer[])`
  const end =
    at === 'last-seen'
      ? sql`(select max(s.ended_at) from presence s where s.user_id = p.user_id and s.server_id = p.server_id)`
      : sql`${at.toISOString()}::timestamptz`
  const { rows } = await sql`
    with leaving as (
      select id from patrols where ended_at is null and kind = 'civilian' and ${server} and ${members}
      order by user_id for no key update skip locked
    ), ended as (
      update patrols p set ended_at = greatest(p.started_at, ${end}) from leaving where leaving.id = p.id and p.ended_at is null
      returning p.id, p.user_id, p.server_id, p.department_id
    )
    select ${columns} from ended order by user_id`.execute(tx)
  return z.array(CivilianPatrol).parse(rows)
}
