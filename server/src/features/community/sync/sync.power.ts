import { EntitlementSource, isPowerful, mayGivePower } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

const GIVES_POWER = EntitlementSource.options.map(({ shape }) => shape.kind.value).filter(mayGivePower)

/**
 * Of a row `e` of `entitled_roles`: nobody gets a role with power over the Discord server for being linked, whitelisted or the like. It may have had
 * none when it was mapped. Those who have it already keep it.
 */
export async function isDecidedOn(db: Db | Tx, guildId: string): Promise<RawBuilder<boolean>> {
  const roles = await db
    .selectFrom('discord_roles')
    .select(['id', 'permissions'])
    .where('guild_id', '=', guildId)
    .where('gone_at', 'is', null)
    .execute()
  const powerful = roles.flatMap(({ id, permissions }) => (isPowerful(permissions) ? [id] : []))
  return sql<boolean>`(e.role_id <> all (${powerful}::text[]) or exists (
    select from entitled s where s.user_id = e.user_id and s.gift_kind = 'discordRole' and s.value = e.role_id and s.source = any (${GIVES_POWER}::text[])))`
}
