import { RUN_MINUTES, type FollowKind, type Leader, type MappedDepartment, type RoleMapping } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** A mapping with the names of what it is about. */
export type Stored = {
  readonly id: number
  readonly departmentId: number
  readonly department: string
  readonly isRetired: boolean
  readonly leader: Leader
  readonly rankId: number | null
  readonly rank: string | null
  readonly isRankRetired: boolean
  readonly roleId: string
  readonly role: string
  readonly roleType: string
  readonly isRoleGone: boolean
  readonly guild: string
  /** Whether the bot is in the server and knows the roles of all its members at this moment. */
  readonly isRead: boolean
  readonly answeredBy: number
  readonly answererName: string
  readonly pausedBecause: string | null
}

const IS_READ = sql`(g.left_at is null and g.members_read_at is not null
  and (select b.state = 'connected' and b.seen_at > now() - interval '45 seconds' from discord_bot b))`
const SOURCES = sql`discord_mappings m join departments d on d.id = m.department_id join discord_roles x on x.id = m.role_id
  join discord_guilds g on g.id = x.guild_id join users a on a.id = m.answered_by left join ranks r on r.id = m.rank_id`

/** Mappings of the highest ranks first. */
export async function mappings(db: Db | Tx, which: { readonly departmentId: number } | { readonly id: number }): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select m.id, m.department_id as "departmentId", d.name as department, d.retired_at is not null as "isRetired", d.leader,
      m.rank_id as "rankId", r.name as rank, r.retired_at is not null as "isRankRetired", x.id as "roleId", x.name as role, x.type as "roleType",
      x.gone_at is not null as "isRoleGone", g.name as guild, ${IS_READ} as "isRead", m.answered_by as "answeredBy", a.name as "answererName",
      m.paused_because as "pausedBecause"
    from ${SOURCES} where ${'id' in which ? sql`m.id = ${which.id}` : sql`m.department_id = ${which.departmentId}`}
    order by r.sort_order desc nulls last, m.id`.execute(db)
  return rows
}

/** Locks a department, so that nobody else follows Discord or changes mappings there. */
export const lockDepartment = (tx: Tx, id: number) =>
  tx.selectFrom('departments').select(['id', 'name', 'leader', 'retired_at']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export async function ledDepartments(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('departments').select('id').where('leader', '=', 'discord').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** A member whose membership or rank differs from their roles in Discord. */
export type Difference = {
  readonly userId: number
  readonly name: string
  readonly kind: Exclude<FollowKind, 'left alone'>
  readonly fromRankId: number | null
  readonly fromRank: string | null
  /** Null for a member who has no mapped role. */
  readonly mappingId: number | null
  readonly toRankId: number | null
  readonly toRank: string | null
  /** The decision about exactly this difference. */
  readonly decided: 'held' | 'kept' | null
}

/** The highest mapped rank of each linked member, by mappings that are in use. */
const wantedIn = (departmentId: number) => sql`(
  select distinct on (l.user_id) l.user_id, m.id as mapping_id, m.rank_id, r.name, r.sort_order
  from ${SOURCES} join discord_members dm on dm.guild_id = g.id and m.role_id = any(dm.role_ids)
    join discord_links l on l.discord_id = dm.discord_id
  where m.department_id = ${departmentId} and m.paused_because is null and x.gone_at is null and ${IS_READ}
  order by l.user_id, r.sort_order desc nulls last, m.id)`

export async function differences(db: Db | Tx, departmentId: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select u.id as "userId", u.name, h.rank_id as "fromRankId", hr.name as "fromRank", w.mapping_id as "mappingId", w.rank_id as "toRankId",
      w.name as "toRank",
      case when h.user_id is null then 'joins' when w.user_id is null then 'removed'
        when coalesce(w.sort_order, -1) < coalesce(hr.sort_order, -1) then 'lowered' else 'raised' end as kind,
      case when f.rank_id is not distinct from w.rank_id and f.is_member = (w.user_id is not null) and f.state in ('held', 'kept') then f.state end as decided
    from users u
    left join user_departments h on h.user_id = u.id and h.department_id = ${departmentId} left join ranks hr on hr.id = h.rank_id
    left join ${wantedIn(departmentId)} w on w.user_id = u.id
    left join discord_followed f on f.user_id = u.id and f.department_id = ${departmentId}
    where u.disabled_at is null and u.deleted_at is null and not u.is_simulated
      and ((h.user_id is null) <> (w.user_id is null) or h.user_id is not null and w.user_id is not null and h.rank_id is distinct from w.rank_id)
    order by u.id`.execute(db)
  return rows
}

/** How many members lost something by following Discord within the last minutes, of those without a person's confirmation, and how many there are. */
export async function lossesAndMembers(tx: Tx, departmentId: number): Promise<{ losses: number; members: number }> {
  const { rows } = await sql<{ losses: number; members: number }>`
    select (select count(*)::integer from discord_followed where department_id = ${departmentId} and state = 'lowered'
        and since > now() - make_interval(mins => ${RUN_MINUTES})) as losses,
      (select count(*)::integer from user_departments where department_id = ${departmentId}) as members`.execute(tx)
  return rows[0] ?? { losses: 0, members: 0 }
}

/** Notes what happened to these members, or what is left undone. */
export async function note(tx: Tx, departmentId: number, state: 'lowered' | 'held' | 'kept', rows: readonly Difference[]): Promise<void> {
  const members = rows.map(({ userId, toRankId, mappingId }) => ({ user_id: userId, rank_id: toRankId, is_member: mappingId !== null }))
  await sql`insert into discord_followed as f (department_id, user_id, state, rank_id, is_member)
    select ${departmentId}, x.user_id, ${state}, x.rank_id, x.is_member
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as x (user_id integer, rank_id integer, is_member boolean)
    on conflict (department_id, user_id) do update set state = excluded.state, rank_id = excluded.rank_id, is_member = excluded.is_member,
      since = now()
    where (f.state, f.rank_id, f.is_member) is distinct from (excluded.state, excluded.rank_id, excluded.is_member)`.execute(tx)
}

/** Forgets decisions about differences that are no longer there, and losses that no longer count. Returns whether a held one was forgotten. */
export async function tidy(tx: Tx, departmentId: number, decided: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    delete from discord_followed where department_id = ${departmentId}
      and case state when 'lowered' then since < now() - make_interval(mins => ${RUN_MINUTES}) else not user_id = any(${[...decided]}::integer[]) end
    returning state`.execute(tx)
  return rows.some(({ state }) => state === 'held')
}

export const forget = (tx: Tx, departmentId: number, userIds: readonly number[]) =>
  sql`delete from discord_followed where department_id = ${departmentId} and user_id = any(${[...userIds]}::integer[])`.execute(tx)

export const forgetAll = (tx: Tx, departmentId: number) =>
  tx.deleteFrom('discord_followed').where('department_id', '=', departmentId).execute()

/** False if the mapping is paused already. */
export async function pauseMapping(tx: Tx, id: number, because: string, by: number | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('discord_mappings')
    .set({ paused_because: because, paused_by: by })
    .where('id', '=', id)
    .where('paused_because', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes this department led so, with the roles of its mappings. Roles that no department follows any more are the portal's again. */
export async function setLeader(tx: Tx, departmentId: number, leader: Leader): Promise<void> {
  if (leader === 'discord')
    await sql`update discord_roles x set leader = 'discord' from discord_mappings m
      where m.department_id = ${departmentId} and x.id = m.role_id and x.leader = 'portal'`.execute(tx)
  await sql`update departments set leader = ${leader} where id = ${departmentId} and leader <> ${leader}`.execute(tx)
  await sql`update discord_roles x set leader = 'portal' where x.leader = 'discord'
    and not exists (select from discord_mappings m where m.role_id = x.id and m.leader = 'discord')`.execute(tx)
}

const ROLE = sql`json_build_object('roleId', x.id, 'name', x.name, 'guildName', g.name, 'color', x.color)`
const RANK = sql`case when r.id is not null then json_build_object('rankId', r.id, 'name', r.name) end`

type MappingRow = RoleMapping & { readonly departmentId: number }
export async function readMappings(db: Db): Promise<MappingRow[]> {
  const { rows } = await sql<Omit<MappingRow, 'members'>>`
    select m.id as "mappingId", m.department_id as "departmentId", ${ROLE} as role, ${RANK} as rank,
      json_build_object('userId', made.id, 'name', made.name) as "madeBy", json_build_object('userId', a.id, 'name', a.name) as "answeredForBy",
      (select count(distinct l.user_id)::integer from discord_members dm join discord_links l on l.discord_id = dm.discord_id
        join users u on u.id = l.user_id and u.disabled_at is null and u.deleted_at is null
        where dm.guild_id = g.id and m.role_id = any(dm.role_ids)) as holders,
      m.paused_because as "pausedBecause"
    from ${SOURCES} join users made on made.id = m.made_by order by r.sort_order desc nulls last, m.id`.execute(db)
  const covered = new Map<number, number>()
  for (const departmentId of new Set(rows.map((row) => row.departmentId))) {
    const counted = await sql<{ id: number; members: number }>`
      select w.mapping_id as id, count(*)::integer as members from ${wantedIn(departmentId)} w
      join user_departments h on h.user_id = w.user_id and h.department_id = ${departmentId} and h.rank_id is not distinct from w.rank_id
      group by 1`.execute(db)
    for (const { id, members } of counted.rows) covered.set(id, members)
  }
  return rows.map((row) => ({ ...row, members: covered.get(row.mappingId) ?? 0 }))
}

type DepartmentRow = Omit<MappedDepartment, 'mappings' | 'waitsBecause' | 'held'>
/** Departments in use, and those that still have mappings. */
export async function readDepartments(db: Db): Promise<DepartmentRow[]> {
  const { rows } = await sql<DepartmentRow>`
    select d.id as "departmentId", d.name, d.full_name as "fullName", d.retired_at is not null as "isRetired", d.leader,
      (select count(*)::integer from user_departments h join users u on u.id = h.user_id and u.disabled_at is null and u.deleted_at is null
        where h.department_id = d.id) as members,
      coalesce((select json_agg(json_build_object('rankId', k.id, 'name', k.name) order by k.sort_order, k.id)
        from ranks k where k.department_id = d.id and k.retired_at is null), '[]') as ranks,
      coalesce((select json_agg(json_build_object('entitlementId', e.id, 'role', ${ROLE}, 'rank', ${RANK},
          'members', (select count(*) from user_departments h join users u on u.id = h.user_id and u.disabled_at is null and u.deleted_at is null
            where h.department_id = d.id and (e.rank_id is null or h.rank_id = e.rank_id)))
        order by r.sort_order desc nulls last, x.name, e.id)
        from entitlements e join discord_roles x on x.id = e.discord_role_id join discord_guilds g on g.id = x.guild_id
          left join ranks r on r.id = e.rank_id
        where e.department_id = d.id), '[]') as gives
    from departments d
    where d.retired_at is null or exists (select from discord_mappings m where m.department_id = d.id) order by d.sort_order, d.id`.execute(
    db,
  )
  return rows
}

/** Roles that can be mapped: not the one that everyone on a server has. */
export async function mappableRoles(db: Db | Tx, roleId?: string) {
  const { rows } = await sql<RoleMapping['role'] & { readonly type: string }>`
    select x.id as "roleId", x.name, g.name as "guildName", x.color, x.type from discord_roles x join discord_guilds g on g.id = x.guild_id
    where x.gone_at is null and g.left_at is null and x.id <> g.id and ${roleId === undefined ? sql`true` : sql`x.id = ${roleId}`}
    order by g.joined_at, g.id, x.position desc, x.id`.execute(db)
  return rows
}

type HeldRow = {
  readonly departmentId: number
  readonly userId: number
  readonly rankId: number | null
  readonly isMember: boolean
  readonly since: Date
}
export async function heldLosses(db: Db | Tx, departmentId?: number): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select department_id as "departmentId", user_id as "userId", rank_id as "rankId", is_member as "isMember", since from discord_followed
    where state = 'held' and ${departmentId === undefined ? sql`true` : sql`department_id = ${departmentId}`} order by user_id`.execute(db)
  return rows
}

/** The rank, locked against being retired until the transaction ends. */
export const lockRank = (tx: Tx, departmentId: number, rankId: number) =>
  tx
    .selectFrom('ranks')
    .select('id')
    .where('id', '=', rankId)
    .where('department_id', '=', departmentId)
    .where('retired_at', 'is', null)
    .forShare()
    .executeTakeFirst()

export async function insertMapping(
  tx: Tx,
  by: number,
  { roleId, departmentId, rankId, leader }: { roleId: string; departmentId: number; rankId: number | null; leader: Leader },
): Promise<number> {
  if (leader === 'discord') await sql`update discord_roles set leader = 'discord' where id = ${roleId} and leader = 'portal'`.execute(tx)
  const { id } = await tx
    .insertInto('discord_mappings')
    .values({ role_id: roleId, department_id: departmentId, rank_id: rankId, leader, made_by: by, answered_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if the mapping is not paused. */
export async function resumeMapping(tx: Tx, id: number, by: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('discord_mappings')
    .set({ paused_because: null, paused_by: null, answered_by: by })
    .where('id', '=', id)
    .where('paused_because', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Mappings that the portal paused. */
export const countPaused = sql<{ count: number }>`select count(*)::integer as count from discord_mappings
  where paused_because is not null and paused_by is null`
/** Departments with losses to decide on. */
export const countHeld = sql<{
  count: number
}>`select count(distinct department_id)::integer as count from discord_followed where state = 'held'`
