import {
  DiscordBot,
  DiscordChannel,
  DiscordChannelType,
  DiscordRoleType,
  isPowerful,
  type DiscordGuild,
  type DiscordRole,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { missingInChannel, whyNotGiven } from './discord.permissions.ts'

/** A node that runs the bot says so every 10 seconds. */
const SILENT = sql`(seen_at is null or seen_at < now() - interval '45 seconds')`
const NOBODY_RUNS_IT = 'No portal runs the bot at the moment. It starts again as soon as one does.'

export async function readBot(db: Db | Tx): Promise<DiscordBot> {
  const { rows } = await sql<{ state: string; problem: string; name: string | null; ping: number | null; since: Date; is_silent: boolean }>`
    select state, problem, bot_name as name, ping_ms as ping, since, ${SILENT} as is_silent from discord_bot where id = 1`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The row of the bot is missing in discord_bot')
  const isSilent = row.state !== 'off' && row.is_silent
  return {
    state: DiscordBot.shape.state.parse(isSilent ? 'waiting' : row.state),
    problem: isSilent ? NOBODY_RUNS_IT : row.problem,
    name: row.name,
    pingMs: isSilent ? null : row.ping,
    since: row.since.toISOString(),
  }
}

/** Marks a bot that no node reports on; true if its status was another until now. Without a token it is off: the token may have been removed. */
export async function noteSilentBot(tx: Tx, hasToken: boolean): Promise<boolean> {
  const [state, problem] = hasToken ? ['waiting', NOBODY_RUNS_IT] : ['off', '']
  const { numAffectedRows = 0n } = await sql`
    update discord_bot set state = ${state}, problem = ${problem}, ping_ms = null, since = now()
    where state <> 'off' and (state, problem) <> (${state}, ${problem}) and ${SILENT}`.execute(tx)
  return numAffectedRows > 0n
}

export const applicationId = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('discord_bot').select('application_id').executeTakeFirst())?.application_id ?? null

/** How many members of each Discord server have a linked account. */
const LINKED = sql`select m.guild_id, count(*)::integer as linked from discord_members m
  join discord_links l on l.discord_id = m.discord_id group by m.guild_id`

/** A forgotten server is shown again once the bot has joined and left it again. */
const IS_FORGOTTEN = sql`coalesce(g.forgotten_at >= g.left_at, false)`

export async function readGuilds(db: Db | Tx, ids?: readonly string[]): Promise<DiscordGuild[]> {
  const { rows } = await sql<DiscordGuild & { leftAt: Date | null; followedAt: Date | null }>`
    select g.id as "guildId", g.name, g.member_count as "memberCount", coalesce(l.linked, 0) as "linkedCount",
      (select count(*)::integer from discord_channels c where c.guild_id = g.id and c.gone_at is null) as "channelCount",
      (select count(*)::integer from discord_roles r where r.guild_id = g.id and r.gone_at is null) as "roleCount",
      g.left_at as "leftAt", g.followed_at as "followedAt", g.version
    from discord_guilds g left join (${LINKED}) l on l.guild_id = g.id
    where ${ids ? sql`g.id = any(${ids}::text[])` : sql`true`} and not ${IS_FORGOTTEN}
    order by g.left_at is not null, g.joined_at, g.id`.execute(db)
  return rows.map((row) => ({ ...row, leftAt: row.leftAt?.toISOString() ?? null, followedAt: row.followedAt?.toISOString() ?? null }))
}

type Which = { readonly guildId: string } | { readonly ids: readonly string[] }
const isWanted = (which: Which) => ('ids' in which ? sql`x.id = any(${which.ids}::text[])` : sql`x.guild_id = ${which.guildId}`)

type ChannelRow = Omit<DiscordChannel, 'missing'> & { readonly botPermissions: string }
export async function readChannels(db: Db | Tx, which: Which): Promise<DiscordChannel[]> {
  const { rows } = await sql<ChannelRow>`
    select x.id as "channelId", x.guild_id as "guildId", x.parent_id as "parentId", x.name, x.kind, x.position, x.type,
      x.bot_permissions as "botPermissions", x.gone_at is not null as "isGone", x.version
    from discord_channels x where ${isWanted(which)} order by x.position, x.id`.execute(db)
  return rows.map(({ botPermissions, ...row }) => {
    const type = DiscordChannelType.nullable().parse(row.type)
    return { ...row, kind: DiscordChannel.shape.kind.parse(row.kind), type, missing: missingInChannel(type, botPermissions) }
  })
}

type RoleRow = Omit<DiscordRole, 'whyNot' | 'isPowerful'> & {
  readonly isManaged: boolean
  readonly permissions: string
  readonly botPosition: number
  readonly botPermissions: string
}
export async function readRoles(db: Db | Tx, which: Which): Promise<DiscordRole[]> {
  const { rows } = await sql<RoleRow>`
    with picked as (select * from discord_roles x where ${isWanted(which)}),
    holders as (
      select role_id, count(*)::integer as members from discord_members m, unnest(m.role_ids) role_id
      where m.guild_id in (select guild_id from picked) group by role_id
    )
    select r.id as "roleId", r.guild_id as "guildId", r.name, r.color, r.position, r.type,
      case when r.id = r.guild_id then g.member_count else coalesce(h.members, 0) end as "memberCount",
      r.is_managed as "isManaged", r.permissions, g.bot_position as "botPosition", g.bot_permissions as "botPermissions",
      r.gone_at is not null as "isGone", r.version
    from picked r join discord_guilds g on g.id = r.guild_id left join holders h on h.role_id = r.id
    order by r.position desc, r.id`.execute(db)
  return rows.map(({ isManaged, permissions, botPosition, botPermissions, ...row }) => ({
    ...row,
    type: DiscordRoleType.parse(row.type),
    isPowerful: isPowerful(permissions),
    whyNot: whyNotGiven({ ...row, id: row.roleId, isManaged }, { botPosition, botPermissions }),
  }))
}

/** Locked until the transaction ends. */
export const lockChannel = (tx: Tx, id: string) =>
  tx
    .selectFrom('discord_channels')
    .select(['version', 'kind', 'type', 'gone_at', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
export const lockRole = (tx: Tx, id: string) =>
  tx
    .selectFrom('discord_roles')
    .select(['version', 'type', 'gone_at', 'name', 'permissions'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const setChannelType = (tx: Tx, id: string, type: DiscordChannelType | null) =>
  tx
    .updateTable('discord_channels')
    .set((eb) => ({ type, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
export const setRoleType = (tx: Tx, id: string, type: DiscordRoleType) =>
  tx
    .updateTable('discord_roles')
    .set((eb) => ({ type, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Undefined if the bot is not in the server. */
export const markLeft = (tx: Tx, id: string) =>
  tx
    .updateTable('discord_guilds')
    .set((eb) => ({ left_at: new Date(), followed_at: null, commands_hash: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('left_at', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst()

/** Hides a server that the bot has left and deletes its members. Types, mappings and tickets stay, in case the bot is invited again. */
export async function forgetGuild(tx: Tx, id: string): Promise<{ name: string } | undefined> {
  const guild = await tx
    .updateTable('discord_guilds')
    .set((eb) => ({ forgotten_at: new Date(), lets_join: false, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('left_at', 'is not', null)
    .returning(['name'])
    .executeTakeFirst()
  if (guild) await tx.deleteFrom('discord_members').where('guild_id', '=', id).execute()
  return guild
}

/** Deletes the members of servers that the bot left this many days ago. */
export const forgetOldMembers = (tx: Tx, days: number) =>
  sql`delete from discord_members m using discord_guilds g
    where g.id = m.guild_id and g.left_at < now() - make_interval(days => ${days})`.execute(tx)

export type GuildStanding = {
  readonly id: string
  readonly name: string
  readonly botPermissions: string
  readonly memberCount: number
  /** Moderators need two-factor authentication, and so does the bot's owner. */
  readonly needsMfa: boolean
  /** Roles that stand for something and are too high for the bot to give. */
  readonly tooHigh: string[]
  /** Roles for patrol notices that not everyone may mention. */
  readonly unmentionable: string[]
  readonly supportRole: { readonly name: string; readonly isMentionable: boolean } | null
  /** Channels for tickets, and those in a category for tickets. */
  readonly ticketChannels: { readonly channelId: string; readonly name: string; readonly everyone: string | null }[]
}
export async function readStandings(db: Db): Promise<GuildStanding[]> {
  const { rows } = await sql<GuildStanding>`
    select g.id, g.name, g.bot_permissions as "botPermissions", g.member_count as "memberCount", g.needs_mfa as "needsMfa", array(
      select r.name from discord_roles r where r.guild_id = g.id and r.gone_at is null and not r.is_managed and r.id <> g.id
        and r.position >= g.bot_position
        and (r.type <> 'OTHER' or exists (select from entitlements e where e.discord_role_id = r.id))
      order by r.position desc) as "tooHigh", array(
      select r.name from discord_roles r where r.guild_id = g.id and r.gone_at is null and r.id <> g.id
        and r.type = 'PATROL_NOTIFY' and not r.is_mentionable
      order by r.position desc) as unmentionable,
      (select json_build_object('name', r.name, 'isMentionable', r.is_mentionable) from discord_roles r
        where r.id = g.support_role_id and r.gone_at is null) as "supportRole",
      coalesce((select json_agg(json_build_object('channelId', c.id, 'name', c.name, 'everyone', c.everyone_permissions) order by c.position, c.id)
        from discord_channels c left join discord_channels above on above.id = c.parent_id and above.gone_at is null
        where c.guild_id = g.id and c.gone_at is null and c.kind = 'text'
          and (c.type = 'TicketsCategory' or c.type is null and above.type = 'TicketsCategory')), '[]') as "ticketChannels"
    from discord_guilds g where g.left_at is null order by g.joined_at, g.id`.execute(db)
  return rows
}

/** Whether tickets can be opened or are open, so that the bot has to read what is written in them. */
export async function areTicketsUsed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ are: boolean }>`
    select exists (select from discord_channels c join discord_guilds g on g.id = c.guild_id and g.left_at is null
        where c.type = 'TicketsCategory' and c.gone_at is null)
      or exists (select from support_tickets where state = 'open') as are`.execute(db)
  return rows[0]?.are ?? false
}

export async function readOpen(db: Db): Promise<{ tickets: number; votes: number; grants: number }> {
  const { rows } = await sql<{ tickets: number; votes: number; grants: number }>`
    select (select count(*)::integer from support_tickets where state = 'open') as tickets,
      (select count(*)::integer from discord_votes where state = 'open') as votes,
      (select count(*)::integer from grants where state = 'asked') as grants`.execute(db)
  return rows[0] ?? { tickets: 0, votes: 0, grants: 0 }
}
