import { manageUsers, type CurrentUser, type PictureSize } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { lockAccount } from '../users/users.port.ts'
import type { MemberPictures } from './pictures.member.ts'
import * as repo from './pictures.repo.ts'

export function createPictureService({ db, memberPictures }: { db: Db; memberPictures: MemberPictures }) {
  return {
    get: async (userId: number, size: PictureSize) => {
      const picture = await repo.readUserPicture(db, userId, size)
      if (!picture) throw new AppError('not_found', 'This member has no picture')
      return { ...picture, type: 'image/webp' as const }
    },

    save: async (actor: Actor, file: Uint8Array): Promise<CurrentUser> => {
      const { userId } = actor
      const picture = await memberPictures.make(userId, file)
      return db.transaction().execute(async (tx) => {
        const before = await repo.lockOwner(tx, userId)
        const replaced = before?.pictureId ?? null
        if (before?.digest !== picture.digest) {
          await repo.showPicture(tx, userId, await memberPictures.keep(tx, userId, picture, replaced))
          if (replaced !== null) await repo.deletePicture(tx, replaced)
          await recordAudit(tx, actor, 'user.picture-changed', { subjectType: 'user', subjectId: userId })
        }
        return current(await loadCurrentUser(tx, userId))
      })
    },

    /** Removes the actor's own picture, or one that does not belong on the portal, of an account that the actor may handle. */
    remove: (actor: Actor, userId: number): Promise<{ picture: null }> =>
      db.transaction().execute(async (tx) => {
        if (userId !== actor.userId) await lockAccount(tx, actor, userId, manageUsers)
        const before = await repo.lockOwner(tx, userId)
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
