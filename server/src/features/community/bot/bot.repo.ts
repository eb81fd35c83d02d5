import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Channel, Member, Packet, Role } from './bot.packets.ts'
import type { ChannelRights } from './bot.rights.ts'

type Ids = { id: string }[]
const idsOf = (rows: Ids): string[] => rows.map(({ id }) => id)

type GuildRow = Pick<Packet<'GUILD_CREATE'>, 'id' | 'name' | 'owner_id' | 'mfa_level'> & {
  readonly botPermissions: string
  readonly botPosition: number
}
/** Returns whether anything changed, and whether the bot has newly joined the server. */
export async function saveGuild(tx: Tx, { id, name, owner_id, mfa_level, botPermissions, botPosition }: GuildRow, memberCount: number) {
  const { rows } = await sql<{ is_new: boolean }>`
    with before as (select left_at from discord_guilds where id = ${id})
    insert into discord_guilds as g (id, name, owner_id, needs_mfa, member_count, bot_permissions, bot_position)
    values (${id}, ${name}, ${owner_id}, ${mfa_level > 0}, ${memberCount}, ${botPermissions}, ${botPosition})
    on conflict (id) do update set name = excluded.name, owner_id = excluded.owner_id, needs_mfa = excluded.needs_mfa,
      member_count = excluded.member_count,      bot_permissions = excluded.bot_permissions, bot_position = excluded.bot_position,
      joined_at = case when g.left_at is null then g.joined_at else now() end, left_at = null,
      commands_hash = case when g.left_at is null then g.commands_hash end
    where (g.name, g.owner_id, g.needs_mfa, g.member_count, g.bot_permissions, g.bot_position, g.left_at) is distinct from
      (excluded.name, excluded.owner_id, excluded.needs_mfa, excluded.member_count, excluded.bot_permissions, excluded.bot_position, null)
    returning coalesce((select left_at is not null from before), true) as is_new`.execute(tx)
  return { isChanged: rows.length > 0, isNew: rows[0]?.is_new ?? false }
}

export const updateGuild = async (tx: Tx, { id, name, owner_id, mfa_level }: Packet<'GUILD_UPDATE'>): Promise<boolean> =>
  ((
    await sql`update discord_guilds set name = ${name}, owner_id = ${owner_id}, needs_mfa = ${mfa_level > 0}
      where id = ${id} and (name, owner_id, needs_mfa) is distinct from (${name}, ${owner_id}, ${mfa_level > 0})`.execute(tx)
  ).numAffectedRows ?? 0n) > 0n

/** `present`: the servers that the bot is in. Returns the servers that it was removed from meanwhile. */
export async function markLeftGuilds(tx: Tx, present: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update discord_guilds set left_at = now(), commands_hash = null where left_at is null and not (id = any(${present}::text[])) returning id
  `.execute(tx)
  return idsOf(rows)
}
export async function markLeftGuild(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update discord_guilds set left_at = now(), commands_hash = null where left_at is null and id = ${id}`.execute(tx)
  return numAffectedRows > 0n
}

const KIND: Readonly<Record<number, string>> = {
  0: 'text',
  2: 'voice',
  4: 'category',
  5: 'announcement',
  13: 'voice',
  15: 'forum',
  16: 'forum',
}
const FIRST_THREAD = 10
const LAST_THREAD = 12
const isThread = ({ type }: Channel): boolean => type >= FIRST_THREAD && type <= LAST_THREAD

/** Returns the ids of the channels that changed. */
export async function saveChannels(
  tx: Tx,
  guildId: string,
  channels: readonly Channel[],
  rights: (channelId: string) => ChannelRights,
): Promise<string[]> {
  const all = channels.filter((channel) => !isThread(channel))
  const { rows } = await sql<{ id: string }>`
    insert into discord_channels as c (id, guild_id, parent_id, name, kind, position, bot_permissions, everyone_permissions)
    select x.id, ${guildId}, nullif(x.parent_id, ''), x.name, x.kind, x.position, x.bot_permissions, x.everyone_permissions
    from unnest(${all.map(({ id }) => id)}::text[], ${all.map(({ parent_id }) => parent_id ?? '')}::text[],
      ${all.map(({ name }) => name ?? '')}::text[], ${all.map(({ type }) => KIND[type] ?? 'other')}::text[],
      ${all.map(({ position }) => position)}::integer[], ${all.map(({ id }) => rights(id).bot)}::text[],
      ${all.map(({ id }) => rights(id).everyone)}::text[])
      as x (id, parent_id, name, kind, position, bot_permissions, everyone_permissions)
    on conflict (id) do update set parent_id = excluded.parent_id, name = excluded.name, kind = excluded.kind,
      position = excluded.position, bot_permissions = excluded.bot_permissions, everyone_permissions = excluded.everyone_permissions, gone_at = null
    where (c.parent_id, c.name, c.kind, c.position, c.bot_permissions, c.everyone_permissions, c.gone_at) is distinct from
      (excluded.parent_id, excluded.name, excluded.kind, excluded.position, excluded.bot_permissions, excluded.everyone_permissions, null)
    returning id`.execute(tx)
  return idsOf(rows)
}

export async function saveRoles(tx: Tx, guildId: string, roles: readonly Role[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into discord_roles as r (id, guild_id, name, color, position, permissions, is_managed, is_mentionable)
    select x.id, ${guildId}, x.name, x.color, x.position, x.permissions, x.is_managed, x.is_mentionable
    from unnest(${roles.map(({ id }) => id)}::text[], ${roles.map(({ name }) => name)}::text[], ${roles.map(({ color }) => color)}::integer[],
      ${roles.map(({ position }) => position)}::integer[], ${roles.map(({ permissions }) => permissions)}::text[],
      ${roles.map(({ managed }) => managed)}::boolean[], ${roles.map(({ mentionable }) => mentionable)}::boolean[])
      as x (id, name, color, position, permissions, is_managed, is_mentionable)
    on conflict (id) do update set name = excluded.name, color = excluded.color, position = excluded.position,
      permissions = excluded.permissions, is_managed = excluded.is_managed, is_mentionable = excluded.is_mentionable, gone_at = null
    where (r.name, r.color, r.position, r.permissions, r.is_managed, r.is_mentionable, r.gone_at) is distinct from
      (excluded.name, excluded.color, excluded.position, excluded.permissions, excluded.is_managed, excluded.is_mentionable, null)
    returning id`.execute(tx)
  return idsOf(rows)
}

/** Channels or roles that are gone: all of a server except those `present`, or those with these `ids`. */
type Gone = { readonly guildId: string } & ({ readonly present: readonly string[] } | { readonly ids: readonly string[] })
const isGone = (gone: Gone) => ('ids' in gone ? sql`id = any(${gone.ids}::text[])` : sql`not (id = any(${gone.present}::text[]))`)

/** Marks channels that have a type as gone, and deletes the others. Returns the ids of both. */
export async function removeChannels(tx: Tx, gone: Gone): Promise<string[]> {
  const marked = await sql<{ id: string }>`update discord_channels set gone_at = now()
    where guild_id = ${gone.guildId} and gone_at is null and type is not null and ${isGone(gone)} returning id`.execute(tx)
  const deleted = await sql<{ id: string }>`
    delete from discord_channels where guild_id = ${gone.guildId} and type is null and ${isGone(gone)} returning id`.execute(tx)
  return [...idsOf(marked.rows), ...idsOf(deleted.rows)]
}
export async function removeRoles(tx: Tx, gone: Gone): Promise<string[]> {
  const marked = await sql<{ id: string }>`update discord_roles set gone_at = now()
    where guild_id = ${gone.guildId} and gone_at is null and ${isGone(gone)} returning id`.execute(tx)
  // The database itself keeps the roles that something else refers to.
  await sql`delete from discord_roles where guild_id = ${gone.guildId} and type = 'OTHER' and gone_at is not null and ${isGone(gone)}`.execute(
    tx,
  )
  return idsOf(marked.rows)
}

/** Saves what the bot may do. Returns the ids of the channels where that changed, and whether it changed for the server. */
export async function saveRights(
  tx: Tx,
  guildId: string,
  rights: { readonly botPermissions: string; readonly botPosition: number; readonly channels: ReadonlyMap<string, ChannelRights> },
) {
  const guild = await sql`
    update discord_guilds set bot_permissions = ${rights.botPermissions}, bot_position = ${rights.botPosition}
    where id = ${guildId} and (bot_permissions, bot_position) is distinct from (${rights.botPermissions}, ${rights.botPosition}::integer)`.execute(
    tx,
  )
  const channels = [...rights.channels.values()]
  const { rows } = await sql<{ id: string }>`
    update discord_channels c set bot_permissions = x.bot_permissions, everyone_permissions = x.everyone_permissions
    from unnest(${[...rights.channels.keys()]}::text[], ${channels.map(({ bot }) => bot)}::text[],
      ${channels.map(({ everyone }) => everyone)}::text[]) as x (id, bot_permissions, everyone_permissions)
    where c.id = x.id and (c.bot_permissions, c.everyone_permissions) is distinct from (x.bot_permissions, x.everyone_permissions)
    returning c.id`.execute(tx)
  return { isGuildChanged: (guild.numAffectedRows ?? 0n) > 0n, channels: idsOf(rows) }
}

/** `isNew`: the member was not there before, or left and joined again while the bot was away. */
type SavedMember = { readonly id: string; readonly isNew: boolean; readonly roles: readonly string[] }
/** Returns the members that changed, with the roles that they lost or gained. */
export async function saveMembers(db: Db | Tx, guildId: string, members: readonly Member[]): Promise<SavedMember[]> {
  const unique = new Map(members.map((member) => [member.user.id, member]))
  const rows = [...unique.values()].map(({ user, nick, roles, joined_at }) => ({
    discord_id: user.id,
    username: user.username,
    display_name: user.global_name ?? user.username,
    nickname: nick ?? null,
    role_ids: roles,
    is_bot: user.bot,
    joined_at: joined_at ?? null,
  }))
  const saved = await sql<{ id: string; is_new: boolean; before: string[] | null }>`
    with given as (
      select x.*, array(select jsonb_array_elements_text(x.roles)) as role_ids from jsonb_to_recordset(${JSON.stringify(rows.map(({ role_ids, ...row }) => ({ ...row, roles: role_ids })))}::jsonb)
        as x (discord_id text, username text, display_name text, nickname text, roles jsonb, is_bot boolean, joined_at timestamptz)
    ), before as (
      select m.discord_id, m.role_ids, is_new_membership(m.joined_at, x.joined_at) as is_new
      from discord_members m join given x on x.discord_id = m.discord_id where m.guild_id = ${guildId}
    )
    insert into discord_members as m (guild_id, discord_id, username, display_name, nickname, role_ids, is_bot, joined_at)
    select ${guildId}, discord_id, username, display_name, nickname, role_ids, is_bot, joined_at from given
    on conflict (guild_id, discord_id) do update set username = excluded.username, display_name = excluded.display_name,
      nickname = excluded.nickname, role_ids = excluded.role_ids, is_bot = excluded.is_bot, joined_at = coalesce(excluded.joined_at, m.joined_at)
    where (m.username, m.display_name, m.nickname, m.role_ids, m.is_bot)
      is distinct from (excluded.username, excluded.display_name, excluded.nickname, excluded.role_ids, excluded.is_bot)
      or is_new_membership(m.joined_at, excluded.joined_at)
    returning m.discord_id as id, m.xmax = 0 or exists (select from before b where b.discord_id = m.discord_id and b.is_new) as is_new,
      (select b.role_ids from before b where b.discord_id = m.discord_id) as before`.execute(db)
  return saved.rows.map(({ id, is_new, before }) => ({
    id,
    isNew: is_new,
    roles: differing(before ?? [], unique.get(id)?.roles ?? []),
  }))
}

const differing = (one: readonly string[], other: readonly string[]): string[] => [
  ...one.filter((id) => !other.includes(id)),
  ...other.filter((id) => !one.includes(id)),
]

export async function removeMember(db: Db | Tx, guildId: string, discordId: string): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ role_ids: string[] }>`
    delete from discord_members where guild_id = ${guildId} and discord_id = ${discordId} returning role_ids`.execute(db)
  return rows[0]?.role_ids
}

/** Deletes the members who left while the bot was away. */
export async function keepOnlyMembers(tx: Tx, guildId: string, present: readonly string[]): Promise<void> {
  await sql`delete from discord_members where guild_id = ${guildId} and not (discord_id = any(${present}::text[]))`.execute(tx)
}

/** All members of the server are known, and every change is from now on. */
export const membersRead = (tx: Tx, guildId: string) =>
  sql`update discord_guilds set members_read_at = now() where id = ${guildId}`.execute(tx)
/** The members of this server, or of every server, may have changed unseen. */
export const membersUnread = (db: Db | Tx, guildId?: string) =>
  sql`update discord_guilds set members_read_at = null
    where members_read_at is not null and ${guildId === undefined ? sql`true` : sql`id = ${guildId}`}`.execute(db)

export async function hasMembers(db: Db, guildId: string): Promise<boolean> {
  return (
    (await db.selectFrom('discord_members').select('discord_id').where('guild_id', '=', guildId).limit(1).executeTakeFirst()) !== undefined
  )
}
export async function countMembers(db: Db | Tx, guildId: string): Promise<void> {
  await sql`update discord_guilds set member_count = (select count(*) from discord_members where guild_id = ${guildId}) where id = ${guildId}
  `.execute(db)
}

/** The type of the channel, or else of the one that it belongs to. */
export async function channelTypeOf(db: Db, channelId: string, parentId: string | null): Promise<string | null> {
  const { rows } = await sql<{ type: string }>`
    select type from discord_channels where id in (${channelId}, ${parentId ?? channelId}) and type is not null and gone_at is null
    order by id = ${channelId} desc limit 1`.execute(db)
  return rows[0]?.type ?? null
}

export const commandsHash = async (db: Db, guildId: string): Promise<string | null | undefined> =>
  (await db.selectFrom('discord_guilds').select('commands_hash').where('id', '=', guildId).where('left_at', 'is', null).executeTakeFirst())
    ?.commands_hash
export const setCommandsHash = (db: Db, guildId: string, hash: string) =>
  db.updateTable('discord_guilds').set({ commands_hash: hash }).where('id', '=', guildId).execute()
