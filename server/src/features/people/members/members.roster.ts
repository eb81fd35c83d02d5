import { COUNT_LIMIT, MemberRow, type MemberFilter, type PageOf } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../platform/auth/actor.ts'
import { entitledBy } from '../../../platform/auth/current-user.ts'
import { TODAY } from '../../../platform/calendar/calendar.ts'
import type { Db } from '../../../platform/database/database.ts'
import { limitTo, toPage } from '../../../platform/database/page.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { idsAbove } from '../users/users.port.ts'

/** Values of a user `u` shared by the roster and the member page. */
export const standing = {
  characters: sql`coalesce((select json_agg(json_build_object('lastUsedAt', c.last_used_at) order by c.id)
    from characters c where c.user_id = u.id and c.removed_at is null), '[]')`,
  /** Minutes of the last thirty days, counted as everywhere; an open patrol counts up to now. */
  minutes: sql`(select (coalesce(sum(c.seconds), 0) / 60)::integer
    from counted_between(now() - interval '30 days', now()) c where c.user_id = u.id)`,
  /** Patrols of one member do not overlap, so the last to begin is the last to end. */
  lastPatrolAt: sql`(select coalesce(p.ended_at, now()) from patrols p where p.user_id = u.id order by p.started_at desc limit 1)`,
  isOnLeave: sql`exists (select from leaves l
    where l.user_id = u.id and l.ended_early_at is null and ${TODAY} between l.starts_on and l.ends_on)`,
  leaveEndsOn: sql`(select max(l.ends_on) from leaves l
    where l.user_id = u.id and l.ended_early_at is null and ${TODAY} between l.starts_on and l.ends_on)`,
  warningPoints: sql`(select coalesce(sum(m.points), 0)::integer from marks m
    where m.user_id = u.id and m.kind = 'warning' and m.withdrawn_at is null and (m.expires_at is null or m.expires_at > now()))`,
}

/** A page of members with everything a row shows, in one statement; counted separately, up to the limit. */
export async function listMembers(db: Db, actor: Actor, filter: MemberFilter): Promise<PageOf<MemberRow>> {
  const matches = conditions(filter)
  const order = ORDER[filter.sort][filter.direction]
  const points = sql`case when u.id not in ${idsAbove(actor.user)} then ${standing.warningPoints} end`
  const [{ rows }, counted] = await Promise.all([
    sql<{ row: unknown }>`
      select json_build_object(
        'userId', u.id, 'name', u.name, 'avatarColor', u.avatar_color,
        'picture', (select p.digest from pictures p where p.id = u.picture_id), 'isWhitelisted', u.is_whitelisted,
        'isWhitelistedDev', u.is_whitelisted_dev, 'isEntitled', u.is_entitled, 'isEntitledDev', u.is_entitled_dev,
        'entitledBy', ${entitledBy('prod')}, 'entitledByDev', ${entitledBy('dev')}, 'lastSeenAt', u.last_seen_at,
        'departments', coalesce((
          select json_agg(json_build_object('departmentId', d.id, 'name', d.name, 'rankName', r.name, 'isPrimary', ud.is_primary)
            order by ud.is_primary desc, d.sort_order, d.id)
          from user_departments ud join departments d on d.id = ud.department_id left join ranks r on r.id = ud.rank_id
          where ud.user_id = u.id), '[]'),
        'userCharacters', ${standing.characters}, 'minutes', ${standing.minutes}, 'isOnLeave', ${standing.isOnLeave},
        'lastPatrolAt', ${standing.lastPatrolAt}, 'leaveEndsOn', ${standing.leaveEndsOn}, 'warningPoints', ${points}
      ) as row
      from (
        select u.id, ${sortKey(filter, points)} as sort_key from users u ${sortJoin(filter)} where ${matches}
        order by ${order} ${limitTo(filter)}
      ) listed join users u on u.id = listed.id
      order by ${order}`.execute(db),
    sql<{ count: number }>`select count(*) from (select from users u where ${matches} limit ${COUNT_LIMIT + 1}) as counted`.execute(db),
  ])
  const items = z.array(MemberRow).parse(rows.map(({ row }) => row))
  return toPage(items, counted.rows[0]?.count ?? 0, filter)
}

/** The value that rows are sorted by, for sorts that a column of `users` can't answer. */
function sortKey({ sort }: MemberFilter, points: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (sort) {
    case 'name':
    case 'lastSeenAt':
      return sql`null::integer`
    case 'rank':
      return sql`rank.sort_order`
    case 'minutes':
      return sql`coalesce(patrolled.seconds, 0)`
    case 'lastPatrolAt':
      return standing.lastPatrolAt
    case 'leave':
      return standing.leaveEndsOn
    case 'warningPoints':
      return points
  }
}

/** The rank is the one in the filtered department, or else in the primary one. Hours are summed once for all rather than per member. */
function sortJoin({ sort, departmentId }: MemberFilter): RawBuilder<unknown> {
  if (sort === 'rank')
    return sql`left join user_departments place on place.user_id = u.id
        and ${departmentId === undefined ? sql`place.is_primary` : sql`place.department_id = ${departmentId}`}
        left join ranks rank on rank.id = place.rank_id`
  if (sort === 'minutes')
    return sql`left join (
        select c.user_id, sum(c.seconds) as seconds from counted_between(now() - interval '30 days', now()) c group by c.user_id
      ) patrolled on patrolled.user_id = u.id`
  return sql``
}

const byKey = { asc: sql`sort_key nulls last, lower(u.name), u.id`, desc: sql`sort_key desc nulls last, lower(u.name), u.id` }

/** Names and last seen use an index or its reverse. Members who never patrolled count as the longest ago; unknown values come last. */
const ORDER: Record<MemberFilter['sort'], Record<MemberFilter['direction'], RawBuilder<unknown>>> = {
  name: { asc: sql`lower(u.name), u.id`, desc: sql`lower(u.name) desc, u.id desc` },
  lastSeenAt: { asc: sql`u.last_seen_at nulls first, u.id desc`, desc: sql`u.last_seen_at desc nulls last, u.id` },
  lastPatrolAt: { asc: sql`sort_key nulls first, lower(u.name), u.id`, desc: byKey.desc },
  rank: byKey,
  minutes: byKey,
  leave: byKey,
  warningPoints: byKey,
}

function conditions(filter: MemberFilter): RawBuilder<unknown> {
  const { q, whitelist, onLeave, inactiveDays } = filter
  const all = [sql`u.disabled_at is null and u.deleted_at is null`, membership(filter)]
  if (q) all.push(sql`lower(u.name) like ${`%${escapeLike(q.toLowerCase())}%`}`)
  if (whitelist) all.push(WHITELIST[whitelist])
  if (onLeave !== undefined) all.push(onLeave ? standing.isOnLeave : sql`not ${standing.isOnLeave}`)
  if (inactiveDays !== undefined) {
    const since = sql`now() - make_interval(days => ${inactiveDays})`
    all.push(sql`u.created_at <= ${since} and not exists (
      select from patrols p where p.user_id = u.id and (p.ended_at is null or p.ended_at > ${since}))`)
  }
  return sql.join(all, sql` and `)
}

/** A member counts as a reserve if they have a reserve rank in the filtered department, or else in all of theirs. */
function membership({ departmentId, rankId, includeReserves }: MemberFilter): RawBuilder<unknown> {
  if (departmentId === undefined && rankId === undefined && includeReserves) return sql`true`
  const some = sql`exists (select from user_departments ud left join ranks r on r.id = ud.rank_id where ud.user_id = u.id
    and ${departmentId === undefined ? sql`true` : sql`ud.department_id = ${departmentId}`}
    and ${rankId === undefined ? sql`true` : sql`ud.rank_id = ${rankId}`}
    and ${includeReserves ? sql`true` : sql`r.is_reserve is not true`})`
  return departmentId === undefined && rankId === undefined
    ? sql`(${some} or not exists (select from user_departments ud where ud.user_id = u.id))`
    : some
}

const WHITELIST: Record<NonNullable<MemberFilter['whitelist']>, RawBuilder<unknown>> = {
  prod: sql`(u.is_whitelisted or u.is_entitled)`,
  dev: sql`(u.is_whitelisted_dev or u.is_entitled_dev)`,
  none: sql`not (u.is_whitelisted or u.is_entitled or u.is_whitelisted_dev or u.is_entitled_dev)`,
}
