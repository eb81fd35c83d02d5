import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'

/** The account with a Steam hex, and its unit, even if off duty. */
const Account = z.object({
  userId: z.int(),
  name: z.string(),
  steam: z.string(),
  unit: z
    .object({ serverId: z.int(), identifier: z.string(), unitClass: z.literal([0, 1, 2, 3]), status: z.int(), callId: z.int().nullable() })
    .nullable(),
})
export type Account = z.infer<typeof Account>

export async function accountsOf(db: Db, steams: readonly string[]): Promise<Map<string, Account>> {
  if (steams.length === 0) return new Map()
  const { rows } = await sql`
    select u.id as "userId", u.name, lower(u.steam_id) as steam,
      case when t.user_id is not null then json_build_object('serverId', t.server_id, 'identifier', t.identifier, 'unitClass', t.unit_class,
        'status', t.status, 'callId', a.call_id) end as unit
    from users u left join units t on t.user_id = u.id left join call_units a on a.user_id = u.id and a.cleared_at is null
    where lower(u.steam_id) = any(${steams}) and u.steam_id <> '' and u.disabled_at is null and u.deleted_at is null`.execute(db)
  return new Map(
    z
      .array(Account)
      .parse(rows)
      .map((account) => [account.steam, account]),
  )
}

export async function steamOf(db: Db, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('steam_id').where('id', '=', userId).executeTakeFirst()
  return row?.steam_id?.toLowerCase()
}
