import { MAX_NOTICES, NOTICE_DAYS, type Notice } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

const columns = ['id', 'title', 'text', 'path', 'created_at', 'read_at'] as const
type Row = { id: number; title: string; text: string; path: string | null; created_at: Date; read_at: Date | null }

const toNotice = ({ id, title, text, path, created_at, read_at }: Row): Notice => ({
  noticeId: id,
  title,
  text,
  path,
  createdAt: created_at.toISOString(),
  readAt: read_at?.toISOString() ?? null,
})

const isTooOld = sql<boolean>`created_at < now() - make_interval(days => ${NOTICE_DAYS})`

export async function noticesOf(db: Db | Tx, userId: number): Promise<Notice[]> {
  const rows = await db
    .selectFrom('notices')
    .select(columns)
    .where('user_id', '=', userId)
    .where(sql<boolean>`not ${isTooOld}`)
    .orderBy('id', 'desc')
    .limit(MAX_NOTICES)
    .execute()
  return rows.map(toNotice)
}

export type NewNotice = Pick<Notice, 'title' | 'text' | 'path'> & {
  /** Keeps title and text in the portal: elsewhere, such as in Discord, the member only learns that there is a notice. */
  readonly isPrivate?: boolean
}

const toRow = (userId: number, { title, text, path, isPrivate = false }: NewNotice) => ({
  user_id: userId,
  title,
  text,
  path,
  is_private: isPrivate,
})

export async function insertNotice(tx: Tx, userId: number, notice: NewNotice): Promise<Notice> {
  const row = await tx.insertInto('notices').values(toRow(userId, notice)).returning(columns).executeTakeFirstOrThrow()
  return toNotice(row)
}

/** Inserts notices in the order given. */
export async function insertNotices(
  tx: Tx,
  notices: readonly { readonly userId: number; readonly notice: NewNotice }[],
): Promise<{ userId: number; notice: Notice }[]> {
  const rows = await tx
    .insertInto('notices')
    .values(notices.map(({ userId, notice }) => toRow(userId, notice)))
    .returning([...columns, 'user_id'])
    .execute()
  return rows.map((row) => ({ userId: row.user_id, notice: toNotice(row) }))
}

/** Deletes surplus notices. Locks them in one order first, so that two transactions that tell the same members can't deadlock. */
export const deleteSurplusOf = (tx: Tx, userIds: readonly number[]) =>
  sql`with surplus as (
      select id from (select id, row_number() over (partition by user_id order by id desc) as place
        from notices where user_id = any(${userIds}::int[])) placed where place > ${MAX_NOTICES}),
    gone as materialized (select id from notices where id in (select id from surplus) order by user_id, id for update)
    delete from notices using gone where notices.id = gone.id`.execute(tx)

export const deleteSurplus = (tx: Tx, userId: number) =>
  sql`delete from notices where user_id = ${userId}
    and id <= (select id from notices where user_id = ${userId} order by id desc offset ${MAX_NOTICES} limit 1)`.execute(tx)

/** Marks notices as read. Returns those that were unread. */
export async function markRead(
  tx: Tx,
  userId: number,
  noticeIds: readonly number[],
): Promise<{ noticeIds: number[]; readAt: Date | null }> {
  const rows = await tx
    .updateTable('notices')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('id', 'in', [...noticeIds])
    .where('read_at', 'is', null)
    .returning(['id', 'read_at'])
    .execute()
  return { noticeIds: rows.map(({ id }) => id).toSorted((a, b) => a - b), readAt: rows[0]?.read_at ?? null }
}

export const deleteOld = async (db: Db): Promise<void> => void (await db.deleteFrom('notices').where(isTooOld).execute())
