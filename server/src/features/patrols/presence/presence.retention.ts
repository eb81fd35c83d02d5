import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'

/** As long as a correction of a patrol may be requested: its absences are then computed again. */
const KEPT_DAYS = 90
/** A correction makes a patrol at most this much longer. */
const MARGIN = sql`interval '1 day'`
const USERS_AT_ONCE = 200
const MAX_DELETED_AT_ONCE = 2000

const kept = sql`now() - make_interval(days => ${KEPT_DAYS})`

/**
 * Whether there is a patrol `p`, meeting `whose`, that may still be settled, or settled again, and so needs the presence at the time of row
 * `o`.
 */
const isNeeded = (whose: RawBuilder<unknown>) => sql`exists (
  select from patrols p where ${whose}
    and (p.settled_at is null or p.ended_at > ${kept} or exists (select from patrol_corrections c where c.patrol_id = p.id and c.state = 'asked'))
    and p.started_at < o.ended_at + ${MARGIN}
    and coalesce(p.ended_at, 'infinity') > o.started_at - ${MARGIN})`

/**
 * Deletes presence from before the time in which patrols can be corrected. Settled patrols have their totals and absences, so only the
 * exact times of presence are lost. Works on a few members at a time, by their index, and on a limited number of rows, to keep locks short.
 */
export async function prunePresence(db: Db): Promise<void> {
  for (let after = 0; ;) {
    const users = await db.selectFrom('users').select('id').where('id', '>', after).orderBy('id').limit(USERS_AT_ONCE).execute()
    const ids = users.map(({ id }) => id)
    if (ids.length > 0) await repeat(() => deletePresence(db, ids))
    const last = ids.at(-1)
    if (last === undefined || ids.length < USERS_AT_ONCE) break
    after = last
  }
  await repeat(() => deleteWatches(db))
}

async function repeat(deleteSome: () => Promise<number>): Promise<void> {
  for (let gone = MAX_DELETED_AT_ONCE; gone === MAX_DELETED_AT_ONCE;) gone = await deleteSome()
}

async function deletePresence(db: Db, userIds: readonly number[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from presence s using (
      select o.user_id, o.server_id, o.started_at from presence o
      where o.user_id = any(${[...userIds]}::integer[]) and o.ended_at < ${kept}
        and not ${isNeeded(sql`p.user_id = o.user_id and p.server_id = o.server_id`)}
      limit ${MAX_DELETED_AT_ONCE}
    ) x where s.user_id = x.user_id and s.server_id = x.server_id and s.started_at = x.started_at`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes watches of servers as late as presence: a patrol that is settled again without them would count as not watched. */
async function deleteWatches(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from server_watches w using (
      select o.server_id, o.started_at from server_watches o
      where o.ended_at < ${kept} and not ${isNeeded(sql`p.server_id = o.server_id`)}
      limit ${MAX_DELETED_AT_ONCE}
    ) x where w.server_id = x.server_id and w.started_at = x.started_at`.execute(db)
  return Number(numAffectedRows)
}

export const presenceJobs = (db: Db): Job[] => [
  defineJob({ name: 'presence-prune', payload: z.object({}), dailyAt: '04:53', work: () => prunePresence(db) }),
]
