import { EVIDENCE_BYTES, EVIDENCE_DAYS, MEMBER_PICTURE_BYTES } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { createPictureMaker, type Picture } from '../../../platform/pictures/pictures.ts'
import { bytesOf, evidenceBytesOf, holdAccount, insertPicture, sizeOf } from './pictures.repo.ts'

export type MemberPictures = ReturnType<typeof createMemberPictures>

/** Pictures that members upload, whatever they show: read one at a time each, and counted together. */
export function createMemberPictures() {
  const makePicture = createPictureMaker()
  const uploading = new Set<number>()
  return {
    /** One at a time each, so that nobody takes the places of everyone else. */
    make: async (userId: number, file: Uint8Array): Promise<Picture> => {
      if (uploading.has(userId)) throw new AppError('too_many_attempts', 'Your last picture is still being read: wait a moment', 'picture')
      uploading.add(userId)
      try {
        return await makePicture(file)
      } finally {
        uploading.delete(userId)
      }
    },

    /** The id of the picture as it is kept. Holds the member's account, so that two uploads are counted in turn. */
    keep: async (tx: Tx, userId: number, picture: Picture, replaced: number | null): Promise<number> => {
      await holdAccount(tx, userId)
      if ((await bytesOf(tx, userId, replaced)) + sizeOf(picture) > MEMBER_PICTURE_BYTES) {
        throw new AppError('too_large', 'Your pictures take 100 MB already: remove one first', 'picture')
      }
      return insertPicture(tx, userId, picture)
    },

    /** The same for evidence, which can't be removed later: counted by the month, so that it never keeps anyone from a picture of their own. */
    keepEvidence: async (tx: Tx, userId: number, picture: Picture): Promise<number> => {
      await holdAccount(tx, userId)
      if ((await evidenceBytesOf(tx, userId)) + sizeOf(picture) > EVIDENCE_BYTES) {
        const limit = `${EVIDENCE_BYTES / 1_000_000} MB of evidence in the last ${EVIDENCE_DAYS} days`
        throw new AppError('too_large', `You have uploaded ${limit}: discard a draft that has pictures, or wait`, 'picture')
      }
      return insertPicture(tx, userId, picture, true)
    },
  }
}
