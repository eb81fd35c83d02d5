import { DISCORD_LOG_GROUPS, DiscordLogGroup, type BodyOf, type DiscordLogChoice, type setDiscordLogEvents } from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'

export type LogEventService = ReturnType<typeof createLogEvents>

/** Which events of the portal are posted in channels for general logs. Triggers read this choice when something happens. */
export function createLogEvents({ db }: { readonly db: Db }) {
  return {
    get: () => read(db),

    set: (actor: Actor, { groups, version }: BodyOf<typeof setDiscordLogEvents>): Promise<DiscordLogChoice> =>
      db.transaction().execute(async (tx) => {
        const before = await read(tx)
        const claimed = await tx
          .updateTable('discord_log_choice')
          .set((eb) => ({ version: eb('version', '+', 1) }))
          .where('version', '=', version)
          .returning('id')
          .executeTakeFirst()
        if (!claimed) throw new AppError('conflict', 'Someone else has changed the events since you opened them')
        await tx.deleteFrom('discord_log_groups').execute()
        const rows = [...new Set(groups)].map((name) => ({ name, actions: actionsOf(name) }))
        if (rows.length > 0) await tx.insertInto('discord_log_groups').values(rows).execute()
        const after = await read(tx)
        await recordAudit(tx, actor, 'discord.log-events-changed', {
          subjectType: 'discord',
          subjectId: 'log-events',
          before: { groups: before.groups },
          after: { groups: after.groups },
        })
        return after
      }),
  }
}

const actionsOf = (group: DiscordLogGroup): string[] => [...DISCORD_LOG_GROUPS[group].actions]

async function read(db: Db | Tx): Promise<DiscordLogChoice> {
  const { rows } = await sql<{ version: number; names: string[] }>`
    select version, array(select name from discord_log_groups) as names from discord_log_choice`.execute(db)
  const [row] = rows
  const chosen = new Set(row?.names)
  return { groups: DiscordLogGroup.options.filter((group) => chosen.has(group)), version: row?.version ?? 1 }
}

/** Updates the actions of each group, because a later version of the portal may know more. */
export async function refreshActions(db: Db): Promise<void> {
  for (const group of DiscordLogGroup.options) {
    const actions = actionsOf(group)
    await sql`update discord_log_groups set actions = ${actions} where name = ${group} and actions <> ${actions}`.execute(db)
  }
}
