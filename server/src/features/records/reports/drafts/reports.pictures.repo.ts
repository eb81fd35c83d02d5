import type { PictureSize } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'

export async function countPictures(tx: Tx, draftId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from report_pictures where draft_id = ${draftId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertReportPicture(tx: Tx, draftId: number, pictureId: number, userId: number): Promise<number> {
  const { id } = await tx
    .insertInto('report_pictures')
    .values({ draft_id: draftId, picture_id: pictureId, by_user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Those of a draft that nothing refers to. What is in a version of a report is no draft's any more, and stays. */
export async function deleteUnusedPictures(tx: Tx, draftId: number, usedIds: readonly number[]): Promise<void> {
  await sql`
    with unused as (delete from report_pictures where draft_id = ${draftId} and id <> all(${usedIds}::int[]) returning picture_id)
    delete from pictures where id in (select picture_id from unused)`.execute(tx)
}

export const givePictures = (tx: Tx, draftId: number, reportId: number) =>
  sql`update report_pictures set draft_id = null, report_id = ${reportId} where draft_id = ${draftId}`.execute(tx)

type StoredPicture = {
  readonly digest: string
  readonly bytes: Buffer
  /** Of the draft, while it is one's. */
  readonly draftWriterId: number | null
  readonly report: { readonly isMedical: boolean; readonly writerId: number; readonly departmentId: number } | null
}
export async function readReportPicture(db: Db, pictureId: number, size: PictureSize): Promise<StoredPicture | undefined> {
  const { rows } = await sql<StoredPicture>`
    select i.digest, ${size === 'full' ? sql`i.content` : sql`i.thumbnail`} as bytes, d.writer_id as "draftWriterId",
      case when r.id is not null then json_build_object('isMedical', r.is_medical, 'writerId', r.writer_id, 'departmentId', r.department_id) end
        as report
    from report_pictures p join pictures i on i.id = p.picture_id
    left join report_drafts d on d.id = p.draft_id left join reports r on r.id = p.report_id
    where p.id = ${pictureId}`.execute(db)
  return rows[0]
}
