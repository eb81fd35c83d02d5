import { MAX_EVIDENCE, MAX_EVIDENCE_PICTURES, type PictureSize } from '@tenfour/contract'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { MemberPictures } from '../../../people/pictures/pictures.port.ts'
import { findDraft, lockDraft } from './reports.drafts.repo.ts'
import * as repo from './reports.pictures.repo.ts'
import { mayRead, readerOf } from '../read/reports.readers.ts'
import { assertWriter } from './reports.writers.ts'

const MAX_PICTURES = MAX_EVIDENCE * MAX_EVIDENCE_PICTURES

/** Pictures of evidence: the writer's while it is a draft, then of those who may read the report. */
export function createReportPictures({ db, memberPictures }: { db: Db; memberPictures: MemberPictures }) {
  return {
    save: async (actor: Actor, draftId: number, file: Uint8Array): Promise<{ pictureId: number }> => {
      // Before the work of reading the picture.
      await assertWriter(db, await findDraft(db, actor.userId, draftId))
      const picture = await memberPictures.make(actor.userId, file)
      return db.transaction().execute(async (tx) => {
        await assertWriter(tx, await lockDraft(tx, actor.userId, draftId))
        if ((await repo.countPictures(tx, draftId)) >= MAX_PICTURES) {
          throw new AppError('conflict', `A draft has at most ${MAX_PICTURES} pictures`)
        }
        const kept = await memberPictures.keepEvidence(tx, actor.userId, picture)
        return { pictureId: await repo.insertReportPicture(tx, draftId, kept, actor.userId) }
      })
    },

    get: async (actor: Actor, pictureId: number, size: PictureSize) => {
      const picture = await repo.readReportPicture(db, pictureId, size)
      const isOwn = picture?.draftWriterId === actor.userId
      if (!picture || !(isOwn || (picture.report && mayRead(await readerOf(db, actor), picture.report)))) {
        throw new AppError('not_found', 'There is no such picture')
      }
      return { type: 'image/webp' as const, bytes: picture.bytes, digest: picture.digest }
    },
  }
}
