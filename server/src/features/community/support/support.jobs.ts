import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import { followPanels } from './support.panels.ts'
import type { SupportService } from './support.service.ts'

/** Tickets deleted at once, each with up to 2,000 messages. */
const DELETED_AT_ONCE = 50

type Deps = { readonly db: Db; readonly support: SupportService; readonly days: () => number }

/** Deletes tickets that are older than the community keeps them. */
export async function pruneTickets(db: Db, days: number): Promise<void> {
  for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE;) {
    // The opening message in Discord is deleted from our tables too, because it has the text of the ticket.
    const { rows } = await sql<{ deleted: number }>`
      with gone as (
        delete from support_tickets where id in (
          select id from support_tickets where state = 'closed' and closed_at < now() - make_interval(days => ${days}) limit ${DELETED_AT_ONCE})
        returning thread_id),
      posts as (delete from discord_posts where channel_id in (select thread_id from gone))
      select count(*)::integer as deleted from gone`.execute(db)
    deleted = rows[0]?.deleted ?? 0
  }
}

/** Closes tickets whose channel was deleted: Discord does not report its threads. A server that the bot has left may come back. */
export async function closeLost(db: Db, support: SupportService): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select t.id from support_tickets t join discord_guilds g on g.id = t.guild_id and g.left_at is null
    where t.state = 'open' and not exists (select from discord_channels c where c.id = t.channel_id and c.gone_at is null)
    order by t.id limit 100`.execute(db)
  for (const { id } of rows) await support.closeGone(id, 'The channel was deleted in Discord.')
}

export const supportJobs = ({ db, support, days }: Deps): Job[] => [
  defineJob({
    name: 'support-tend',
    payload: z.object({}),
    schedule: '*/5 * * * *',
    work: async () => {
      // Channels may have been moved, or the bot's permissions in them changed.
      await db.transaction().execute(followPanels)
      await closeLost(db, support)
    },
  }),
  defineJob({ name: 'support-prune', payload: z.object({}), schedule: '17 * * * *', work: () => pruneTickets(db, days()) }),
]
