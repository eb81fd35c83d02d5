import { DEPARTMENT, type Entitlement, type EntitlementGift, type EntitlementSource } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Http } from './test-portal.ts'

export const GUILD = '900000000000000001'
/** Roles of the mirrored Discord server, as the bot would have written them. */
export const ROLES_IN_DISCORD = {
  officer: '910000000000000001',
  sergeant: '910000000000000002',
  supervisor: '910000000000000003',
  away: '910000000000000004',
  staff: '910000000000000005',
  /** A role with MANAGE_MESSAGES. */
  moderator: '910000000000000006',
  linked: '910000000000000007',
  whitelisted: '910000000000000008',
  /** A role that belongs to an integration. */
  booster: '910000000000000009',
  gone: '910000000000000010',
} as const
export type RoleInDiscord = keyof typeof ROLES_IN_DISCORD

export async function addGuild(db: Db, guildId = GUILD, name = 'San Andreas Division'): Promise<void> {
  await db.insertInto('discord_guilds').values({ id: guildId, name, owner_id: '1' }).execute()
}

export async function addDiscordRoles(db: Db): Promise<void> {
  await addGuild(db)
  const rows = Object.entries(ROLES_IN_DISCORD).map(([name, id], index) => ({
    id,
    guild_id: GUILD,
    name: `Discord ${name}`,
    position: 20 - index,
    permissions: name === 'moderator' ? '8192' : '0',
    is_managed: name === 'booster',
    gone_at: name === 'gone' ? new Date() : null,
  }))
  await db.insertInto('discord_roles').values(rows).execute()
}

/** Server 1 lets the portal give this group. */
export async function addAceGroup(db: Db): Promise<void> {
  await sql`insert into server_links (server_id, connected_at, last_heartbeat_at, is_online, players, max_players, bridge_version, resource, ace_groups)
    values (1, now(), now(), true, 0, 64, '1', 'tenfour', '{group.lspd_supervisor}')`.execute(db)
}

let nextDiscordId = 700_000_000_000_000_000n
/** Links a member, who is in the server with these roles. */
export async function linkMember(db: Db, userId: number, roleIds: readonly string[] = []): Promise<string> {
  nextDiscordId += 1n
  const discordId = String(nextDiscordId)
  await db
    .insertInto('discord_links')
    .values({ user_id: userId, discord_id: discordId, username: `user${userId}`, display_name: `User ${userId}`, how: 'page' })
    .execute()
  await db
    .insertInto('discord_members')
    .values({ guild_id: GUILD, discord_id: discordId, username: `user${userId}`, display_name: `User ${userId}`, role_ids: [...roleIds] })
    .execute()
  return discordId
}

export const discordRole = (role: RoleInDiscord): EntitlementGift => ({ kind: 'discordRole', roleId: ROLES_IN_DISCORD[role] })
export const ofDepartment = (departmentId: number = DEPARTMENT.LSPD): EntitlementSource => ({ kind: 'department', departmentId })
export const ofRank = (rankId: number, departmentId: number = DEPARTMENT.LSPD): EntitlementSource => ({
  kind: 'rank',
  departmentId,
  rankId,
})

export const entitler = (http: Http) => async (source: EntitlementSource, gift: EntitlementGift) => {
  const response = await http.post('/api/entitlements', { source, gift })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Entitlement>()
}

export async function ranksOf(db: Db, departmentId: number = DEPARTMENT.LSPD): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('ranks').select(['id', 'name']).where('department_id', '=', departmentId).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}
