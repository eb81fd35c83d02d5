import { COUNT_LIMIT, type Announcement, type AnnouncementInput, type PageQuery } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitTo } from '../../../platform/database/page.ts'

type Row = {
  id: number
  title: string
  body: string
  department_id: number | null
  department_name: string | null
  author_id: number
  author_name: string
  created_at: Date
  expires_at: Date | null
  version: number
}

const isCurrent = sql`a.deleted_at is null and (a.expires_at is null or a.expires_at > now())`

async function select(db: Db | Tx, rest: RawBuilder<unknown>): Promise<Announcement[]> {
  const { rows } = await sql<Row>`
    select a.id, a.title, a.body, d.id as department_id, d.name as department_name, u.id as author_id, u.name as author_name,
      a.created_at, a.expires_at, a.version
    from announcements a join users u on u.id = a.author_id left join departments d on d.id = a.department_id ${rest}`.execute(db)
  return rows.map((row) => ({
    announcementId: row.id,
    title: row.title,
    body: row.body,
    department: row.department_id === null ? null : { departmentId: row.department_id, name: row.department_name ?? '' },
    author: { userId: row.author_id, name: row.author_name },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    version: row.version,
  }))
}

/** Announcements for everyone and for the member's departments, except those the member has dismissed. */
export const announcedTo = (db: Db, userId: number): Promise<Announcement[]> =>
  select(
    db,
    sql`where ${isCurrent}
      and (a.department_id is null or a.department_id in (select department_id from user_departments where user_id = ${userId}))
      and not exists (select from announcement_dismissals x where x.user_id = ${userId} and x.announcement_id = a.id)
      order by a.created_at desc, a.id desc limit 100`,
  )

/** The current announcements for one audience, a department's id; 0 means everyone. */
export const announcedToAudience = (db: Db | Tx, audience: number): Promise<Announcement[]> =>
  select(
    db,
    sql`where ${isCurrent} and a.department_id is not distinct from ${audience === 0 ? null : audience}::integer
      order by a.created_at desc, a.id desc limit 100`,
  )

export const everyAnnouncement = (db: Db, { page, pageSize }: PageQuery): Promise<Announcement[]> =>
  select(db, sql`where a.deleted_at is null order by a.created_at desc, a.id desc ${limitTo({ page, pageSize })}`)

export async function countAnnouncements(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from announcements where deleted_at is null limit ${COUNT_LIMIT + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locked until the transaction ends. */
export async function lockAnnouncement(tx: Tx, announcementId: number): Promise<Announcement | undefined> {
  const [announcement] = await select(tx, sql`where a.id = ${announcementId} and a.deleted_at is null for update of a`)
  return announcement
}

export async function insertAnnouncement(tx: Tx, authorId: number, input: AnnouncementInput): Promise<Announcement> {
  const { id } = await tx
    .insertInto('announcements')
    .values({ ...columns(input), author_id: authorId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readAnnouncement(tx, id)
}

export async function updateAnnouncement(tx: Tx, announcementId: number, input: AnnouncementInput): Promise<Announcement> {
  await tx
    .updateTable('announcements')
    .set((eb) => ({ ...columns(input), version: eb('version', '+', 1) }))
    .where('id', '=', announcementId)
    .execute()
  return readAnnouncement(tx, announcementId)
}

export const markDeleted = (tx: Tx, announcementId: number) =>
  tx.updateTable('announcements').set({ deleted_at: new Date() }).where('id', '=', announcementId).execute()

async function readAnnouncement(tx: Tx, announcementId: number): Promise<Announcement> {
  const [announcement] = await select(tx, sql`where a.id = ${announcementId}`)
  if (!announcement) throw new Error(`announcement ${announcementId} was just written and is gone`)
  return announcement
}

const columns = ({ title, body, departmentId, expiresAt }: AnnouncementInput) => ({
  title,
  body,
  department_id: departmentId,
  expires_at: expiresAt,
})

/** Dismisses an announcement that the member may see, even if it is expired or deleted; false if there is none. */
export async function insertDismissal(db: Db, announcementId: number, userId: number): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    with shown as (
      select a.id from announcements a where a.id = ${announcementId}
        and (a.department_id is null or a.department_id in (select department_id from user_departments where user_id = ${userId}))
    ), dismissed as (
      insert into announcement_dismissals (announcement_id, user_id) select id, ${userId} from shown on conflict do nothing
    )
    select exists (select from shown) as is_there`.execute(db)
  return rows[0]?.is_there ?? false
}

export const isActiveDepartment = async (tx: Tx, departmentId: number): Promise<boolean> =>
  (await tx.selectFrom('departments').select('id').where('id', '=', departmentId).where('retired_at', 'is', null).executeTakeFirst()) !==
  undefined
