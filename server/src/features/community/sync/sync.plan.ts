import { createHash } from 'node:crypto'
import type { PageQuery, PlannedChange, SyncCounts } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { waitsToBeGiven } from './sync.errands.ts'

/**
 * Compares what the portal entitles members to with what the portal has given, never with what Discord shows. So a role that someone took by hand is
 * not given again, and one that someone gave is not taken: both are drift. Changes under way are left alone until they are done.
 */
type Give = { readonly discordId: string; readonly roleId: string; readonly isTheirs: boolean }
type Take = { readonly discordId: string; readonly roleId: string; readonly state: 'given' | 'theirs' }
/** `after` is null for a nickname that the portal has set and that no longer applies. */
type Rename = { readonly discordId: string; readonly before: string | null; readonly after: string | null }
type Plan = { readonly gives: readonly Give[]; readonly takes: readonly Take[]; readonly renames: readonly Rename[] }

/** Discord was asked to give the role, and nobody knows the outcome: the server stopped following the portal, or the bot was taken out of it. */
const isInterrupted = sql`l.state = 'giving' and l.problem = '' and not ${waitsToBeGiven}`

export async function planGuild(db: Db | Tx, guildId: string): Promise<Plan> {
  const gives = await sql<Give>`
    select e.discord_id as "discordId", e.role_id as "roleId", l.state is null and e.role_id = any (m.role_ids) as "isTheirs"
    from given_roles e
    join discord_members m on m.guild_id = e.guild_id and m.discord_id = e.discord_id
    left join discord_ledger l on l.guild_id = e.guild_id and l.discord_id = e.discord_id and l.role_id = e.role_id
    where e.guild_id = ${guildId} and (l.state is null or ${isInterrupted})
    group by 1, 2, 3 order by 1, 2`.execute(db)
  const takes = await sql<Take>`
    select l.discord_id as "discordId", l.role_id as "roleId", case l.state when 'theirs' then 'theirs' else 'given' end as state
    from discord_ledger l
    where l.guild_id = ${guildId} and (l.state in ('given', 'theirs') or ${isInterrupted})
      and not exists (
        select from entitled_roles e where e.guild_id = l.guild_id and e.discord_id = l.discord_id and e.role_id = l.role_id)
    order by 1, 2`.execute(db)
  const renames = await sql<Rename>`
    select e.discord_id as "discordId", m.nickname as before, e.nickname as after
    from entitled_nicknames e
    join discord_members m on m.guild_id = e.guild_id and m.discord_id = e.discord_id
    left join discord_nicknames n on n.guild_id = e.guild_id and n.discord_id = e.discord_id
    where e.guild_id = ${guildId} and (n.nickname is null or (n.state = 'set' or n.problem <> '') and n.nickname <> e.nickname)
    union all
    select n.discord_id, n.nickname, null
    from discord_nicknames n
    join discord_members m on m.guild_id = n.guild_id and m.discord_id = n.discord_id and m.nickname = n.nickname
    join renamable_members c on c.guild_id = n.guild_id and c.discord_id = n.discord_id
    where n.guild_id = ${guildId} and n.state = 'set' and n.is_ours
      and not exists (select from entitled_nicknames e where e.guild_id = n.guild_id and e.discord_id = n.discord_id)
    order by 1`.execute(db)
  return { gives: gives.rows, takes: takes.rows, renames: renames.rows }
}

/** A digest of what a person was shown, so that a decision about it is refused once anything in it has changed. */
export const digestOf = (shown: unknown): string => createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32)

const isOurs = ({ state }: Take): boolean => state === 'given'

export function countsOf({ gives, takes, renames }: Plan): SyncCounts {
  const given = gives.filter(({ isTheirs }) => !isTheirs)
  const taken = takes.filter(isOurs)
  const renamed = renames.filter(({ before, after }) => before !== after)
  return {
    gives: given.length,
    takes: taken.length,
    nicknames: renamed.length,
    members: new Set([...given, ...taken, ...renamed].map(({ discordId }) => discordId)).size,
  }
}

export function rolesIn(plan: Plan, nameOf: (roleId: string) => string) {
  const counted = new Map<string, { gives: number; takes: number; theirs: number }>()
  const row = (roleId: string) => {
    const known = counted.get(roleId) ?? { gives: 0, takes: 0, theirs: 0 }
    counted.set(roleId, known)
    return known
  }
  for (const { roleId, isTheirs } of plan.gives) row(roleId)[isTheirs ? 'theirs' : 'gives'] += 1
  for (const take of plan.takes) if (isOurs(take)) row(take.roleId).takes += 1
  return [...counted].map(([roleId, counts]) => ({ roleId, name: nameOf(roleId), ...counts }))
}

type Names = { readonly nameOf: (roleId: string) => string; readonly memberOf: (discordId: string) => PlannedChange['member'] | undefined }

/** One row for each member, by name. */
export function membersIn(plan: Plan, { nameOf, memberOf }: Names): PlannedChange[] {
  const rows = new Map<string, PlannedChange>()
  const row = (discordId: string): PlannedChange | undefined => {
    const known = rows.get(discordId)
    if (known) return known
    const member = memberOf(discordId)
    if (!member) return undefined
    const made = { member, gives: [], takes: [], nickname: null }
    rows.set(discordId, made)
    return made
  }
  const role = (roleId: string) => ({ roleId, name: nameOf(roleId) })
  for (const { discordId, roleId, isTheirs } of plan.gives) if (!isTheirs) row(discordId)?.gives.push(role(roleId))
  for (const take of plan.takes) if (isOurs(take)) row(take.discordId)?.takes.push(role(take.roleId))
  for (const { discordId, before, after } of plan.renames) {
    const found = before === after ? undefined : row(discordId)
    if (found) found.nickname = { before, after }
  }
  return [...rows.values()].toSorted((a, b) => a.member.name.localeCompare(b.member.name, 'en'))
}

export const pageOfRows = <T>(rows: readonly T[], { page, pageSize }: PageQuery) => ({
  items: rows.slice((page - 1) * pageSize, page * pageSize),
  total: rows.length,
  isTotalExact: true,
  page,
  pageSize,
})
