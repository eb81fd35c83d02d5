import { Leave, Mark, StaffNote, type LeaveInput, type MarkInput } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { TODAY } from '../../../platform/calendar/calendar.ts'
import type { Tx } from '../../../platform/database/database.ts'

const authorJson = sql`json_build_object('userId', author.id, 'name', author.name)`

/** For a note `n`, mark `m` or leave `l` by an `author`. */
export const noteJson = sql`json_build_object('noteId', n.id, 'text', n.text, 'author', ${authorJson}, 'createdAt', n.created_at)`
export const markJson = sql`json_build_object('markId', m.id, 'kind', m.kind, 'text', m.text, 'points', m.points, 'author', ${authorJson},
  'createdAt', m.created_at, 'expiresAt', m.expires_at, 'withdrawn', case when m.withdrawn_at is not null then json_build_object(
    'by', json_build_object('userId', withdrawer.id, 'name', withdrawer.name), 'at', m.withdrawn_at, 'reason', m.withdrawn_reason) end)`
export const leaveJson = sql`json_build_object('leaveId', l.id, 'startsOn', l.starts_on::text, 'endsOn', l.ends_on::text, 'reason', l.reason,
  'author', ${authorJson}, 'endedEarlyAt', l.ended_early_at)`

const first = async (tx: Tx, query: RawBuilder<{ found: unknown }>): Promise<unknown> => (await query.execute(tx)).rows[0]?.found

export async function insertNote(tx: Tx, userId: number, authorId: number, text: string): Promise<StaffNote> {
  return StaffNote.parse(
    await first(
      tx,
      sql`with n as (insert into staff_notes (user_id, author_id, text) values (${userId}, ${authorId}, ${text}) returning *)
        select ${noteJson} as found from n join users author on author.id = n.author_id`,
    ),
  )
}

export const findNote = (tx: Tx, userId: number, noteId: number) =>
  tx
    .selectFrom('staff_notes')
    .select(['id', 'author_id', 'text'])
    .where('id', '=', noteId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const markNoteDeleted = (tx: Tx, noteId: number) =>
  tx.updateTable('staff_notes').set({ deleted_at: new Date() }).where('id', '=', noteId).execute()

export async function insertMark(tx: Tx, userId: number, authorId: number, { kind, text, points, expiresAt }: MarkInput): Promise<Mark> {
  const { id } = await tx
    .insertInto('marks')
    .values({ user_id: userId, author_id: authorId, kind, text, points, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Mark.parse(await first(tx, selectMark(userId, id)))
}

export async function findMark(tx: Tx, userId: number, markId: number): Promise<Mark | undefined> {
  return Mark.optional().parse(await first(tx, selectMark(userId, markId)))
}

const selectMark = (userId: number, markId: number) => sql<{ found: unknown }>`
  select ${markJson} as found from marks m join users author on author.id = m.author_id
  left join users withdrawer on withdrawer.id = m.withdrawn_by where m.id = ${markId} and m.user_id = ${userId}`

export const markWithdrawn = (tx: Tx, markId: number, withdrawnBy: number, reason: string) =>
  tx
    .updateTable('marks')
    .set({ withdrawn_by: withdrawnBy, withdrawn_at: new Date(), withdrawn_reason: reason })
    .where('id', '=', markId)
    .execute()

export async function insertLeave(tx: Tx, userId: number, authorId: number, { startsOn, endsOn, reason }: LeaveInput): Promise<Leave> {
  const { id } = await tx
    .insertInto('leaves')
    .values({ user_id: userId, author_id: authorId, starts_on: startsOn, ends_on: endsOn, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Leave.parse(await first(tx, selectLeave(userId, id)))
}

export async function findLeave(tx: Tx, userId: number, leaveId: number): Promise<Leave | undefined> {
  return Leave.optional().parse(await first(tx, selectLeave(userId, leaveId)))
}

const selectLeave = (userId: number, leaveId: number) => sql<{ found: unknown }>`
  select ${leaveJson} as found from leaves l join users author on author.id = l.author_id
  where l.id = ${leaveId} and l.user_id = ${userId}`

/** Ends a leave now; false if its last day has passed. */
export async function markLeaveEnded(tx: Tx, leaveId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('leaves')
    .set({ ended_early_at: new Date() })
    .where('id', '=', leaveId)
    .where('ended_early_at', 'is', null)
    .where('ends_on', '>=', TODAY)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
