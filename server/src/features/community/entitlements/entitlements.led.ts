import { whyNotGive, type CurrentUser } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { giftOf, Row } from './entitlements.gifts.ts'
import { deleteEntitlement, entitlements, namesOf } from './entitlements.repo.ts'

/** Why someone may not give this department and rank, by the capabilities and entitlements that come with them at this moment. */
export async function whyNotGiveRank(
  tx: Tx,
  own: CurrentUser,
  { departmentId, rankId }: { readonly departmentId: number; readonly rankId: number | null },
): Promise<string | null> {
  const { rows } = await sql`
    select 0 as "userId", e.gift_kind as kind, coalesce(e.discord_role_id, e.whitelist, e.ace_group) as value, r.name, null::integer as "departmentId",
      r.permissions
    from entitlements e left join discord_roles r on r.id = e.discord_role_id
    where e.department_id = ${departmentId} and (e.source_kind = 'department' or e.rank_id = ${rankId}::integer)
      and (e.gift_kind <> 'discordRole' or r.gone_at is null)
    union all
    select 0, 'capability', c, d.name, d.id, null
    from ranks r join departments d on d.id = r.department_id, unnest(r.capabilities) as c
    where r.id = ${rankId}::integer and d.id = ${departmentId}`.execute(tx)
  const refusals = z
    .array(Row)
    .parse(rows)
    .flatMap((row) => whyNotGive(own, giftOf(row)) ?? [])
  return refusals[0] ?? null
}

/** Removes all entitlements to Discord roles that Discord leads from now on, and returns them in words. Members who have such a role keep it. */
export async function stopGivingRoles(tx: Tx, actor: AuditActor, roleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    guild_id: string
  }>`select distinct guild_id from discord_roles where id = any(${[...roleIds]}::text[]) order by 1`.execute(tx)
  // Plans of a Discord server are made one after the other.
  for (const { guild_id } of rows) await sql`select from discord_guilds where id = ${guild_id} for no key update`.execute(tx)
  const stopped: string[] = []
  for (const { entitlementId, source, gift } of await entitlements(tx)) {
    if (gift.kind !== 'discordRole' || !roleIds.includes(gift.roleId)) continue
    const before = await namesOf(tx, source, gift)
    await deleteEntitlement(tx, entitlementId)
    await recordAudit(tx, actor, 'entitlement.removed', { subjectType: 'entitlement', subjectId: entitlementId, before })
    stopped.push(`${before.gives}: ${before.source}`)
  }
  await sql`delete from discord_ledger where role_id = any(${[...roleIds]}::text[])`.execute(tx)
  await sql`delete from discord_kept where role_id = any(${[...roleIds]}::text[])`.execute(tx)
  return stopped
}
