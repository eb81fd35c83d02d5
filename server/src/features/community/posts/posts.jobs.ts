import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import { refreshActions } from './posts.log-events.ts'
import { hasFailed } from './posts.keep.ts'

type Deps = { readonly db: Db; readonly reconcile: (db: Db) => Promise<void> }

export const postJobs = ({ db, reconcile }: Deps): Job[] => [
  defineJob({
    name: 'discord-posts',
    payload: z.object({}),
    schedule: '* * * * *',
    work: async () => {
      await reconcile(db)
      await askAgain(db)
    },
  }),
  defineJob({
    name: 'discord-posts-prune',
    payload: z.object({}),
    schedule: '37 * * * *',
    work: async () => {
      await refreshActions(db)
      await prunePosts(db)
      await tryDenied(db)
      await postHistoryEnd(db)
    },
  }),
]

/** Asks for errands for lines and posts that were written just as another errand had started, which did not take them along. */
export async function askAgain(db: Db): Promise<void> {
  // Jumps from one target to the next, however many lines wait for each.
  await sql`
    with recursive waiting (target) as (
      (select target from discord_lines where errand_id is null order by target limit 1)
      union all
      select (select l.target from discord_lines l where l.errand_id is null and l.target > w.target order by l.target limit 1)
      from waiting w where w.target is not null
    )
    select ask_for_lines(target) from waiting where target is not null`.execute(db)
  await sql`select ask_to_keep(p.channel_id, p.id) from discord_posts p
    where p.wanted is distinct from p.sent and p.problem = '' and not p.is_left and p.changed_at < now() - interval '1 minute'
      and not exists (select from discord_errands e where e.kind = 'post.keep' and e.payload ->> 'key' = p.id::text and e.state = 'waiting')`.execute(
    db,
  )
}

/**
 * Tries again what Discord did not let the bot post, edit or delete in channels that the bot sees: someone may have given it the permission.
 * Posts that someone has given up stay so.
 */
export async function tryDenied(db: Db): Promise<void> {
  await sql`select ask_to_keep(p.channel_id, p.id) from discord_posts p
    join discord_channels c on c.id = p.channel_id and c.gone_at is null and c.bot_permissions <> '0'
    join discord_guilds g on g.id = c.guild_id and g.left_at is null
    where p.wanted is distinct from p.sent and p.problem <> '' and ${hasFailed(sql`p.id`)}`.execute(db)
}

/** Deletes posts whose channel is gone, and lines that are older than a day. */
export async function prunePosts(db: Db): Promise<void> {
  await sql`delete from discord_posts p using discord_channels c
    where c.id = p.channel_id and c.gone_at < now() - interval '1 day'`.execute(db)
  // Posts in threads, and in channels that were deleted without a type.
  await sql`delete from discord_posts p where p.changed_at < now() - interval '180 days'
    and not exists (select from discord_channels c where c.id = p.channel_id)`.execute(db)
  await sql`delete from discord_posts where wanted is null and message_id is null and sending is null and changed_at < now() - interval '1 day'`.execute(
    db,
  )
  await sql`delete from discord_lines where at < now() - interval '1 day'`.execute(db)
  await sql`delete from discord_pace where sent_at < now() - interval '1 day'`.execute(db)
}

/** Posts the end of the warrants' history once a day if it has changed: an older database can't take back what was posted. */
export async function postHistoryEnd(db: Db): Promise<void> {
  await sql`
    with posted as (
      update discord_log_choice l set history_entries = c.entries, history_posted_at = now() from warrant_chain c
      where c.entries <> l.history_entries and coalesce(l.history_posted_at < now() - interval '23 hours', true)
        and exists (select from discord_log_groups where name = 'history')
        and exists (select from discord_channels where type = 'GeneralLogs' and gone_at is null)
      returning c.entries, encode(c.last_seal, 'hex') as seal
    )
    select log_to_discord('GeneralLogs', null, array[jsonb_build_object('kind', 'history', 'entries', entries, 'seal', seal)]) from posted
    where entries > 0`.execute(db)
}
