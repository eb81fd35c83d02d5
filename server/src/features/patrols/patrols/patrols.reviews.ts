import {
  Correction,
  COUNT_LIMIT,
  type listPatrolReviews,
  type PageOf,
  type PatrolOverview,
  type QueryOf,
  type ReviewItem,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { limitTo, toPage } from '../../../platform/database/page.ts'
import { PREPARED } from '../../../platform/database/portal-client.ts'
import { columns, correctionJson, correctionTables, isWaiting, tables, toPatrol, type PatrolRow } from './patrols.rows.ts'
import { departmentsSeen, isSeen, narrow, type Seen } from './patrols.scope.ts'

type Query = QueryOf<typeof listPatrolReviews>
type Kind = NonNullable<Query['kind']>

/** Uses the indexes of waiting rows. Only members ask for corrections of their own patrols, and absences carry their member. */
const WAITING: Record<Kind, (seen: Seen) => RawBuilder<unknown>> = {
  corrections: (seen) => sql`select c.patrol_id, c.asked_by as user_id, c.asked_at as since from patrol_corrections c
    where c.state = 'asked' and ${
      seen === null ? sql`true` : sql`exists (select from patrols p where p.id = c.patrol_id and ${isSeen(sql`p.department_id`, seen)})`
    }`,
  flagged: (seen) => sql`select g.patrol_id, g.user_id, g.ended_at as since from patrol_gaps g
    where ${isWaiting} and ${isSeen(sql`g.department_id`, seen)}`,
}

/** Patrols that wait for a supervisor, as (patrol_id, since). */
const waiting = (kinds: readonly Kind[], seen: Seen): RawBuilder<unknown> => sql`(
  select w.patrol_id, min(w.since) as since
  from (${sql.join(
    kinds.map((kind) => WAITING[kind](seen)),
    sql` union all `,
  )}) w join users u on u.id = w.user_id
  where u.disabled_at is null and u.deleted_at is null group by w.patrol_id)`

/** Decisions that wait, the longest waiting first. */
export async function readReviews(db: Db, actor: Actor, query: Query): Promise<PageOf<ReviewItem>> {
  const seen = narrow(departmentsSeen(actor), query.departmentId)
  const from = waiting(query.kind === undefined ? ['corrections', 'flagged'] : [query.kind], seen)
  const [{ rows }, count] = await Promise.all([
    sql<PatrolRow & { name: string; asked: unknown; gap_seconds: number }>`${sql.raw(PREPARED)}
      with page as materialized (
        select patrol_id, since from ${from} w order by since, patrol_id ${limitTo(query)}
      )
      select ${columns}, u.name,
        (select ${correctionJson} from ${correctionTables} where c.patrol_id = p.id and c.state = 'asked') as asked,
        (select coalesce(sum(seconds_between(g.started_at, g.ended_at)), 0)::integer from patrol_gaps g
          where g.patrol_id = p.id and ${isWaiting}) as gap_seconds
      from page join (${tables}) on p.id = page.patrol_id join users u on u.id = p.user_id order by page.since, page.patrol_id`.execute(db),
    countOf(db, from),
  ])
  const items = rows.map((row) => ({
    ...toPatrol(row),
    name: row.name,
    asked: row.asked === null ? null : Correction.parse(row.asked),
    gapSeconds: row.gap_seconds,
  }))
  return toPage(items, count, query)
}

/** Counts each up to the limit of a list. */
export async function countReviews(db: Db, seen: Seen): Promise<PatrolOverview['review']> {
  const count = (...kinds: Kind[]) => sql`(select count(*) from (select from ${waiting(kinds, seen)} w limit ${COUNT_LIMIT}) counted)`
  const { rows } = await sql<PatrolOverview['review']>`${sql.raw(PREPARED)}
    select ${count('corrections')} as corrections, ${count('flagged')} as flagged, ${count('corrections', 'flagged')} as patrols`.execute(
    db,
  )
  return rows[0] ?? { corrections: 0, flagged: 0, patrols: 0 }
}

async function countOf(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`${sql.raw(PREPARED)}
    select count(*) from (select from ${from} w limit ${COUNT_LIMIT + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}
