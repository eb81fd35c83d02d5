import { getLookPicture, LOOK_SETTINGS, MAX_LOOK_PICTURES, uploadLookPicture } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Feature } from '../../../platform/feature.ts'
import { publicRoute, route } from '../../../platform/http/route.ts'
import { createPictureMaker } from '../../../platform/pictures/pictures.ts'
import { countOthers, deleteUnused, findPicture, keepPicture, lockPictures } from './look.repo.ts'

/** The login picture fills a screen. */
const SIDE = 1920

/** The name, colour and pictures that make the portal the community's own. Settings say which of the pictures kept here are shown. */
export function lookFeature({ db }: { readonly db: Db }): Feature {
  const makePicture = createPictureMaker(SIDE)
  return {
    name: 'look',
    settings: [...LOOK_SETTINGS],
    routes: async (app) => {
      route(app, uploadLookPicture, async (_actor, { body }) => {
        const picture = await makePicture(body)
        await db.transaction().execute(async (tx) => {
          await lockPictures(tx)
          await deleteUnused(tx)
          if ((await countOthers(tx, picture.digest)) >= MAX_LOOK_PICTURES) {
            throw new AppError(
              'conflict',
              `${MAX_LOOK_PICTURES} pictures were uploaded already: those that are not shown go a day after their upload`,
            )
          }
          await keepPicture(tx, picture)
        })
        const { digest, width, height } = picture
        return { digest, width, height }
      })
      publicRoute(app, getLookPicture, async (_caller, { params }) => {
        const picture = await findPicture(db, params.digest, params.size)
        if (!picture) throw new AppError('not_found', 'There is no such picture')
        return { ...picture, type: 'image/webp' as const, isImmutable: true }
      })
    },
  }
}
