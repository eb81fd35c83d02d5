import { MAX_EVIDENCE, MAX_EVIDENCE_PICTURES, type PictureSize } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { MemberPictures } from '../../../people/pictures/pictures.port.ts'
import { mayRead, readerOf } from '../read/reports.access.ts'
import { findDraft, lockDraft } from './reports.drafts.repo.ts'
import { assertWriter } from './reports.writers.ts'

async function countPictures(tx: Tx, draftId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from report_pictures where draft_id = ${draftId}`.execute(tx)
  return rows[0]?.count ?? 0
}

async function insertReportPicture(tx: Tx, draftId: number, pictureId: number, userId: number): Promise<number> {
  const { id } = await tx
    .insertInto('report_pictures')
    .values({ draft_id: draftId, picture_id: pictureId, by_user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes pictures of a draft that its content does not use. Pictures in a version of a report no longer belong to the draft. */
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
  /** The writer of the draft that the picture belongs to; null once it belongs to a report. */
  readonly draftWriterId: number | null
  readonly report: { readonly isMedical: boolean; readonly writerId: number; readonly departmentId: number } | null
}
async function readReportPicture(db: Db, pictureId: number, size: PictureSize): Promise<StoredPicture | undefined> {
  const { rows } = await sql<StoredPicture>`
    select i.digest, ${size === 'full' ? sql`i.content` : sql`i.thumbnail`} as bytes, d.writer_id as "draftWriterId",
      case when r.id is not null then json_build_object('isMedical', r.is_medical, 'writerId', r.writer_id, 'departmentId', r.department_id) end
        as report
    from report_pictures p join pictures i on i.id = p.picture_id
    left join report_drafts d on d.id = p.draft_id left join reports r on r.id = p.report_id
    where p.id = ${pictureId}`.execute(db)
  return rows[0]
}

const MAX_PICTURES = MAX_EVIDENCE * MAX_EVIDENCE_PICTURES

/** Pictures of evidence. The pictures of a draft are shown to its writer, those of a report to its readers. */
export function createReportPictures({ db, memberPictures }: { db: Db; memberPictures: MemberPictures }) {
  return {
    save: async (actor: Actor, draftId: number, file: Uint8Array): Promise<{ pictureId: number }> => {
      // Checked before the work of reading the picture.
      await assertWriter(db, await findDraft(db, actor.userId, draftId))
      const picture = await memberPictures.make(actor.userId, file)
      return db.transaction().execute(async (tx) => {
        await assertWriter(tx, await lockDraft(tx, actor.userId, draftId))
        if ((await countPictures(tx, draftId)) >= MAX_PICTURES) {
          throw new AppError('conflict', `A draft has at most ${MAX_PICTURES} pictures`)
        }
        const kept = await memberPictures.keepEvidence(tx, actor.userId, picture)
        return { pictureId: await insertReportPicture(tx, draftId, kept, actor.userId) }
      })
    },

    get: async (actor: Actor, pictureId: number, size: PictureSize) => {
      const picture = await readReportPicture(db, pictureId, size)
      const isOwn = picture?.draftWriterId === actor.userId
      if (!picture || !(isOwn || (picture.report && mayRead(await readerOf(db, actor), picture.report)))) {
        throw new AppError('not_found', 'There is no such picture')
      }
      return { type: 'image/webp' as const, bytes: picture.bytes, digest: picture.digest }
    },
  }
}
