import { deleteUserPicture, getUserPicture, saveUserPicture } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createMemberPictures, type MemberPictures } from './pictures.member.ts'
import { createPictureService } from './pictures.service.ts'

export function picturesFeature({ db }: { readonly db: Db }): Feature & { readonly memberPictures: MemberPictures } {
  const memberPictures = createMemberPictures()
  const pictures = createPictureService({ db, memberPictures })
  return {
    name: 'pictures',
    memberPictures,
    routes: async (app) => {
      route(app, getUserPicture, (_actor, { params }) => pictures.get(params.userId, params.size))
      route(app, saveUserPicture, (actor, { body }) => pictures.save(actor, body))
      route(app, deleteUserPicture, (actor, { params }) => pictures.remove(actor, params.userId))
    },
  }
}
