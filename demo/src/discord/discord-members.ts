import type { Db } from '../../../server/src/platform/database/database.ts'
import { isNamed } from '../accounts.ts'
import type { DemoDiscord } from './discord-server.ts'

const UNLINKED = 260
/** Every so many members have not linked their account yet. */
const EVERY_UNLINKED = 7

/** Everyone of the community in Discord, most of them linked, and what departments and ranks give. */
export async function fillDiscord(db: Db, { discord, guildId, roles, channels }: DemoDiscord): Promise<void> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const accounts = people.map(({ id, name, email }, index) => {
    const username = name.toLowerCase().replace(/[^a-z]+/g, '_')
    const user = discord.addUser({ username, globalName: name })
    discord.addMember(guildId, user.id)
    // Accounts to sign in with are linked all.
    return { userId: id, discordId: user.id, username, name, isLinked: isNamed(email) || index % EVERY_UNLINKED !== 0 }
  })
  for (let index = 0; index < UNLINKED; index += 1) {
    discord.addMember(guildId, discord.addUser({ username: `visitor_${index}`, globalName: `Visitor ${index}` }).id)
  }

  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('discord_guilds')
      .values({ id: guildId, name: discord.guild(guildId).name, owner_id: '1', followed_at: new Date() })
      .execute()
    await tx
      .insertInto('discord_roles')
      .values(
        roles.map(({ id, name, type, permissions = 0n, mentionable = false }) => ({
          id,
          guild_id: guildId,
          name,
          type,
          permissions: String(permissions),
          is_mentionable: mentionable,
        })),
      )
      .execute()
    await tx
      .insertInto('discord_channels')
      .values(
        channels.map(({ id, name, type }) => ({
          id,
          guild_id: guildId,
          name,
          type,
          kind: type === 'TicketsCategory' ? 'category' : 'text',
        })),
      )
      .execute()
    await tx
      .insertInto('discord_links')
      .values(
        accounts
          .filter(({ isLinked }) => isLinked)
          .map(({ userId, discordId, username, name }) => ({
            user_id: userId,
            discord_id: discordId,
            username,
            display_name: name,
            how: 'page',
          })),
      )
      .execute()
    const departments = await tx.selectFrom('departments').select(['id', 'name']).execute()
    const ranks = await tx.selectFrom('ranks').select(['id', 'department_id', 'name']).execute()
    const given = roles.flatMap(({ id, department, rank }) => {
      const found = departments.find(({ name }) => name === department)
      if (!found) return []
      const rankId = ranks.find((each) => each.department_id === found.id && each.name === rank)?.id ?? null
      if (rank !== undefined && rankId === null) throw new Error(`There is no rank ${rank} in ${department}`)
      return [{ ...gift(id), source_kind: rankId === null ? 'department' : 'rank', department_id: found.id, rank_id: rankId }]
    })
    const named = (name: string) => roles.find((role) => role.name === name)?.id ?? ''
    const others = [
      { ...gift(named('Administration')), source_kind: 'roleGroup', role_group: 'Admin' },
      { ...gift(named('Staff')), source_kind: 'roleGroup', role_group: 'Staff' },
      { ...gift(named('Developer')), source_kind: 'roleGroup', role_group: 'Developer' },
      { ...gift(named('Member')), source_kind: 'linked' },
      { ...gift(named('Reserve')), source_kind: 'leave' },
      { ...gift(named('Ride-along')), source_kind: 'ridealong' },
      { ...gift(named('Visitor')), source_kind: 'pass' },
    ]
    for (const row of [...given, ...others]) await tx.insertInto('entitlements').values(row).execute()
    await tx
      .updateTable('departments')
      .set({ nickname_template: '{department} | {short}' })
      .where('name', 'in', ['LSPD', 'BCSO', 'SAHP'])
      .execute()
  })
}

const gift = (roleId: string) => ({ gift_kind: 'discordRole', discord_role_id: roleId })
