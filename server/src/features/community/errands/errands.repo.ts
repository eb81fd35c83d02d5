import { COUNT_LIMIT, type DiscordJobs, type ErrandState, type PageQuery } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitTo } from '../../../platform/database/page.ts'
import type { Errand, ErrandKind } from './errands.types.ts'

export type ErrandRow = {
  readonly id: number
  readonly kind: string
  readonly guild_id: string | null
  readonly discord_id: string | null
  readonly role_id: string | null
  readonly payload: unknown
  readonly state: z.output<typeof ErrandState>
  readonly attempts: number
  readonly run_at: Date
  readonly problem: string
  readonly created_at: Date
  readonly started_at: Date | null
  readonly ended_at: Date | null
}
/** Undefined if the stored payload does not fit the kind. */
export function toErrand(kind: ErrandKind, row: ErrandRow): Errand<unknown> | undefined {
  const payload = kind.payload.safeParse(row.payload)
  if (!payload.success) return undefined
  const { id: errandId, guild_id: guildId, discord_id: discordId, role_id: roleId, attempts } = row
  return { errandId, payload: payload.data, guildId, discordId, roleId, attempts }
}

/** The notification for the node with the bot when a person does not want to wait. */
export const TRY_NOW = 'now'

const COLUMNS = sql`id, kind, guild_id, discord_id, role_id, payload, state, attempts, run_at, problem, created_at, started_at, ended_at`

/** Errands that change members, of which there may be thousands at once, and all others. Neither lane waits for the other. */
type Lane = 'member' | 'other'
export const laneOf = ({ discord_id }: ErrandRow): Lane => (discord_id === null ? 'other' : 'member')

const headsIn = (lane: Lane, limit: number) => sql`
  select e.id from discord_errands e cross join lateral (
    select q.id from discord_errands q
    where q.state = 'waiting' and q.queue = e.queue and (q.run_at <= now() or q.attempts > 0) order by q.id limit 1
  ) head
  where e.state = 'waiting' and e.discord_id is ${lane === 'other' ? sql`null` : sql`not null`}
    and e.started_at is null and e.run_at <= now() and head.id = e.id
  order by e.id limit ${limit}`

/**
 * Starts the oldest errand of each queue that has none running, in each lane as many as there are free slots. An errand that is tried again holds
 * up its queue, so that the order stays; an errand scheduled for later does not.
 */
export async function claimErrands(db: Db, free: Readonly<Record<Lane, number>>): Promise<ErrandRow[]> {
  const { rows } = await sql<ErrandRow>`
    update discord_errands set started_at = now()
    where id in ((${headsIn('member', free.member)}) union all (${headsIn('other', free.other)})) and state = 'waiting' and started_at is null
    returning ${COLUMNS}`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Milliseconds until something is due in each lane; null if nothing waits there. */
export async function nextDue(db: Db): Promise<Readonly<Record<Lane, number | null>>> {
  const { rows } = await sql<Record<Lane, number | null>>`
    select extract(epoch from min(run_at) filter (where discord_id is not null) - now())::float8 * 1000 as member,
      extract(epoch from min(run_at) filter (where discord_id is null) - now())::float8 * 1000 as other
    from discord_errands where state = 'waiting' and started_at is null`.execute(db)
  return rows[0] ?? { member: null, other: null }
}

/** Whether the same was asked again while the errand ran: then the later errand does it. */
const ASKED_AGAIN = sql`exists (select from discord_errands n where n.kind = e.kind and n.guild_id = e.guild_id and n.discord_id = e.discord_id
  and n.role_id is not distinct from e.role_id and n.id <> e.id and n.state in ('waiting', 'held')
    and (n.started_at is null or n.id > e.id))`

/** Errands that were interrupted because a portal ended wait again. `running` are those that this node runs. */
export async function releaseErrands(db: Db, running: readonly number[]): Promise<void> {
  await sql`
    with left_over as (
      select e.id, ${ASKED_AGAIN} as is_asked_again from discord_errands e
      where e.state = 'waiting' and e.started_at is not null and not (e.id = any(${running}::bigint[]))
    )
    update discord_errands e set started_at = null,
      state = case when l.is_asked_again then 'dropped' else e.state end,
      ended_at = case when l.is_asked_again then now() end,
      problem = case when l.is_asked_again then 'Asked again since' else e.problem end
    from left_over l where e.id = l.id`.execute(db)
}

/** False if the errand had already ended. */
export async function endErrand(tx: Tx, id: number, state: 'done' | 'failed' | 'dropped', problem = ''): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update discord_errands set state = ${state}, problem = ${problem}, ended_at = now(), started_at = null where id = ${id} and state = 'waiting'
  `.execute(tx)
  return numAffectedRows > 0n
}

export async function postponeErrand(db: Db, id: number, delayMs: number, problem: string): Promise<void> {
  await sql`
    update discord_errands e set started_at = null, attempts = attempts + 1, run_at = now() + ${delayMs} * interval '1 millisecond',
      problem = case when a.again then 'Asked again since' else ${problem} end,
      state = case when a.again then 'dropped' else 'waiting' end, ended_at = case when a.again then now() end
    from (select ${ASKED_AGAIN} as again from discord_errands e where e.id = ${id}) a
    where e.id = ${id} and e.state = 'waiting'`.execute(db)
}

/** Makes errands due that were postponed because of Discord. Errands that failed because of the portal are not tried more often. */
export async function hastenErrands(db: Db, ourFault: string): Promise<void> {
  await sql`update discord_errands set run_at = now()
    where state = 'waiting' and started_at is null and attempts > 0 and run_at > now() and problem <> ${ourFault}`.execute(db)
}

type Key = Pick<ErrandRow, 'guild_id' | 'discord_id' | 'role_id'> & { readonly payload: string }

/** Two errands about the same role or nickname of a member are the same work, whatever their payload. Others are if their payload is the same. */
const SAME_WORK = sql`f.state = 'failed' and coalesce(f.discord_id, '') = coalesce(e.discord_id, '')
  and coalesce(f.guild_id, '') = coalesce(e.guild_id, '') and coalesce(f.role_id, '') = coalesce(e.role_id, '')
  and (e.discord_id is not null or f.payload = e.payload)`

/** Drops failed errands whose work is asked for again. */
async function dropAskedAgain(tx: Tx, kind: string, keys: readonly Key[]): Promise<void> {
  const of = <K extends keyof Key>(column: K) => keys.map((key) => key[column])
  await sql`update discord_errands f set state = 'dropped', ended_at = now(), problem = 'Asked again since'
    from unnest(${of('guild_id')}::text[], ${of('discord_id')}::text[], ${of('role_id')}::text[], ${of('payload')}::text[]::jsonb[])
      as e (guild_id, discord_id, role_id, payload)
    where f.kind = ${kind} and ${SAME_WORK}`.execute(tx)
}

/** Drops other failed errands of the same work, once this errand has done it or failed once more. */
export async function dropOutdatedFailures(tx: Tx, id: number, problem: string): Promise<void> {
  await sql`update discord_errands f set state = 'dropped', ended_at = now(), problem = ${problem}
    from discord_errands e where e.id = ${id} and f.id <> e.id and f.kind = e.kind and ${SAME_WORK}`.execute(tx)
}

export async function setLimitedUntil(db: Db, until: Date): Promise<void> {
  await sql`update discord_bot set limited_until = ${until} where id = 1 and (limited_until is null or limited_until < ${until})`.execute(
    db,
  )
}

const select = async (db: Db | Tx, rest: RawBuilder<unknown>): Promise<ErrandRow[]> =>
  (await sql<ErrandRow>`select ${COLUMNS} from discord_errands ${rest}`.execute(db)).rows

const ofState = (state: string | undefined) => (state === undefined ? sql`true` : sql`state = ${state}`)
export const listErrands = (db: Db, state: string | undefined, { page, pageSize }: PageQuery) =>
  select(db, sql`where ${ofState(state)} order by id desc ${limitTo({ page, pageSize })}`)

export async function countErrands(db: Db, state: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from discord_errands where ${ofState(state)} limit ${COUNT_LIMIT + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locked until the transaction ends. */
export const lockErrand = async (tx: Tx, id: number): Promise<ErrandRow | undefined> =>
  (await select(tx, sql`where id = ${id} for update`))[0]

/** Starts an errand anew, with those before it in its queue, and tells the node with the bot not to wait. */
export async function restartErrand(tx: Tx, id: number): Promise<void> {
  await sql`update discord_errands set state = 'waiting', attempts = 0, run_at = now(), ended_at = null, problem = '' where id = ${id}`.execute(
    tx,
  )
  await sql`update discord_errands e set run_at = now() from discord_errands r
    where r.id = ${id} and e.queue = r.queue and e.id < r.id and e.state = 'waiting' and e.started_at is null
      and e.attempts > 0 and e.run_at > now()`.execute(tx)
  await sql`select pg_notify('discord_errands', ${TRY_NOW})`.execute(tx)
}
export const dropErrand = (tx: Tx, id: number) =>
  sql`update discord_errands set state = 'dropped', ended_at = now() where id = ${id}`.execute(tx)

export const lockFailed = (tx: Tx): Promise<ErrandRow[]> => select(tx, sql`where state = 'failed' order by id for update`)
export const dropErrands = (tx: Tx, ids: readonly number[]) =>
  sql`update discord_errands set state = 'dropped', ended_at = now() where id = any(${ids}::bigint[])`.execute(tx)

/** Deletes errands that ended long ago, at most `limit` at once. Returns how many. */
export async function pruneErrands(db: Db, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from discord_errands where id in (
      select id from discord_errands where ended_at < now() - interval '14 days'
        and (state <> 'failed' or ended_at < now() - interval '90 days')
      order by ended_at limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

export const roleOf = (tx: Tx, roleId: string) =>
  tx.selectFrom('discord_roles').select(['name', 'permissions']).where('id', '=', roleId).executeTakeFirst()

export type NewErrand<P extends z.ZodType> = {
  readonly payload: z.input<P>
  /** Errands of one queue run one after the other. */
  readonly queue: string
  readonly guildId?: string
  /** The member whose roles or nickname it changes. */
  readonly discordId?: string
  readonly roleId?: string
  readonly runAt?: Date
}

/** Adds errands in the transaction of the change that causes them. An errand that already waits is not added twice. */
export async function addErrands<P extends z.ZodType>(
  tx: Tx,
  { kind, payload: schema }: { readonly kind: string; readonly payload: P },
  errands: readonly NewErrand<P>[],
): Promise<void> {
  if (errands.length === 0) return
  const rows = errands.map(({ payload, queue, guildId, discordId, roleId, runAt }) => ({
    kind,
    queue,
    guild_id: guildId ?? null,
    discord_id: discordId ?? null,
    role_id: roleId ?? null,
    payload: JSON.stringify(schema.parse(payload)),
    ...(runAt ? { run_at: runAt } : {}),
  }))
  await tx
    .insertInto('discord_errands')
    .values(rows)
    .onConflict((oc) => oc.doNothing())
    .execute()
  await dropAskedAgain(tx, kind, rows)
}

export async function readJobs(db: Db | Tx): Promise<DiscordJobs> {
  const { rows } = await sql<Omit<DiscordJobs, 'limitedUntil'> & { limitedUntil: Date | null }>`
    select
      (select count(*)::integer from discord_errands where state = 'done' and ended_at >= (select community_midnight(community_today()))) as "doneToday",
      count(*) filter (where state = 'waiting')::integer as waiting,
      (select count(*)::integer from discord_ledger where state = 'held') as held,
      count(*) filter (where state = 'failed')::integer as failed,
      (select limited_until from discord_bot where limited_until > now()) as "limitedUntil"
    from discord_errands where state in ('waiting', 'failed')`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A count has one row')
  return { ...row, limitedUntil: row.limitedUntil?.toISOString() ?? null }
}
