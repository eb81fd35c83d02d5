import type { Db } from '../platform/database/database.ts'

let last = 5000
const nextId = (): string => String((last += 1))

/** A Discord server as rows, as the bot would have mirrored it. */
export async function insertGuild(
  db: Db,
  { isFollowed = false, name = 'Our Town' }: { isFollowed?: boolean; name?: string } = {},
): Promise<string> {
  const id = nextId()
  await db
    .insertInto('discord_guilds')
    .values({ id, name, owner_id: '1', bot_position: 100, bot_permissions: '8', followed_at: isFollowed ? new Date() : null })
    .execute()
  return id
}

export async function insertRole(db: Db, guildId: string, name: string, permissions = '0'): Promise<string> {
  const id = nextId()
  await db.insertInto('discord_roles').values({ id, guild_id: guildId, name, permissions, position: 1 }).execute()
  return id
}

export async function insertChannel(db: Db, guildId: string, name: string, type: string | null = null): Promise<string> {
  const id = nextId()
  await db.insertInto('discord_channels').values({ id, guild_id: guildId, name, kind: 'text', bot_permissions: '8', type }).execute()
  return id
}

/** Links an account, and puts it into the server with these roles unless `roleIds` is null. */
export async function insertLinked(db: Db, guildId: string, userId: number, roleIds: readonly string[] | null = []): Promise<string> {
  const discordId = nextId()
  const username = `user${discordId}`
  await db
    .insertInto('discord_links')
    .values({ user_id: userId, discord_id: discordId, username, display_name: username, how: 'page' })
    .execute()
  if (roleIds !== null) {
    await db
      .insertInto('discord_members')
      .values({ guild_id: guildId, discord_id: discordId, username, display_name: username, role_ids: [...roleIds] })
      .execute()
  }
  return discordId
}

export async function entitleRole(db: Db, roleId: string, department: string, rank?: string): Promise<number> {
  const { id: department_id } = await db.selectFrom('departments').select('id').where('name', '=', department).executeTakeFirstOrThrow()
  const found =
    rank === undefined
      ? undefined
      : await db
          .selectFrom('ranks')
          .select('id')
          .where('department_id', '=', department_id)
          .where('name', '=', rank)
          .executeTakeFirstOrThrow()
  const row = { source_kind: found ? 'rank' : 'department', department_id, rank_id: found?.id ?? null, gift_kind: 'discordRole' }
  const { id } = await db
    .insertInto('entitlements')
    .values({ ...row, discord_role_id: roleId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
