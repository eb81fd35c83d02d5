import { EveningStep } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'

const KEY = 'first-evening'

const State = z
  .object({ shown: z.enum(['untilDone', 'putAway', 'calledBack']), hasChosenDepartments: z.boolean(), isWithoutDiscord: z.boolean() })
  .partial()
  .catch({})
  .transform(({ shown = 'untilDone', hasChosenDepartments = false, isWithoutDiscord = false }) => ({
    shown,
    hasChosenDepartments,
    isWithoutDiscord,
  }))
export type EveningState = z.infer<typeof State>

export async function readState(db: Db | Tx): Promise<EveningState> {
  const row = await db.selectFrom('portal_settings').select('value').where('key', '=', KEY).executeTakeFirst()
  return State.parse(row?.value ?? {})
}

/** Changes only the given part, whatever someone else changes at the same moment. */
export async function writeState(tx: Db | Tx, part: Partial<EveningState>): Promise<void> {
  const value = JSON.stringify(part)
  await sql`insert into portal_settings (key, value) values (${KEY}, ${value}::jsonb)
    on conflict (key) do update set value = portal_settings.value || excluded.value, updated_at = now()`.execute(tx)
}

const Known = z.object({ steps: z.array(EveningStep), accounts: z.int() })

/** The steps that show in the database that they are done, and the number of accounts. */
export async function readDone(db: Db | Tx): Promise<z.infer<typeof Known>> {
  const { rows } = await sql`
    with accounts as (select count(*)::integer as count from users where deleted_at is null)
    select (select count from accounts) as accounts, array_remove(array[
      case when exists (select from settings where key = 'community.name') then 'name' end,
      case when exists (
        select from user_departments m join departments d on d.id = m.department_id and d.is_cad_enabled and d.retired_at is null
          join user_roles ur on ur.user_id = m.user_id join roles r on r.id = ur.role_id
          join role_groups g on g.id = r.role_group_id and g.name in ('Root', 'Admin')
      ) then 'join' end,
      case when exists (select from server_links where last_heartbeat_at is not null) then 'server' end,
      case when (select count from accounts) > 1 or exists (select from invitations) then 'people' end,
      case when exists (select from discord_bot where state <> 'off') then 'discord' end,
      case when exists (select from call_units) then 'cad' end
    ], null) as steps`.execute(db)
  return Known.parse(rows[0])
}
