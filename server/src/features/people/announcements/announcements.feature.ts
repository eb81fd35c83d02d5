import {
  createAnnouncement,
  deleteAnnouncement,
  dismissAnnouncement,
  listAllAnnouncements,
  listAnnouncements,
  updateAnnouncement,
} from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { announcementsRoom, createAnnouncementService } from './announcements.service.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly happened: Happened }

export function announcementsFeature({ db, publish, happened }: Deps): Feature {
  const announcements = createAnnouncementService({ db, publish, happened })
  return {
    name: 'announcements',
    routes: async (app) => {
      route(app, listAnnouncements, (actor) => announcements.list(actor))
      route(app, listAllAnnouncements, (_actor, { query }) => announcements.listAll(query))
      route(app, dismissAnnouncement, (actor, { params }) => announcements.dismiss(actor, params.announcementId))
      route(app, createAnnouncement, (actor, { body }) => announcements.create(actor, body))
      route(app, updateAnnouncement, (actor, { params, body }) => announcements.update(actor, params.announcementId, body))
      route(app, deleteAnnouncement, (actor, { params }) => announcements.delete(actor, params.announcementId))
    },
    rooms: { announcements: announcementsRoom(db) },
  }
}
