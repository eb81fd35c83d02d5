import { EVIDENCE_BYTES, EVIDENCE_DAYS, MEMBER_PICTURE_BYTES } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { createPictureMaker, type Picture } from '../../../platform/pictures/pictures.ts'
import { bytesOf, evidenceBytesOf, lockOwner, insertPicture, sizeOf } from './pictures.repo.ts'

export type MemberPictures = ReturnType<typeof createMemberPictures>

/** Pictures that members upload, whatever they show. Each member's are read one at a time and counted together. */
export function createMemberPictures() {
  const makePicture = createPictureMaker()
  const uploading = new Set<number>()
  return {
    /** Reads one picture of each member at a time, so that nobody takes up the places of everyone else. */
    make: async (userId: number, file: Uint8Array): Promise<Picture> => {
      if (uploading.has(userId)) throw new AppError('too_many_attempts', 'Your last picture is still being read: wait a moment', 'picture')
      uploading.add(userId)
      try {
        return await makePicture(file)
      } finally {
        uploading.delete(userId)
      }
    },

    /** Stores the picture and returns its id. Locks the member's account, so that two uploads are counted one after the other. */
    keep: async (tx: Tx, userId: number, picture: Picture, replaced: number | null): Promise<number> => {
      await lockOwner(tx, userId)
      if ((await bytesOf(tx, userId, replaced)) + sizeOf(picture) > MEMBER_PICTURE_BYTES) {
        throw new AppError('too_large', 'Your pictures take 100 MB already: remove one first', 'picture')
      }
      return insertPicture(tx, userId, picture)
    },

    /** The same for evidence, which can't be removed later. It counts apart and by the month, so that it never prevents a picture of the member's own. */
    keepEvidence: async (tx: Tx, userId: number, picture: Picture): Promise<number> => {
      await lockOwner(tx, userId)
      if ((await evidenceBytesOf(tx, userId)) + sizeOf(picture) > EVIDENCE_BYTES) {
        const limit = `${EVIDENCE_BYTES / 1_000_000} MB of evidence in the last ${EVIDENCE_DAYS} days`
        throw new AppError('too_large', `You have uploaded ${limit}: discard a draft that has pictures, or wait`, 'picture')
      }
      return insertPicture(tx, userId, picture, true)
    },
  }
}
