import type { listTopPatrols, QueryOf, TopPatrol } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

type Question = Omit<QueryOf<typeof listTopPatrols>, 'timeZone'>
type Ranked = Omit<TopPatrol, 'name'>
type Kept = { readonly at: number; readonly ranked: Promise<Ranked[]> }

const TOP_COUNT = 10
/** More rows are kept than shown, because members may be disabled before the list is shown. */
const KEPT_COUNT = 3 * TOP_COUNT
const KEPT_MS = 30_000
/** Room for every period in either order, and those of the week before; beyond that the oldest answer is dropped. */
const MAX_KEPT = 16

/** Every home page asks for this, so each answer is kept in memory for a while, and read by one query at a time. */
export function createTopPatrols({ db, now = Date.now }: { readonly db: Db; readonly now?: () => number }) {
  const kept = new Map<string, Kept>()

  const ask = async ({ period, by }: Question): Promise<Ranked[]> => {
    // The key includes the period's start, so that a new week, or another time zone, is read at once.
    const since = period === 'week' || period === 'month' ? await startOf(db, period) : undefined
    const key = [period, by, since?.toISOString()].join(' ')
    const known = kept.get(key)
    if (known && now() - known.at < KEPT_MS) return known.ranked
    const ranked = readRanked(db, { period, by, since })
    kept.delete(key)
    const oldest = kept.size < MAX_KEPT ? undefined : kept.keys().next().value
    if (oldest !== undefined) kept.delete(oldest)
    kept.set(key, { at: now(), ranked })
    ranked.catch(() => {
      if (kept.get(key)?.ranked === ranked) kept.delete(key)
    })
    return ranked
  }

  return async (question: Question): Promise<TopPatrol[]> => {
    const ranked = await ask(question)
    const users = await db
      .selectFrom('users')
      .select(['id', 'name'])
      .where('id', '=', sql<number>`any(${ranked.map(({ userId }) => userId)}::integer[])`)
      .where('disabled_at', 'is', null)
      .where('deleted_at', 'is', null)
      .execute()
    const names = new Map(users.map(({ id, name }) => [id, name]))
    return ranked
      .flatMap(({ userId, minutes, calls }) => {
        const name = names.get(userId)
        return name === undefined ? [] : { userId, name, minutes, calls }
      })
      .slice(0, TOP_COUNT)
  }
}

/** Counts only time within the period; a patrol under way counts up to now. */
async function readRanked(db: Db, { period, by, since }: Question & { readonly since: Date | undefined }): Promise<Ranked[]> {
  const counted =
    period === 'all'
      ? sql`(select c.user_id, (c.sign * seconds_between(c.started_at, c.ended_at))::integer as seconds, c.calls from counted_time c)`
      : sql`counted_between(${since ?? sql`now() - make_interval(days => ${TOP_DAYS})`}, now())`
  const { rows } = await sql<Ranked>`
    with total as (
      select c.user_id, (sum(c.seconds) / 60)::integer as minutes, coalesce(sum(c.calls), 0)::integer as calls
      from ${counted} c group by c.user_id having ${by === 'hours' ? sql`sum(c.seconds) >= 60` : sql`sum(c.calls) > 0`}
    )
    select t.user_id as "userId", t.minutes, t.calls from total t join users u on u.id = t.user_id
    where u.disabled_at is null and u.deleted_at is null
    order by ${by === 'hours' ? sql`t.minutes desc, t.calls desc` : sql`t.calls desc, t.minutes desc`}, u.name, u.id
    limit ${KEPT_COUNT}`.execute(db)
  return rows
}

const TOP_DAYS = 7

async function startOf(db: Db, period: 'week' | 'month'): Promise<Date> {
  const { rows } = await sql<{ start: Date }>`
    select community_midnight(date_trunc(${period}, community_today()::timestamp)::date) as start`.execute(db)
  return rows[0]?.start ?? new Date()
}
