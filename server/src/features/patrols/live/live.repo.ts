import { OpenPatrol } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { presenceOf } from '../presence/presence.port.ts'

const openPatrols = (condition: RawBuilder<unknown>) => sql<{ patrol: unknown }>`
  select json_build_object('patrolId', p.id, 'userId', u.id, 'name', u.name, 'departmentId', d.id, 'departmentName', d.name,
    'serverId', s.id, 'serverName', s.name, 'isCivilian', p.kind = 'civilian', 'identifier', coalesce(last.identifier, ''), 'beat', b.name,
    'startedAt', p.started_at, 'status', last.status, 'statusSince', coalesce(last.since, p.started_at)) as patrol
  from patrols p join users u on u.id = p.user_id join departments d on d.id = p.department_id join servers s on s.id = p.server_id
  left join lateral (
    select t.identifier, t.status, t.beat_id, (
      select min(o.at) from patrol_stretches o where o.patrol_id = p.id and o.at > coalesce((
        select max(i.at) from patrol_stretches i where i.patrol_id = p.id and i.status is distinct from t.status), '-infinity')) as since
    from patrol_stretches t where t.patrol_id = p.id order by t.at desc limit 1) last on true
  left join beats b on b.id = last.beat_id
  where p.ended_at is null and p.is_long and ${condition}
  order by p.started_at, p.id`

const Row = OpenPatrol.omit({ presence: true, presenceSince: true })

async function read(db: Db | Tx, condition: RawBuilder<unknown>): Promise<OpenPatrol[]> {
  const open = z.array(Row).parse((await openPatrols(condition).execute(db)).rows.map(({ patrol }) => patrol))
  const presence = await presenceOf(
    db,
    open.map(({ userId }) => userId),
  )
  return open.map((patrol) => {
    const seen = presence.get(patrol.userId)
    return { ...patrol, presence: seen?.state ?? null, presenceSince: seen?.since ?? null }
  })
}

/** The patrols under way in a department, or in all of them. */
export const openIn = (db: Db | Tx, departmentId: number | null): Promise<OpenPatrol[]> =>
  read(db, departmentId === null ? sql`true` : sql`p.department_id = ${departmentId}`)

/** Patrols under way of these members, and on these servers. */
export const openOf = (db: Db | Tx, userIds: readonly number[], serverIds: readonly number[] = []): Promise<OpenPatrol[]> =>
  read(db, sql`(p.user_id = any(${userIds}::integer[]) or p.server_id = any(${serverIds}::integer[]))`)

type Ended = { readonly patrolId: number; readonly userId: number; readonly departmentId: number }
/** More patrols than a member can end between two rounds of changes. */
const LATEST = 4

/** Among the members' latest patrols, those that may have ended recently. A patrol that ends by silence ends in the past. */
export async function lastEndedOf(tx: Tx, userIds: readonly number[]): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    select p.id as "patrolId", m.user_id as "userId", p.department_id as "departmentId"
    from unnest(${userIds}::integer[]) as m (user_id)
    cross join lateral (select id, department_id, ended_at from patrols where user_id = m.user_id
      order by started_at desc, id desc limit ${LATEST}) p
    where p.ended_at > now() - interval '2 days' and not exists (
      select from patrols o where o.user_id = m.user_id and o.ended_at is null and o.started_at < now() - interval '10 minutes')
    order by p.id`.execute(tx)
  return rows
}

/** Only one portal at a time reads the changes to send: otherwise older data could be sent last. */
export const takeTurn = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('patrols-told'))`.execute(tx)

/** Advances the rooms' numbers, so that pages which missed a change ask for the snapshot again. */
export const advanceAll = (db: Db) =>
  sql`update streams s set seq = s.seq + 1 from (
    select key from streams where key like 'patrols:%' or key like 'own-patrols:%' order by key collate "C" for update) as k
    where s.key = k.key`.execute(db)
