import { sql } from 'kysely'
import { EVIDENCE_DAYS, type PictureSize } from '@tenfour/contract'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Picture } from '../../../platform/pictures/pictures.ts'

export const sizeOf = ({ content, thumbnail }: Picture): number => content.byteLength + thumbnail.byteLength

/** The bytes of a member's pictures, without the one that is about to be replaced. */
export async function bytesOf(tx: Tx, userId: number, replaced: number | null): Promise<number> {
  const { total } = await tx
    .selectFrom('pictures')
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('total'))
    .where('owner_id', '=', userId)
    .where('is_evidence', '=', false)
    .$if(replaced !== null, (query) => query.where('id', '<>', Number(replaced)))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The bytes that a member uploaded as evidence in the last days. */
export async function evidenceBytesOf(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(bytes), 0)::bigint as total from pictures
    where owner_id = ${userId} and is_evidence and created_at > now() - make_interval(days => ${EVIDENCE_DAYS})`.execute(tx)
  return Number(rows[0]?.total ?? 0)
}

export const lockOwner = (tx: Tx, userId: number) =>
  tx
    .selectFrom('users as u')
    .leftJoin('pictures as p', 'p.id', 'u.picture_id')
    .select(['u.picture_id as pictureId', 'p.digest'])
    .where('u.id', '=', userId)
    .forNoKeyUpdate('u')
    .executeTakeFirst()

export async function insertPicture(tx: Tx, ownerId: number, picture: Picture, isEvidence = false): Promise<number> {
  const { width, height, digest, content, thumbnail } = picture
  const { id } = await tx
    .insertInto('pictures')
    .values({ owner_id: ownerId, width, height, digest, content, thumbnail, bytes: sizeOf(picture), is_evidence: isEvidence })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const showPicture = (tx: Tx, userId: number, pictureId: number | null) =>
  tx.updateTable('users').set({ picture_id: pictureId }).where('id', '=', userId).execute()

export const deletePicture = (tx: Tx, pictureId: number) => tx.deleteFrom('pictures').where('id', '=', pictureId).execute()

export const readUserPicture = (db: Db, userId: number, size: PictureSize) =>
  db
    .selectFrom('users as u')
    .innerJoin('pictures as p', 'p.id', 'u.picture_id')
    .select([size === 'full' ? 'p.content as bytes' : 'p.thumbnail as bytes', 'p.digest'])
    .where('u.id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
