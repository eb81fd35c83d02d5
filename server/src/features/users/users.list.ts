import { COUNT_LIMIT, type PageOf, type UserFilter, type UserRow } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { toPage } from '../../platform/database/page.ts'

export type UserQuery = UserFilter & {
  readonly includeDisabled: boolean
  readonly includeDeleted: boolean
  readonly term?: string
}

type Row = Omit<UserRow, 'createdAt' | 'lastSeenAt'> & { createdAt: Date; lastSeenAt: Date | null }

/** A page of accounts with what each belongs to, in one statement; counted beside it, up to the limit. */
export async function listUsers(db: Db, query: UserQuery): Promise<PageOf<UserRow>> {
  const matches = conditions(query)
  const order = ORDER[query.sort][query.direction]
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select u.id as "userId", u.name, u.email as "emailAddress", u.avatar_color as "avatarColor", u.steam_id as "steamId",
        u.is_whitelisted as "isWhitelisted", u.is_whitelisted_dev as "isWhitelistedDev",
        u.disabled_at is not null as "isDisabled", u.deleted_at is not null as "isDeleted",
        u.created_at as "createdAt", u.last_seen_at as "lastSeenAt", departments.list as departments, roles.list as roles
      from (select * from users u where ${matches} order by ${order} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}) u
      cross join lateral (
        select coalesce(json_agg(json_build_object(
          'departmentId', d.id, 'name', d.name, 'rankName', r.name, 'isPrimary', ud.is_primary
        ) order by ud.is_primary desc, d.sort_order, d.id), '[]') as list
        from user_departments ud join departments d on d.id = ud.department_id left join ranks r on r.id = ud.rank_id
        where ud.user_id = u.id
      ) departments
      cross join lateral (
        select coalesce(json_agg(json_build_object(
          'roleId', r.id, 'name', r.name, 'level', r.level, 'roleGroup', json_build_object('name', g.name)
        ) order by r.level desc, r.id), '[]') as list
        from user_roles ur join roles r on r.id = ur.role_id join role_groups g on g.id = r.role_group_id
        where ur.user_id = u.id
      ) roles
      order by ${order}`.execute(db),
    sql<{ count: number }>`select count(*) from (select from users u where ${matches} limit ${COUNT_LIMIT + 1}) as some`.execute(db),
  ])
  const items = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  }))
  return toPage(items, counted.rows[0]?.count ?? 0, query)
}

/** Each is the order of an index, or its reverse. */
const ORDER: Record<UserFilter['sort'], Record<UserFilter['direction'], RawBuilder<unknown>>> = {
  name: { asc: sql`lower(u.name), u.id`, desc: sql`lower(u.name) desc, u.id desc` },
  emailAddress: { asc: sql`lower(u.email)`, desc: sql`lower(u.email) desc` },
  createdAt: { asc: sql`u.created_at, u.id`, desc: sql`u.created_at desc, u.id desc` },
  lastSeenAt: { asc: sql`u.last_seen_at nulls first, u.id desc`, desc: sql`u.last_seen_at desc nulls last, u.id` },
}

function conditions(query: UserQuery): RawBuilder<unknown> {
  const { includeDisabled, includeDeleted, departmentId, rankId, roleId, whitelist, term } = query
  const all: RawBuilder<unknown>[] = []
  if (!includeDisabled) all.push(sql`u.disabled_at is null`)
  if (!includeDeleted) all.push(sql`u.deleted_at is null`)
  if (term !== undefined) {
    const pattern = `%${term.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    all.push(sql`(lower(u.name) like ${pattern} or lower(u.email) like ${pattern} or lower(u.steam_id) like ${pattern})`)
  }
  if (departmentId !== undefined || rankId !== undefined) {
    const inDepartment = departmentId === undefined ? sql`true` : sql`ud.department_id = ${departmentId}`
    const withRank = rankId === undefined ? sql`true` : sql`ud.rank_id = ${rankId}`
    all.push(sql`exists (select from user_departments ud where ud.user_id = u.id and ${inDepartment} and ${withRank})`)
  }
  if (roleId !== undefined) all.push(sql`exists (select from user_roles ur where ur.user_id = u.id and ur.role_id = ${roleId})`)
  if (whitelist !== undefined) all.push(WHITELIST[whitelist])
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

const WHITELIST: Record<NonNullable<UserFilter['whitelist']>, RawBuilder<unknown>> = {
  prod: sql`u.is_whitelisted`,
  dev: sql`u.is_whitelisted_dev`,
  none: sql`not u.is_whitelisted and not u.is_whitelisted_dev`,
}
