import { isPowerful, type DriftItem, type DriftKey, type DriftKind, type PageQuery } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { idsAbove } from '../../people/users/users.port.ts'
import { digestOf, pageOfRows } from './sync.plan.ts'

/** A difference with its Discord account, which not everyone may see. */
export type Drift = DriftItem & { readonly discordId: string }

type Row = {
  readonly kind: DriftKind
  readonly discord_id: string
  readonly role_id: string | null
  readonly user_id: number
  readonly name: string
  readonly role: string | null
  readonly permissions: string | null
  readonly direction: DriftItem['direction']
  readonly detail: string
  readonly since: Date | null
}

/**
 * The differences between a server and the portal. Only roles that an entitlement gives and linked members are compared: everything else is
 * managed in Discord alone.
 */
const driftOf = (guildId: string) => sql`
  with here as (
    select l.user_id, l.discord_id, u.name, m.role_ids, m.nickname, m.discord_id is not null as is_here
    from discord_links l
    join users u on u.id = l.user_id and u.deleted_at is null
    left join discord_members m on m.guild_id = ${guildId} and m.discord_id = l.discord_id),
  found as (
    select 'lacks' as kind, h.discord_id, d.role_id, h.user_id, h.name, 'give' as direction, '' as detail, d.since
    from discord_ledger d join here h on h.discord_id = d.discord_id and h.is_here
    where d.guild_id = ${guildId} and d.state in ('given', 'theirs') and not d.role_id = any (h.role_ids)
    union all
    select 'extra', h.discord_id, r.id, h.user_id, h.name, 'take', '', null
    from here h join discord_roles r on r.guild_id = ${guildId} and r.id = any (h.role_ids)
    where h.is_here and r.gone_at is null and not r.is_managed
      and exists (select from entitlements e where e.discord_role_id = r.id)
      and not exists (select from discord_ledger d where d.guild_id = ${guildId} and d.discord_id = h.discord_id and d.role_id = r.id)
      and not exists (select from entitled_roles e where e.guild_id = ${guildId} and e.discord_id = h.discord_id and e.role_id = r.id)
    union all
    select 'renamed', h.discord_id, null, h.user_id, h.name, null, coalesce(h.nickname, '') || ' → ' || n.nickname, n.since
    from discord_nicknames n join here h on h.discord_id = n.discord_id and h.is_here
    where n.guild_id = ${guildId} and n.state = 'set' and h.nickname is distinct from n.nickname
      and exists (select from entitled_nicknames e where e.guild_id = n.guild_id and e.discord_id = n.discord_id)
    union all
    select 'stuck', h.discord_id, d.role_id, h.user_id, h.name, case d.state when 'taking' then 'take' else 'give' end, d.problem, d.since
    from discord_ledger d join here h on h.discord_id = d.discord_id
    where d.guild_id = ${guildId} and d.problem <> ''
    union all
    select 'stuck', h.discord_id, null, h.user_id, h.name, null, n.problem, n.since
    from discord_nicknames n join here h on h.discord_id = n.discord_id
    where n.guild_id = ${guildId} and n.problem <> ''
    union all
    select 'absent', h.discord_id, null, h.user_id, h.name, null, '', null
    from here h
    where not h.is_here and exists (select from entitled_roles e where e.guild_id = ${guildId} and e.discord_id = h.discord_id))
  select f.kind, f.discord_id, f.role_id, f.user_id, f.name, r.name as role, r.permissions, f.direction, f.detail, f.since
  from found f left join discord_roles r on r.id = f.role_id
  where f.kind = 'stuck' or not exists (
    select from discord_kept k
    where k.guild_id = ${guildId} and k.discord_id = f.discord_id and k.kind = f.kind and k.role_id = coalesce(f.role_id, ''))`

/** The differences, by kind in the order of the contract, then by name. */
export async function readDrift(db: Db | Tx, guildId: string): Promise<Drift[]> {
  const { rows } = await sql<Row>`select * from (${driftOf(guildId)}) d
    order by array_position(array['stuck', 'lacks', 'extra', 'renamed', 'absent'], kind), name, discord_id, role`.execute(db)
  return rows.map((row) => ({
    kind: row.kind,
    discordId: row.discord_id,
    roleId: row.role_id,
    member: { userId: row.user_id, name: row.name },
    role: row.role,
    isPowerful: row.permissions !== null && isPowerful(row.permissions),
    direction: row.direction,
    detail: row.detail,
    since: row.since?.toISOString() ?? null,
  }))
}

export const isFixable = ({ kind }: DriftItem): boolean => kind !== 'absent'

export const isSame = ({ kind, roleId, discordId, member }: Drift, key: DriftKey): boolean =>
  kind === key.kind &&
  roleId === key.roleId &&
  (key.userId === undefined ? discordId === key.discordId : member.userId === key.userId && discordId === (key.discordId ?? discordId))

/** Hides the Discord accounts of members above the actor, whose accounts they may not open on the portal either. */
export async function withoutAccountsAbove(db: Db, { user }: Actor, items: readonly Drift[]): Promise<DriftItem[]> {
  const members = items.map(({ member }) => member.userId)
  const { rows } = await sql<{ id: number }>`
    select m.id from unnest(${members}::integer[]) as m (id) where m.id in ${idsAbove(user)}`.execute(db)
  const above = new Set(rows.map(({ id }) => id))
  return items.map((item) => (above.has(item.member.userId) ? { ...item, discordId: null } : item))
}

export const digestOfDrift = (items: readonly Drift[]): string =>
  digestOf(items.map(({ kind, discordId, roleId, direction, detail }) => [kind, discordId, roleId, direction, detail]))

export function driftPage(items: readonly Drift[], { kind, page, pageSize }: PageQuery & { readonly kind?: DriftKind | undefined }) {
  const chosen = kind === undefined ? items : items.filter((item) => item.kind === kind)
  return {
    ...pageOfRows(chosen, { page, pageSize }),
    fixable: items.filter(isFixable).length,
    digest: digestOfDrift(items),
  }
}
