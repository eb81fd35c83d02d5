import {
  COUNT_LIMIT,
  Entitlement,
  EntitlementDepartment,
  EntitlementProposal,
  isPowerful,
  type EntitlementGift,
  type EntitlementInput,
  type EntitlementRole,
  type EntitlementSource,
  type PageOf,
  type PageQuery,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitTo, toPage } from '../../../platform/database/page.ts'
import { idsAbove } from '../../people/users/users.port.ts'

/** An entitlement `e`. Fields that its kind does not have are dropped by the contract's schema. */
const entitlementJson = sql`json_build_object(
  'entitlementId', e.id, 'createdAt', e.created_at,
  'source', json_build_object('kind', e.source_kind, 'departmentId', e.department_id, 'rankId', e.rank_id, 'roleGroup', e.role_group,
    'environment', e.environment),
  'gift', json_build_object('kind', e.gift_kind, 'roleId', e.discord_role_id, 'environment', e.whitelist, 'aceGroup', e.ace_group),
  'createdBy', (select json_build_object('userId', u.id, 'name', u.name) from users u where u.id = e.created_by))`

export async function entitlements(db: Db | Tx, entitlementId?: number): Promise<Entitlement[]> {
  const { rows } = await sql<{ entitlement: unknown }>`
    select ${entitlementJson} as entitlement from entitlements e
    where ${entitlementId === undefined ? sql`true` : sql`e.id = ${entitlementId}`} order by e.id`.execute(db)
  return rows.map(({ entitlement }) => Entitlement.parse(entitlement))
}

/** Departments in use, with their ranks in use. */
export async function departments(db: Db | Tx, departmentId?: number): Promise<EntitlementDepartment[]> {
  const { rows } = await sql`
    select d.id as "departmentId", d.name, d.full_name as "fullName", d.nickname_template as "nicknameTemplate", d.version,
      coalesce((select json_agg(json_build_object('rankId', r.id, 'name', r.name, 'capabilities', r.capabilities) order by r.sort_order, r.id)
        from ranks r where r.department_id = d.id and r.retired_at is null), '[]') as ranks
    from departments d where d.retired_at is null and ${departmentId === undefined ? sql`true` : sql`d.id = ${departmentId}`}
    order by d.sort_order, d.id`.execute(db)
  return z.array(EntitlementDepartment).parse(rows)
}

/** Discord roles, highest first. Deleted ones are listed only if an entitlement still names them. */
export async function roles(db: Db | Tx, roleId?: string): Promise<EntitlementRole[]> {
  const { rows } = await sql<Omit<EntitlementRole, 'isPowerful'> & { permissions: string }>`
    select r.id as "roleId", r.name, r.color, g.name as "guildName", r.permissions, r.is_managed or r.id = r.guild_id as "isManaged",
      r.leader = 'discord' as "isLedByDiscord",
      r.gone_at is not null or g.left_at is not null as "isGone"
    from discord_roles r join discord_guilds g on g.id = r.guild_id
    where ${
      roleId === undefined
        ? sql`r.gone_at is null and g.left_at is null or exists (select from entitlements e where e.discord_role_id = r.id)`
        : sql`r.id = ${roleId}`
    }
    order by g.name, g.id, r.position desc, r.id`.execute(db)
  return rows.map(({ permissions, ...role }) => ({ ...role, isPowerful: isPowerful(permissions) }))
}

/** In-game groups that game servers offer, and those that an entitlement still names although no server offers them. */
export async function aceGroups(db: Db | Tx): Promise<{ name: string; servers: string[] }[]> {
  const { rows } = await sql<{ name: string; servers: string[] }>`
    select o.name, coalesce(json_agg(o.server order by o.server) filter (where o.server is not null), '[]') as servers
    from (
      select unnest(l.ace_groups) as name, s.name as server from server_links l join servers s on s.id = l.server_id and s.retired_at is null
      union select ace_group, null from entitlements where ace_group is not null
    ) o group by o.name order by o.name`.execute(db)
  return rows
}

const columnsOf = ({ source, gift }: EntitlementInput) => ({
  source_kind: source.kind,
  department_id: 'departmentId' in source ? source.departmentId : null,
  rank_id: 'rankId' in source ? source.rankId : null,
  role_group: 'roleGroup' in source ? source.roleGroup : null,
  environment: 'environment' in source ? source.environment : null,
  gift_kind: gift.kind,
  discord_role_id: gift.kind === 'discordRole' ? gift.roleId : null,
  whitelist: gift.kind === 'whitelist' ? gift.environment : null,
  ace_group: gift.kind === 'aceGroup' ? gift.aceGroup : null,
})

export async function insertEntitlement(tx: Tx, authorId: number, input: EntitlementInput): Promise<number> {
  const { id } = await tx
    .insertInto('entitlements')
    .values({ ...columnsOf(input), created_by: authorId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if it was removed already. */
export async function deleteEntitlement(tx: Tx, entitlementId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('entitlements').where('id', '=', entitlementId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Locks the actor and the members of this department or rank, or with such a grant, in the order of their ids. */
export async function lockConcerned(tx: Tx, actorId: number, source: EntitlementSource): Promise<void> {
  const inSource =
    source.kind === 'department' || source.kind === 'rank'
      ? sql`id in (select user_id from user_departments where department_id = ${source.departmentId}
          ${source.kind === 'rank' ? sql`and rank_id = ${source.rankId}` : sql``})`
      : sql`id in (select user_id from grants where state = 'active' and kind = ${source.kind})`
  await sql`select from users where id = ${actorId} or ${inSource} order by id for no key update`.execute(tx)
}

/** Active members who are entitled to this for any reason, and whether each is linked. */
export async function holders(tx: Tx, gift: EntitlementGift): Promise<Map<number, boolean>> {
  const value = gift.kind === 'discordRole' ? gift.roleId : gift.kind === 'whitelist' ? gift.environment : gift.aceGroup
  const { rows } = await sql<{ user_id: number; is_linked: boolean }>`
    select distinct e.user_id, l.user_id is not null as is_linked
    from entitled e join users u on u.id = e.user_id and u.disabled_at is null and u.deleted_at is null
    left join discord_links l on l.user_id = e.user_id
    where e.gift_kind = ${gift.kind} and e.value = ${value}`.execute(tx)
  return new Map(rows.map(({ user_id, is_linked }) => [user_id, is_linked]))
}

/** False if someone else changed the department since. */
export async function saveNicknameTemplate(tx: Tx, departmentId: number, version: number, template: string): Promise<boolean> {
  const changed = await tx
    .updateTable('departments')
    .set((eb) => ({ nickname_template: template, version: eb('version', '+', 1) }))
    .where('id', '=', departmentId)
    .where('version', '=', version)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Names for the audit and for messages. */
export async function namesOf(tx: Tx, source: EntitlementSource, gift: EntitlementGift): Promise<{ source: string; gives: string }> {
  const { rows } = await sql<{ department: string | null; rank: string | null; role: string | null }>`
    select (select name from departments where id = ${'departmentId' in source ? source.departmentId : null}) as department,
      (select name from ranks where id = ${'rankId' in source ? source.rankId : null}) as rank,
      (select name from discord_roles where id = ${gift.kind === 'discordRole' ? gift.roleId : null}) as role`.execute(tx)
  const [names] = rows
  return { source: sourceWords(source, names), gives: giftWords(gift, names?.role ?? null) }
}

type Names = { readonly department: string | null; readonly rank: string | null }
const ENVIRONMENTS = { prod: 'game servers', dev: 'development servers' } as const

function sourceWords(source: EntitlementSource, names: Names | undefined): string {
  switch (source.kind) {
    case 'department':
      return `${names?.department}, every rank`
    case 'rank':
      return `${names?.department} ${names?.rank}`
    case 'roleGroup':
      return `The role group ${source.roleGroup}`
    case 'whitelist':
      return `The whitelist of the ${ENVIRONMENTS[source.environment]}`
    case 'leave':
      return 'Members on leave'
    case 'linked':
      return 'Every linked member'
    case 'ridealong':
      return 'Ride-alongs'
    case 'pass':
      return 'Temporary passes'
  }
}

function giftWords(gift: EntitlementGift, role: string | null): string {
  if (gift.kind === 'discordRole') return `The Discord role ${role}`
  return gift.kind === 'whitelist' ? `The whitelist of the ${ENVIRONMENTS[gift.environment]}` : gift.aceGroup
}

/**
 * Linked members with a role in Discord that a department or a rank gives, and that nothing in the portal entitles them to. Only read: a role that
 * the portal leads never gives rights here.
 */
export async function listProposals(
  db: Db,
  actor: Actor,
  { guildId, page, pageSize }: PageQuery & { readonly guildId: string },
): Promise<PageOf<EntitlementProposal>> {
  const found = sql`
    from discord_members m
    join discord_links l on l.discord_id = m.discord_id
    join users u on u.id = l.user_id and u.disabled_at is null and u.deleted_at is null and u.id not in ${idsAbove(actor.user)}
    cross join unnest(m.role_ids) as held (role_id)
    join discord_roles r on r.id = held.role_id and r.gone_at is null
    cross join lateral (
      select array_agg(d.name || case when k.id is null then '' else ' ' || k.name end order by d.sort_order, k.sort_order nulls first) as words
      from entitlements e join departments d on d.id = e.department_id and d.retired_at is null left join ranks k on k.id = e.rank_id
      where e.discord_role_id = r.id and k.retired_at is null) as s
    where m.guild_id = ${guildId} and s.words is not null
      and not exists (select from entitled e where e.user_id = u.id and e.gift_kind = 'discordRole' and e.value = r.id)`
  const [{ rows }, counted] = await Promise.all([
    sql`select u.id as "userId", u.name, coalesce(m.nickname, m.display_name) as "discordName", r.name as "roleName", s.words as suggestions
      ${found} order by lower(u.name), u.id, r.position desc, r.id ${limitTo({ page, pageSize })}`.execute(db),
    sql<{ count: number }>`select count(*) from (select ${found} limit ${COUNT_LIMIT + 1}) as counted`.execute(db),
  ])
  return toPage(z.array(EntitlementProposal).parse(rows), counted.rows[0]?.count ?? 0, { page, pageSize })
}
