import { CurrentUser, type EntitledBy } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import { prepare } from '../database/prepared.ts'

export type VersionedUser = { readonly user: CurrentUser; readonly version: number }

/** Whether entitlements alone put a user `u` on a whitelist, without anyone having set the flag. */
export const entitledBy = (environment: 'prod' | 'dev') =>
  sql<EntitledBy | null>`case when ${environment === 'prod' ? sql`u.is_entitled` : sql`u.is_entitled_dev`} then entitled_by(u.id, ${sql.lit(environment)}) end`

/** A user `u` with departments, roles and permissions, as the contract's CurrentUser. */
export const currentUserJson = sql<unknown>`json_build_object(
      'userId', u.id, 'version', u.access_version, 'name', u.name, 'emailAddress', u.email, 'avatarColor', u.avatar_color,
      'picture', (select p.digest from pictures p where p.id = u.picture_id), 'theme', u.theme,
      'steamId', u.steam_id, 'hasPassword', u.password_hash is not null,
      'isWhitelisted', u.is_whitelisted, 'isWhitelistedDev', u.is_whitelisted_dev, 'isEntitled', u.is_entitled, 'isEntitledDev', u.is_entitled_dev,
      'entitledBy', ${entitledBy('prod')}, 'entitledByDev', ${entitledBy('dev')},
      'userDepartments', coalesce((
        select json_agg(json_build_object(
          'departmentId', d.id, 'isPrimary', ud.is_primary, 'rankId', r.id, 'rankName', r.name,
          'capabilities', coalesce(to_json(r.capabilities), '[]'),
          'department', json_build_object('departmentId', d.id, 'name', d.name, 'fullName', d.full_name, 'type', d.type, 'isCadEnabled', d.is_cad_enabled,
            'callSignTemplate', d.call_sign_template, 'isRetired', d.retired_at is not null)
        ) order by ud.is_primary desc, d.sort_order, d.id)
        from user_departments ud join departments d on d.id = ud.department_id left join ranks r on r.id = ud.rank_id
        where ud.user_id = u.id), '[]'),
      'roles', coalesce((
        select json_agg(json_build_object('roleId', r.id, 'name', r.name, 'level', r.level,
          'roleGroup', json_build_object('roleGroupId', g.id, 'name', g.name), 'signsWarrants', r.signs_warrants) order by r.level desc, r.id)
        from user_roles ur join roles r on r.id = ur.role_id join role_groups g on g.id = r.role_group_id
        where ur.user_id = u.id), '[]'),
      'userPermissions', coalesce((select json_agg(p.permission order by p.permission) from user_permissions p where p.user_id = u.id), '[]'),
      'duty', (
        select json_build_object('serverId', t.server_id, 'unitClass', t.unit_class, 'type', t.type)
        from units t join user_departments ud on ud.user_id = t.user_id and ud.department_id = t.department_id
          join departments d on d.id = t.department_id and d.is_cad_enabled
        where t.user_id = u.id and t.status <> 1)
    )`

/** Prepared, since planning it takes twenty times as long as reading one user. */
const readUser = prepare<{ userId: number }, { version: number; user: unknown }>(
  ($) => sql`
    select u.access_version as version, ${currentUserJson} as user
    from users u where u.id = ${$('userId')}::integer and u.disabled_at is null and (u.deleted_at is null or u.is_simulated)`,
)

/** Undefined if the user is disabled or deleted. Who plays in a simulated game acts, although the account is deleted and never signs in. */
export async function loadCurrentUser(db: Db | Tx, userId: number): Promise<VersionedUser | undefined> {
  const [row] = await readUser.run(db, { userId })
  return row && { version: row.version, user: Object.freeze(CurrentUser.parse(row.user)) }
}

export type UserCache = {
  /** The user at this version or newer. */
  readonly get: (userId: number, version: number) => Promise<CurrentUser | undefined>
  /** The cached user, whatever its version. */
  readonly peek: (userId: number) => VersionedUser | undefined
  readonly reload: (userId: number) => Promise<VersionedUser | undefined>
}

/**
 * Caches users by version. Each request reads the current version along with the session, so a user whose roles changed on any node is
 * never served stale.
 */
export function createUserCache(db: Db, capacity = 5000): UserCache {
  const held = new Map<number, VersionedUser>()
  const reload = async (userId: number) => {
    const loaded = await loadCurrentUser(db, userId)
    held.delete(userId)
    if (loaded) held.set(userId, loaded)
    const oldest = held.keys().next()
    if (held.size > capacity && !oldest.done) held.delete(oldest.value)
    return loaded
  }
  return {
    get: async (userId, version) => {
      const hit = held.get(userId)
      return (hit && hit.version >= version ? hit : await reload(userId))?.user
    },
    peek: (userId) => held.get(userId),
    reload,
  }
}
