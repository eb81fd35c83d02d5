import { manageUsers, MEMBER_PICTURE_BYTES, type CurrentUser, type PictureSize } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { createPictureMaker, type Picture } from '../../../platform/pictures/pictures.ts'
import { lockAccount } from '../users/users.port.ts'
import * as repo from './pictures.repo.ts'

export function createPictureService({ db }: { db: Db }) {
  const makePicture = createPictureMaker()
  /** One at a time each, so that nobody takes the places of everyone else. */
  const uploading = new Set<number>()
  const makeOwn = async (userId: number, file: Uint8Array): Promise<Picture> => {
    if (uploading.has(userId)) throw new AppError('too_many_attempts', 'Your last picture is still being read: wait a moment', 'picture')
    uploading.add(userId)
    try {
      return await makePicture(file)
    } finally {
      uploading.delete(userId)
    }
  }
  return {
    get: async (userId: number, size: PictureSize) => {
      const picture = await repo.readUserPicture(db, userId, size)
      if (!picture) throw new AppError('not_found', 'They have no picture')
      return { ...picture, type: 'image/webp' as const }
    },

    save: async (actor: Actor, file: Uint8Array): Promise<CurrentUser> => {
      const { userId } = actor
      const picture = await makeOwn(userId, file)
      return db.transaction().execute(async (tx) => {
        const before = await repo.holdAccount(tx, userId)
        const replaced = before?.pictureId ?? null
        if (before?.digest !== picture.digest) {
          if ((await repo.bytesWith(tx, userId, picture, replaced)) > MEMBER_PICTURE_BYTES) {
            throw new AppError('too_large', 'Your pictures take 100 MB already: remove one first', 'picture')
          }
          await repo.showPicture(tx, userId, await repo.insertPicture(tx, userId, picture))
          if (replaced !== null) await repo.deletePicture(tx, replaced)
          await recordAudit(tx, actor, 'user.picture-changed', { subjectType: 'user', subjectId: userId })
        }
        return current(await loadCurrentUser(tx, userId))
      })
    },

    /** One's own, or, where it does not belong on the portal, that of someone one may handle. */
    remove: (actor: Actor, userId: number): Promise<{ picture: null }> =>
      db.transaction().execute(async (tx) => {
        if (userId !== actor.userId) await lockAccount(tx, actor, userId, manageUsers)
        const before = await repo.holdAccount(tx, userId)
        if (before?.pictureId) {
          await repo.deletePicture(tx, before.pictureId)
          await recordAudit(tx, actor, 'user.picture-removed', { subjectType: 'user', subjectId: userId })
        }
        return { picture: null }
      }),
  }
}

function current(loaded: { readonly user: CurrentUser } | undefined): CurrentUser {
  if (!loaded) throw new AppError('session_invalid', 'Your account is not in use')
  return loaded.user
}
