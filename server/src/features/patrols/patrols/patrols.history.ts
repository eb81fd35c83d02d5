import {
  COUNT_LIMIT,
  type exportSelf,
  type listPatrolHistory,
  type listUserPatrols,
  type PageOf,
  type Patrol,
  type QueryOf,
  type ResponseOf,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'
import { limitTo, toPage } from '../../../platform/database/page.ts'
import { PREPARED } from '../../../platform/database/portal-client.ts'
import { readDays } from './patrols.period.ts'
import { isWaiting, listPatrols } from './patrols.rows.ts'
import { departmentsSeenOf, isSeen, narrow, type Seen } from './patrols.scope.ts'

type History = QueryOf<typeof listPatrolHistory>
type Filter = {
  readonly userId: number
  readonly seen: Seen
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  readonly serverId?: number | undefined
  readonly only?: History['only']
}

/** A member's patrols for callers of the API: the latest unless told otherwise. */
export function readUserPatrols(db: Db, actor: Actor, userId: number, query: QueryOf<typeof listUserPatrols>): Promise<Patrol[]> {
  const since = query.from === undefined ? undefined : new Date(query.from)
  const until = query.to === undefined ? undefined : new Date(query.to)
  const seen = narrow(departmentsSeenOf(actor, userId), query.departmentId)
  const limits = sql`${limitTo(query)}`
  return listPatrols(
    db,
    sql`select p.id from patrols p where ${matches({ userId, seen, since, until })} order by ${LATEST} ${limits}`,
    LATEST,
  )
}

/** A page of a member's patrols, by days of the community. */
export async function readHistory(db: Db, actor: Actor, userId: number, query: History): Promise<PageOf<Patrol>> {
  const seen = narrow(departmentsSeenOf(actor, userId), query.departmentId)
  const filter = { userId, seen, ...(await periodOf(db, query)), serverId: query.serverId, only: query.only }
  const order = ORDER[query.sort][query.direction]
  const from = sql`from patrols p where ${matches(filter)}`
  const limits = sql`${limitTo(query)}`
  const [items, counted] = await Promise.all([
    listPatrols(db, sql`select p.id ${from} order by ${order} ${limits}`, order),
    sql<{ count: number }>`${sql.raw(PREPARED)} select count(*) from (select ${from} limit ${COUNT_LIMIT + 1}) counted`.execute(db),
  ])
  return toPage(items, counted.rows[0]?.count ?? 0, query)
}

async function periodOf(db: Db, { from, to }: History): Promise<Pick<Filter, 'since' | 'until'>> {
  const first = from ?? to
  if (first === undefined) return {}
  if (from !== undefined && to !== undefined && to < from) return { since: new Date(), until: new Date(0) }
  const [started, ended] = await Promise.all([
    readDays(db, { from: first, to: first }),
    to === undefined ? undefined : readDays(db, { from: to, to }),
  ])
  return { since: from === undefined ? undefined : started.since, until: ended?.until }
}

const LATEST = sql`p.started_at desc, p.id desc`
const length = sql`coalesce(p.ended_at, now()) - p.started_at`
const ORDER: Record<History['sort'], Record<History['direction'], RawBuilder<unknown>>> = {
  startedAt: { asc: sql`p.started_at, p.id`, desc: LATEST },
  seconds: { asc: sql`${length}, p.id`, desc: sql`${length} desc, p.id desc` },
}

const ONLY: Record<NonNullable<History['only']>, RawBuilder<unknown>> = {
  flagged: sql`exists (select from patrol_gaps g where g.patrol_id = p.id and ${isWaiting})`,
  silence: sql`p.end_reason = 'silence'`,
  corrected: sql`exists (select from patrol_corrections c where c.patrol_id = p.id and c.state = 'accepted')`,
  cut: sql`p.is_cut`,
}

function matches({ userId, seen, since, until, serverId, only }: Filter): RawBuilder<unknown> {
  const all = [
    sql`p.user_id = ${userId}`,
    isSeen(sql`p.department_id`, seen),
    since && sql`(p.ended_at is null or p.ended_at > ${since})`,
    until && sql`p.started_at < ${until}`,
    serverId && sql`p.server_id = ${serverId}`,
    only && ONLY[only],
  ].filter((condition) => typeof condition === 'object')
  return sql.join(all, sql` and `)
}

type Export = ResponseOf<typeof exportSelf>
const EXPORT_LIMIT = 10_000

/** A member's patrols for the export of their own data. */
export async function exportPatrols(db: Db, userId: number): Promise<Export['patrols']> {
  const page = sql`select p.id from patrols p where p.user_id = ${userId} order by ${LATEST} limit ${EXPORT_LIMIT}`
  const [patrols, { rows }] = await Promise.all([
    listPatrols(db, page, LATEST),
    sql<{ patrolId: number; correction: NonNullable<Export['patrols'][number]['corrections']>[number] }>`
      select c.patrol_id as "patrolId", json_build_object('askedAt', ${iso('c.asked_at')}, 'reason', c.reason, 'state', c.state,
        'decidedAt', ${iso('c.decided_at')}, 'note', c.note) as correction
      from patrol_corrections c join patrols p on p.id = c.patrol_id where p.user_id = ${userId} order by c.id limit ${EXPORT_LIMIT}`.execute(
      db,
    ),
  ])
  const corrections = Map.groupBy(rows, ({ patrolId }) => patrolId)
  return patrols.map(
    ({ patrolId, startedAt, endedAt, departmentName, serverName, kind, countedSeconds, seenSeconds, idleSeconds, calls }) => ({
      startedAt,
      endedAt,
      department: departmentName,
      server: serverName,
      kind,
      countedSeconds,
      seenSeconds,
      idleSeconds,
      calls,
      corrections: (corrections.get(patrolId) ?? []).map(({ correction }) => correction),
    }),
  )
}

export async function exportLeaveRequests(db: Db, userId: number): Promise<NonNullable<Export['leaveRequests']>> {
  const { rows } = await sql<{ request: NonNullable<Export['leaveRequests']>[number] }>`
    select json_build_object('startsOn', l.starts_on::text, 'endsOn', l.ends_on::text, 'reason', l.reason, 'state', l.state,
      'askedAt', ${iso('l.asked_at')}, 'note', l.note) as request
    from leave_requests l where l.user_id = ${userId} order by l.id desc limit ${EXPORT_LIMIT}`.execute(db)
  return rows.map(({ request }) => request)
}
