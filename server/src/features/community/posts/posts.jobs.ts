import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import { refreshActions } from './posts.events.ts'

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
    },
  }),
]

/** What was written just as an errand of the same kind had started, so that neither took it along. */
export async function askAgain(db: Db): Promise<void> {
  await sql`select ask_for_lines(target) from (select distinct target from discord_lines where errand_id is null) waiting`.execute(db)
  await sql`select ask_discord('post.keep', 'channel:' || p.channel_id, p.id::text) from discord_posts p
    where p.wanted is distinct from p.sent and p.problem = '' and p.changed_at < now() - interval '1 minute'
      and not exists (select from discord_errands e where e.kind = 'post.keep' and e.payload ->> 'key' = p.id::text and e.state = 'waiting')`.execute(
    db,
  )
}

/** Posts whose message is gone with its channel, and lines that nobody will miss after a day. */
export async function prunePosts(db: Db): Promise<void> {
  await sql`delete from discord_posts p using discord_channels c
    where c.id = p.channel_id and c.gone_at < now() - interval '1 day'`.execute(db)
  // Of threads, and of channels that were deleted without a type.
  await sql`delete from discord_posts p where p.changed_at < now() - interval '180 days'
    and not exists (select from discord_channels c where c.id = p.channel_id)`.execute(db)
  await sql`delete from discord_posts where wanted is null and message_id is null and sending is null and changed_at < now() - interval '1 day'`.execute(
    db,
  )
  await sql`delete from discord_lines where at < now() - interval '1 day'`.execute(db)
  await sql`delete from discord_pace where sent_at < now() - interval '1 day'`.execute(db)
}
