import { COUNT_LIMIT, EntitlementProposal, type PageOf, type PageQuery } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { limitTo, toPage } from '../../../platform/database/page.ts'
import { idsAbove } from '../../people/users/users.port.ts'

/**
 * Linked members with a role in Discord that a department or a rank gives, and that nothing in the portal entitles them to. Only read: Discord never
 * gives rights here.
 */
export async function listProposals(
  db: Db,
  actor: Actor,
  { guildId, page, pageSize }: PageQuery & { readonly guildId: string },
): Promise<PageOf<EntitlementProposal>> {
  const found = sql`
    from discord_members m
    join discord_links l on l.discord_id = m.discord_id
    join users u on u.id = l.user_id and u.disabled_at is null and u.deleted_at is null and u.id not in ${idsAbove(actor.user)}
    cross join unnest(m.role_ids) as held (role_id)
    join discord_roles r on r.id = held.role_id and r.gone_at is null
    cross join lateral (
      select array_agg(d.name || case when k.id is null then '' else ' ' || k.name end order by d.sort_order, k.sort_order nulls first) as words
      from entitlements e join departments d on d.id = e.department_id and d.retired_at is null left join ranks k on k.id = e.rank_id
      where e.discord_role_id = r.id and k.retired_at is null) as s
    where m.guild_id = ${guildId} and s.words is not null
      and not exists (select from entitled e where e.user_id = u.id and e.gift_kind = 'discordRole' and e.value = r.id)`
  const [{ rows }, counted] = await Promise.all([
    sql`select u.id as "userId", u.name, coalesce(m.nickname, m.display_name) as "discordName", r.name as "roleName", s.words as suggestions
      ${found} order by lower(u.name), u.id, r.position desc, r.id ${limitTo({ page, pageSize })}`.execute(db),
    sql<{ count: number }>`select count(*) from (select ${found} limit ${COUNT_LIMIT + 1}) as counted`.execute(db),
  ])
  return toPage(z.array(EntitlementProposal).parse(rows), counted.rows[0]?.count ?? 0, { page, pageSize })
}
