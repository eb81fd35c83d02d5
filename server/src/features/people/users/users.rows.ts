import { isAbove, RoleGroupName, type CurrentUser, type UserRow } from '@tenfour/contract'
import { sql } from 'kysely'
import { entitledBy } from '../../../platform/auth/current-user.ts'

type Stored = Omit<UserRow, 'departments' | 'roles'> & {
  /** `2,17,1;7,,0`: department, rank (if any) and whether it is primary, for each membership. */
  readonly memberships: string | null
  /** `4,6` */
  readonly roleIds: string | null
}
type Named = { readonly id: number; readonly name: string }
type Role = Named & { readonly level: number; readonly group: string }

/** Result of a statement that selects `storedNames`, and `storedColumns` as `items`. */
export type StoredRows = {
  readonly items: readonly Stored[] | null
  readonly departments: readonly Named[] | null
  readonly ranks: readonly Named[] | null
  readonly roles: readonly Role[] | null
}

// Memberships and roles dominate the cost of a list. Reading them as short text, with the names (there are few departments, ranks and
// roles) fetched once for all rows, takes a third of the time of JSON objects with joins per account.

/** An account `u`, with its memberships and roles by id. */
export const storedColumns = sql`u.id as "userId", u.name, u.email as "emailAddress", u.avatar_color as "avatarColor",
  (select p.digest from pictures p where p.id = u.picture_id) as picture,
  u.steam_id as "steamId", u.is_whitelisted as "isWhitelisted", u.is_whitelisted_dev as "isWhitelistedDev",
  u.is_entitled as "isEntitled", u.is_entitled_dev as "isEntitledDev",
  ${entitledBy('prod')} as "entitledBy", ${entitledBy('dev')} as "entitledByDev",
  u.disabled_at is not null as "isDisabled", u.deleted_at is not null as "isDeleted", u.created_at as "createdAt",
  u.last_seen_at as "lastSeenAt",
  coalesce((select json_agg(json_build_object('lastUsedAt', c.last_used_at) order by c.id)
    from characters c where c.user_id = u.id and c.removed_at is null), '[]') as "userCharacters",
  (select string_agg(ud.department_id || ',' || coalesce(ud.rank_id::text, '') || ',' || ud.is_primary::integer, ';')
    from user_departments ud where ud.user_id = u.id) as memberships,
  (select string_agg(ur.role_id::text, ',') from user_roles ur where ur.user_id = u.id) as "roleIds"`

export const storedNames = sql`
  (select json_agg(d) from (select id, name from departments order by sort_order, id) d) as departments,
  (select json_agg(r) from (select id, name from ranks) r) as ranks,
  (select json_agg(r) from (select r.id, r.name, r.level, g.name as "group" from roles r join role_groups g on g.id = r.role_group_id
    order by r.level desc, r.id) r) as roles`

/** Converts to the contract's rows: primary department first, highest role first. Hides sign-in details of accounts above the caller. */
export function toUserRows(own: CurrentUser, { items, departments, ranks, roles }: StoredRows): UserRow[] {
  const named = (roles ?? []).map(({ id, name, level, group }) => ({
    roleId: id,
    name,
    level,
    roleGroup: { name: RoleGroupName.parse(group) },
  }))
  const rankNames = new Map(ranks?.map(({ id, name }) => [String(id), name]))
  return (items ?? []).map(({ memberships, roleIds, ...user }) => {
    const held = new Map(memberships?.split(';').map((each) => [each.slice(0, each.indexOf(',')), each.split(',')]))
    const heldIds = new Set(roleIds?.split(','))
    const rolesHeld = named.filter(({ roleId }) => heldIds.has(String(roleId)))
    return {
      ...user,
      ...(isAbove({ roles: rolesHeld }, own) ? { emailAddress: null, steamId: null } : {}),
      departments: (departments ?? [])
        .flatMap(({ id, name }) => {
          const [, rankId = '', isPrimary] = held.get(String(id)) ?? []
          if (isPrimary === undefined) return []
          return [{ departmentId: id, name, rankName: rankNames.get(rankId) ?? null, isPrimary: isPrimary === '1' }]
        })
        .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary)),
      roles: rolesHeld,
    }
  })
}
