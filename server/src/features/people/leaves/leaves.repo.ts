import { Leave, LeaveRequest, type LeaveInput } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitTo } from '../../../platform/database/page.ts'
import { leaveJson } from '../members/members.port.ts'

const MAX_OWN = 100

/** The fields of a request `q` by a member `u`, decided on by `decider` if anyone has. */
const fields = sql`'requestId', q.id, 'member', json_build_object('userId', u.id, 'name', u.name),
  'startsOn', q.starts_on::text, 'endsOn', q.ends_on::text, 'reason', q.reason, 'state', q.state, 'askedAt', q.asked_at,
  'decided', case when q.decided_at is not null then json_build_object(
    'by', json_build_object('userId', decider.id, 'name', decider.name), 'at', q.decided_at, 'note', q.note) end`
const requests = sql`leave_requests q join users u on u.id = q.user_id left join users decider on decider.id = q.decided_by`

/** A member's own leaves and requests, newest first. */
export async function ownLeaves(db: Db, userId: number): Promise<{ leaves: Leave[]; requests: LeaveRequest[] }> {
  const { rows } = await sql<{ own: unknown }>`
    select json_build_object(
      'leaves', coalesce((select json_agg(leave) from (
        select ${leaveJson} as leave from leaves l join users author on author.id = l.author_id where l.user_id = ${userId}
        order by l.starts_on desc, l.id desc limit ${MAX_OWN}) as found), '[]'),
      'requests', coalesce((select json_agg(request) from (
        select json_build_object(${fields}) as request from ${requests} where q.user_id = ${userId}
        order by q.id desc limit ${MAX_OWN}) as found), '[]')) as own`.execute(db)
  return z.object({ leaves: z.array(Leave), requests: z.array(LeaveRequest) }).parse(rows[0]?.own)
}

export async function findRequest(tx: Tx, requestId: number): Promise<LeaveRequest | undefined> {
  const { rows } = await sql<{ request: unknown }>`
    select json_build_object(${fields}) as request from ${requests} where q.id = ${requestId}`.execute(tx)
  return LeaveRequest.optional().parse(rows[0]?.request)
}

/** Locks the request until the transaction ends. The member's account is locked before. */
export const lockRequest = (tx: Tx, requestId: number) =>
  tx.selectFrom('leave_requests').select('id').where('id', '=', requestId).forUpdate().executeTakeFirst()

export const lockMember = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()

export async function hasLeave(tx: Tx, userId: number, { startsOn, endsOn }: LeaveInput): Promise<boolean> {
  const { rows } = await sql`select from leaves where user_id = ${userId} and ended_early_at is null
    and daterange(starts_on, ends_on, '[]') && daterange(${startsOn}::date, ${endsOn}::date, '[]') limit 1`.execute(tx)
  return rows.length > 0
}

export async function insertRequest(tx: Tx, userId: number, { startsOn, endsOn, reason }: LeaveInput): Promise<number> {
  const { id } = await tx
    .insertInto('leave_requests')
    .values({ user_id: userId, starts_on: startsOn, ends_on: endsOn, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const markWithdrawn = (tx: Tx, requestId: number) =>
  tx.updateTable('leave_requests').set({ state: 'withdrawn' }).where('id', '=', requestId).execute()

type Decision = { readonly by: number; readonly state: 'granted' | 'declined'; readonly note: string; readonly leaveId: number | null }

export const markDecided = (tx: Tx, requestId: number, { by, state, note, leaveId }: Decision) =>
  tx
    .updateTable('leave_requests')
    .set({ state, decided_by: by, decided_at: sql<Date>`clock_timestamp()`, note, leave_id: leaveId })
    .where('id', '=', requestId)
    .execute()

const ListedRequest = LeaveRequest.extend({ departments: z.array(z.string()) })
export type ListedRequest = z.infer<typeof ListedRequest>
export type Listed = { readonly state: 'asked' | 'decided'; readonly page: number; readonly pageSize: number }

/** Requests of members that meet `condition`, and how many there are, counted up to `countLimit`. */
export async function listRequests(
  db: Db,
  condition: RawBuilder<unknown>,
  { state, page, pageSize }: Listed,
  countLimit: number,
): Promise<{ items: ListedRequest[]; counted: number }> {
  const isListed = sql`${state === 'asked' ? sql`q.state = 'asked'` : sql`q.decided_at is not null`}
    and u.disabled_at is null and u.deleted_at is null and ${condition}`
  const order = state === 'asked' ? sql`q.id` : sql`q.decided_at desc, q.id desc`
  const { rows } = await sql<{ items: unknown; counted: number }>`
    select coalesce((select json_agg(request) from (
        select json_build_object(${fields}, 'departments', coalesce((
          select json_agg(d.name order by m.is_primary desc, d.sort_order, d.id)
          from user_departments m join departments d on d.id = m.department_id where m.user_id = u.id), '[]')) as request
        from ${requests} where ${isListed} order by ${order} ${limitTo({ page, pageSize })}) as found), '[]') as items,
      (select count(*) from (select from ${requests} where ${isListed} limit ${countLimit}) as counted)::integer as counted`.execute(db)
  const [row] = rows
  return { items: z.array(ListedRequest).parse(row?.items), counted: row?.counted ?? 0 }
}

/** How many requests nobody has decided on. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from leave_requests where state = 'asked'`.execute(db)
  return rows[0]?.count ?? 0
}
