import { BRIDGE_OFFLINE_MS, Simulation, SIMULATION_HOURS, UNIT_STATUS } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { newApiKey, hashSecret } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import { isStillReferenced } from '../../../platform/database/violation.ts'
import type { SimulatedMember } from './simulation.world.ts'

/** The simulated game that is running, unless it is being removed. */
export async function findSimulation(db: Db | Tx): Promise<Simulation | null> {
  const { rows } = await sql`
    select s.id as "serverId", s.name, ${iso('x.started_at')} as "startedAt",
      array(select u.identifier from units u where u.server_id = s.id and u.user_id in (select id from users where is_simulated) order by 1) as units,
      coalesce(l.is_online and l.last_heartbeat_at >= now() - make_interval(secs => ${BRIDGE_OFFLINE_MS / 1000}), false) as "isOnline"
    from simulations x join servers s on s.id = x.server_id left join server_links l on l.server_id = s.id
    where not x.is_ending`.execute(db)
  return rows[0] === undefined ? null : Simulation.parse(rows[0])
}

const Department = z.object({
  departmentId: z.int(),
  rankId: z.int().nullable(),
  type: z.enum(['Leo', 'Fire', 'Comms', 'Civilian', 'Other']),
})
export type PlayedDepartment = z.infer<typeof Department>

/** Departments that go on duty as police or fire, with their lowest rank without capabilities. */
export async function departmentsToPlay(tx: Tx): Promise<PlayedDepartment[]> {
  const { rows } = await sql`
    select d.id as "departmentId", d.type, (
      select r.id from ranks r where r.department_id = d.id and r.retired_at is null and r.capabilities = '{}' order by r.sort_order, r.id limit 1) as "rankId"
    from departments d where d.is_cad_enabled and d.retired_at is null and d.type in ('Leo', 'Fire') order by d.sort_order, d.id`.execute(
    tx,
  )
  return z.array(Department).parse(rows)
}

/** The name is free: other servers may be called like it. */
export async function insertServer(tx: Tx, name: string) {
  const { rows } = await sql<{ serverId: number; name: string; version: number }>`
    insert into servers (name, is_simulated)
    select case when n = 1 then ${name} else ${name} || ' ' || n end, true from generate_series(1, 1000) n
    where not exists (select from servers s where s.retired_at is null and lower(s.name) = lower(case when n = 1 then ${name} else ${name} || ' ' || n end)) order by n limit 1
    returning id as "serverId", name, version`.execute(tx)
  const [server] = rows
  if (!server) throw new Error('every name for a simulated game is taken')
  return { ...server, environment: 'prod' as const }
}

export const insertSimulation = (tx: Tx, serverId: number, startedBy: number) =>
  tx.insertInto('simulations').values({ server_id: serverId, started_by: startedBy }).execute()

type NewMember = SimulatedMember & { readonly rankId: number | null }

/** They are deleted accounts from the start, without a password, so that no list, count or search knows them. */
export async function insertMembers(tx: Tx, members: readonly NewMember[]): Promise<void> {
  for (const { name, steam, departmentId, rankId } of members) {
    const { id } = await tx
      .insertInto('users')
      .values({ name, email: `${steam}@simulated.invalid`, password_hash: '', steam_id: steam, deleted_at: new Date(), is_simulated: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('user_departments')
      .values({ user_id: id, department_id: departmentId, rank_id: rankId, is_primary: true })
      .execute()
  }
}

/** The players with a unit, in the order of their call signs. */
export async function membersOf(db: Db): Promise<Omit<SimulatedMember, 'identifier'>[]> {
  const { rows } = await sql<Omit<SimulatedMember, 'identifier'>>`
    select u.name, u.steam_id as steam, m.department_id as "departmentId" from users u join user_departments m on m.user_id = u.id
    where u.is_simulated and u.steam_id is not null order by u.id`.execute(db)
  return rows
}

type Held = { readonly serverId: number; readonly isEnding: boolean; readonly isOver: boolean }
const HOLD_SECONDS = 20

/** Keeps this node the one that runs the simulated game, or makes it that where the other has not been heard from. */
export async function hold(db: Db, node: string): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    update simulations set runner = ${node}::uuid, runner_seen_at = clock_timestamp()
    where runner = ${node}::uuid or runner is null or runner_seen_at < clock_timestamp() - make_interval(secs => ${HOLD_SECONDS})
    returning server_id as "serverId", is_ending as "isEnding",
      started_at < clock_timestamp() - make_interval(hours => ${SIMULATION_HOURS}) as "isOver"`.execute(db)
  return rows[0]
}

export const letGo = (db: Db, node: string) => sql`update simulations set runner = null where runner = ${node}::uuid`.execute(db)

/** The key of the run before is no longer known: only its hash was kept. */
export const issueKeyAnew = (db: Db, serverId: number): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const key = newApiKey('server')
    await endKeys(tx, serverId)
    await tx
      .insertInto('api_keys')
      .values({
        name: 'Simulated game',
        kind: 'server',
        scopes: ['bridge'],
        key_hash: hashSecret(key),
        server_id: serverId,
        is_limited: true,
      })
      .execute()
    return key
  })

export const endKeys = (db: Db | Tx, serverId: number) =>
  sql`update api_keys set revoked_at = now() where server_id = ${serverId} and revoked_at is null`.execute(db)

/** The server that is no longer played on, or undefined where none is. */
export async function markEnding(tx: Tx): Promise<{ serverId: number; name: string } | undefined> {
  const { rows } = await sql<{ serverId: number; name: string }>`
    update simulations x set is_ending = true from servers s where s.id = x.server_id and not x.is_ending
    returning x.server_id as "serverId", s.name`.execute(tx)
  return rows[0]
}

export const onDuty = async (db: Db | Tx, serverId: number): Promise<number[]> =>
  (
    await db.selectFrom('units').select('user_id').where('server_id', '=', serverId).where('status', '<>', UNIT_STATUS.offDuty).execute()
  ).map(({ user_id }) => user_id)

/** Rows that are about the server alone. */
const OF_SERVER = [
  'server_player_counts',
  'bridge_events',
  'sign_in_tickets',
  'tones',
  'dispatch_notes',
  'whitelist_pushes',
  'played_characters',
  'track_blocks',
  'server_links',
  'server_activity',
]

/**
 * Deletes the game. Reports, warrants, lookups and BOLOs stay if they name its server or a call: then the server stays too, retired and in no list.
 */
export async function removeGame(tx: Tx, serverId: number): Promise<'removed' | 'was removed' | 'on duty'> {
  // Nobody can go on duty there until commit.
  const { rows } = await sql`select from servers where id = ${serverId} and is_simulated and retired_at is null for update`.execute(tx)
  if (rows.length === 0) return 'was removed'
  if ((await onDuty(tx, serverId)).length > 0) return 'on duty'
  for (const table of OF_SERVER) await sql`delete from ${sql.table(table)} where server_id = ${serverId}`.execute(tx)
  await sql`delete from calls c where c.server_id = ${serverId}
    and not exists (select from reports r where r.call_id = c.id) and not exists (select from warrants w where w.call_id = c.id)`.execute(
    tx,
  )
  // Members keep their last call sign for the next time.
  await sql`update units set server_id = (select min(id) from servers where not is_simulated) where server_id = ${serverId} and status = ${UNIT_STATUS.offDuty}
    and exists (select from servers where not is_simulated) and user_id not in (select id from users where is_simulated)`.execute(tx)
  const { rows: people } = await sql<{ id: number }>`select id from users where is_simulated and steam_id is not null`.execute(tx)
  for (const { id } of people) {
    await sql`delete from units where user_id = ${id}`.execute(tx)
    await orElse(
      tx,
      sql`delete from users where id = ${id}`,
      sql`update users set steam_id = null, email = id || '@simulated.invalid' where id = ${id}`,
    )
  }
  await orElse(tx, sql`delete from api_keys where server_id = ${serverId}`, sql`select 1`)
  await orElse(tx, sql`delete from servers where id = ${serverId}`, sql`update servers set retired_at = now() where id = ${serverId}`)
  await sql`delete from simulations where server_id = ${serverId}`.execute(tx)
  return 'removed'
}

/** Does the one, or the other where rows still refer to what it deletes. */
async function orElse(tx: Tx, first: RawBuilder<unknown>, second: RawBuilder<unknown>): Promise<void> {
  await sql`savepoint removing`.execute(tx)
  try {
    await first.execute(tx)
  } catch (error) {
    if (!isStillReferenced(error)) throw error
    await sql`rollback to savepoint removing`.execute(tx)
    await second.execute(tx)
  }
  await sql`release savepoint removing`.execute(tx)
}
