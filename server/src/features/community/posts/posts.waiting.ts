import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** Between two messages to one member. */
const PAUSE_MINUTES = 60

export type WaitingReader = {
  readonly userId: number
  /** The counts that the member knows, by kind; null for someone who has just asked to be told. */
  readonly known: Readonly<Record<string, number>> | null
  /** False for an hour after a message. */
  readonly maySend: boolean
}

/** The members who want to be told in Discord what newly waits for them, and have a linked account. */
export async function readersOfWaiting(db: Db): Promise<WaitingReader[]> {
  await sql`delete from discord_waiting w
    where not exists (select from discord_preferences p where p.user_id = w.user_id and p.sends_waiting)`.execute(db)
  const { rows } = await sql<WaitingReader>`
    select p.user_id as "userId", w.counts as known,
      coalesce(w.sent_at < now() - make_interval(mins => ${PAUSE_MINUTES}), true) as "maySend"
    from discord_preferences p join discord_links l on l.user_id = p.user_id
    join users u on u.id = p.user_id and u.disabled_at is null and u.deleted_at is null
    left join discord_waiting w on w.user_id = p.user_id
    where p.sends_waiting order by p.user_id`.execute(db)
  return rows
}

type News = { readonly counts: Readonly<Record<string, number>>; readonly words: readonly string[] }

/** Notes the counts that the member knows from now on, and sends the words as a direct message if there are any. */
export async function tellWaiting(tx: Tx, userId: number, { counts, words }: News): Promise<void> {
  const sentAt = words.length > 0 ? sql`now()` : sql`null::timestamptz`
  await sql`insert into discord_waiting as w (user_id, counts, sent_at) values (${userId}, ${JSON.stringify(counts)}::jsonb, ${sentAt})
    on conflict (user_id) do update set counts = excluded.counts, sent_at = coalesce(excluded.sent_at, w.sent_at)`.execute(tx)
  if (words.length === 0) return
  const target = `member:${userId}`
  await sql`insert into discord_lines (target, about) values (${target}, ${JSON.stringify({ kind: 'waiting', words })}::jsonb)`.execute(tx)
  await sql`select ask_for_lines(${target})`.execute(tx)
}
