import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { advanceStream } from '../../../platform/database/transaction.ts'
import { EVERYONE } from '../../../platform/waiting.ts'

type GuildRow = { readonly id: string; readonly name: string; readonly followed_at: Date | null; readonly left_at: Date | null }

export const findGuild = (db: Db | Tx, guildId: string): Promise<GuildRow | undefined> =>
  db.selectFrom('discord_guilds').select(['id', 'name', 'followed_at', 'left_at']).where('id', '=', guildId).executeTakeFirst()

/** Locks the server, so that its plans are made one after the other. */
export const lockGuild = (tx: Tx, guildId: string): Promise<GuildRow | undefined> =>
  tx
    .selectFrom('discord_guilds')
    .select(['id', 'name', 'followed_at', 'left_at'])
    .where('id', '=', guildId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const followedGuilds = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('discord_guilds')
    .select('id')
    .where('followed_at', 'is not', null)
    .where('left_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Linked members who are in the server. */
export async function linkedIn(db: Db | Tx, guildId: string): Promise<ReadonlyMap<string, { userId: number; name: string }>> {
  const rows = await db
    .selectFrom('discord_links as l')
    .innerJoin('discord_members as m', (join) => join.onRef('m.discord_id', '=', 'l.discord_id').on('m.guild_id', '=', guildId))
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.discord_id', 'u.id', 'u.name'])
    .execute()
  return new Map(rows.map(({ discord_id, id, name }) => [discord_id, { userId: id, name }]))
}

/** Names by Discord account, also of members who have left the server or the portal since. */
export async function memberNames(db: Db | Tx): Promise<ReadonlyMap<string, { userId: number; name: string }>> {
  const rows = await db
    .selectFrom('discord_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.discord_id', 'u.id', 'u.name'])
    .execute()
  return new Map(rows.map(({ discord_id, id, name }) => [discord_id, { userId: id, name }]))
}

/** Members who would have another nickname if the bot could rename them. */
export async function countNotRenamed(db: Db, guildId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from templated_nicknames t join discord_members m on m.guild_id = t.guild_id and m.discord_id = t.discord_id
    where t.guild_id = ${guildId} and m.nickname is distinct from t.nickname
      and not exists (select from renamable_members c where c.guild_id = t.guild_id and c.discord_id = t.discord_id)`.execute(db)
  return rows[0]?.count ?? 0
}

export async function roleNames(db: Db | Tx, guildId: string): Promise<ReadonlyMap<string, { name: string; permissions: string }>> {
  const rows = await db.selectFrom('discord_roles').select(['id', 'name', 'permissions']).where('guild_id', '=', guildId).execute()
  return new Map(rows.map(({ id, name, permissions }) => [id, { name, permissions }]))
}

type LedgerKey = { readonly discordId: string; readonly roleId: string }

const unnested = (rows: readonly LedgerKey[]) =>
  sql`unnest(${rows.map(({ discordId }) => discordId)}::text[], ${rows.map(({ roleId }) => roleId)}::text[])`

/** `isExtra`: the portal did not give these roles, and is about to take them. */
export async function insertLedger(
  tx: Tx,
  guildId: string,
  state: 'giving' | 'theirs',
  rows: readonly LedgerKey[],
  { isExtra = false } = {},
): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into discord_ledger (guild_id, discord_id, role_id, state, is_extra)
    select ${guildId}, d, r, ${state}, ${isExtra} from ${unnested(rows)} as t (d, r)
    on conflict (guild_id, discord_id, role_id) do nothing`.execute(tx)
}

export async function moveLedger(
  tx: Tx,
  guildId: string,
  to: { readonly state: 'giving' | 'given' | 'held' | 'taking'; readonly runId?: number },
  rows: readonly LedgerKey[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`update discord_ledger l set state = ${to.state}, problem = '', run_id = ${to.runId ?? null}, since = now()
    from ${unnested(rows)} as t (d, r)
    where l.guild_id = ${guildId} and l.discord_id = t.d and l.role_id = t.r`.execute(tx)
}

export async function deleteLedger(tx: Tx, guildId: string, rows: readonly LedgerKey[]): Promise<void> {
  if (rows.length === 0) return
  await sql`delete from discord_ledger l using ${unnested(rows)} as t (d, r)
    where l.guild_id = ${guildId} and l.discord_id = t.d and l.role_id = t.r`.execute(tx)
}

/**
 * Removes rows that no longer need anything done: members who left the server lost its roles, deleted roles belong to nobody, a role that could
 * not be given is no longer wanted, and a role that could not be taken is the member's own again.
 */
export async function tidyLedger(tx: Tx, guildId: string): Promise<void> {
  await sql`delete from discord_ledger l
    where l.guild_id = ${guildId} and (
      not exists (select from discord_members m where m.guild_id = l.guild_id and m.discord_id = l.discord_id)
      or exists (select from discord_roles r where r.id = l.role_id and r.gone_at is not null)
      or l.state = 'giving' and l.problem <> '' and not exists (
        select from entitled_roles e where e.guild_id = l.guild_id and e.discord_id = l.discord_id and e.role_id = l.role_id))`.execute(tx)
  await sql`update discord_ledger l set state = case when l.is_extra then 'theirs' else 'given' end, is_extra = false,
      problem = '', run_id = null, since = now()
    where l.guild_id = ${guildId} and (l.state = 'held' or l.state = 'taking' and l.problem <> '')
      and exists (select from entitled_roles e where e.guild_id = l.guild_id and e.discord_id = l.discord_id and e.role_id = l.role_id)`.execute(
    tx,
  )
  // The portal leaves a nickname alone for as long as the bot can't change it.
  await sql`delete from discord_nicknames n
    where n.guild_id = ${guildId} and (
      not exists (select from discord_members m where m.guild_id = n.guild_id and m.discord_id = n.discord_id)
      or n.problem <> ''
        and not exists (select from renamable_members m where m.guild_id = n.guild_id and m.discord_id = n.discord_id))`.execute(tx)
  await sql`delete from discord_kept k
    where k.guild_id = ${guildId} and k.kind <> 'absent'
      and not exists (select from discord_members m where m.guild_id = k.guild_id and m.discord_id = k.discord_id)`.execute(tx)
}

/** Members who lost a role that the portal gave in this server within the last minutes, or are about to. */
export async function recentlyTaken(tx: Tx, guildId: string, minutes: number): Promise<{ removals: number; members: Set<string> }> {
  const { rows } = await sql<{ discord_id: string; removals: number }>`
    select discord_id, count(*)::integer as removals from discord_errands
    where kind = 'role.take' and guild_id = ${guildId} and created_at > now() - make_interval(mins => ${minutes}) and payload ->> 'isConfirmed' is null
    group by discord_id`.execute(tx)
  return {
    removals: rows.reduce((sum, { removals }) => sum + removals, 0),
    members: new Set(rows.map(({ discord_id }) => discord_id)),
  }
}

/** The run of this server that waits for a decision; a new one if there is none. */
export async function heldRun(tx: Tx, guildId: string): Promise<number> {
  const known = await tx
    .selectFrom('discord_runs')
    .select('id')
    .where('guild_id', '=', guildId)
    .where('state', '=', 'held')
    .forUpdate()
    .executeTakeFirst()
  if (known) return known.id
  await advanceStream(tx, 'waiting', { userId: EVERYONE })
  const made = await tx.insertInto('discord_runs').values({ guild_id: guildId }).returning('id').executeTakeFirstOrThrow()
  return made.id
}

export async function saveNicknames(
  tx: Tx,
  guildId: string,
  rows: readonly { readonly discordId: string; readonly nickname: string; readonly isSet: boolean }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('discord_nicknames')
    .values(
      rows.map(({ discordId, nickname, isSet }) => ({
        guild_id: guildId,
        discord_id: discordId,
        nickname,
        state: isSet ? 'set' : 'setting',
      })),
    )
    .onConflict((oc) =>
      oc.columns(['guild_id', 'discord_id']).doUpdateSet((eb) => ({
        nickname: eb.ref('excluded.nickname'),
        state: eb.ref('excluded.state'),
        problem: '',
        since: sql<Date>`now()`,
      })),
    )
    .execute()
}

/** The nicknames stay written down until Discord has none, so that a failure shows. */
export async function startClearing(tx: Tx, guildId: string, rows: readonly { readonly discordId: string }[]): Promise<void> {
  const ids = rows.map(({ discordId }) => discordId)
  await sql`update discord_nicknames set state = 'setting', problem = '', since = now()
    where guild_id = ${guildId} and discord_id = any (${ids}::text[])`.execute(tx)
}

/** Clears the problems of roles and nicknames that could not be changed, and returns them to be tried again. */
export async function restartStuck(tx: Tx, guildId: string) {
  const { rows } = await sql<LedgerKey & { state: 'giving' | 'taking'; isExtra: boolean }>`
    update discord_ledger set problem = '', since = now()
    where guild_id = ${guildId} and problem <> '' and state in ('giving', 'taking')
    returning discord_id as "discordId", role_id as "roleId", state, is_extra as "isExtra"`.execute(tx)
  const nicknames = await sql<{ discordId: string; nickname: string }>`
    update discord_nicknames set problem = '', since = now() where guild_id = ${guildId} and problem <> '' and state = 'setting'
    returning discord_id as "discordId", nickname`.execute(tx)
  return {
    gives: rows.filter(({ state }) => state === 'giving'),
    takes: rows.filter(({ state }) => state === 'taking'),
    nicknames: nicknames.rows,
  }
}

/**
 * The removals that nobody has to confirm: roles of a grant or a leave that ended less than a day ago. Other entitlements to the same role do not
 * count, because they don't tell why the member loses it.
 */
export async function overWithTime<T extends LedgerKey>(tx: Tx, removals: readonly T[]): Promise<ReadonlySet<T>> {
  if (removals.length === 0) return new Set()
  const { rows } = await sql<LedgerKey>`
    select t.d as "discordId", t.r as "roleId" from ${unnested(removals)} as t (d, r)
    where exists (
        select from entitlements e join grants g on g.kind = e.source_kind and g.starts_at is not null
          -- A grant that is over counts even if it is not yet marked as ended.
          and (g.state in ('ended', 'expired') or g.state = 'active' and g.ends_at <= now())
          join discord_links l on l.user_id = g.user_id
        where e.discord_role_id = t.r and l.discord_id = t.d and coalesce(g.ended_at, g.ends_at) > now() - interval '1 day')
      or exists (
        select from entitlements e join leaves v on e.source_kind = 'leave' join discord_links l on l.user_id = v.user_id
        where e.discord_role_id = t.r and l.discord_id = t.d
          and case when v.ended_early_at is null then community_midnight(v.ends_on + 1) between now() - interval '1 day' and now()
            else v.ended_early_at > now() - interval '1 day' and community_day(v.ended_early_at) between v.starts_on and v.ends_on end)`.execute(
    tx,
  )
  const over = new Set(rows.map(({ discordId, roleId }) => `${discordId} ${roleId}`))
  return new Set(removals.filter(({ discordId, roleId }) => over.has(`${discordId} ${roleId}`)))
}
