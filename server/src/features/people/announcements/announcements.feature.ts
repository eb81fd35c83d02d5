import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { announcementsPlugin } from './announcements.plugin.ts'
import { announcementsRoom, createAnnouncementService, type AnnouncementChanged } from './announcements.service.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly announcementChanged: AnnouncementChanged }

export const announcementsFeature = ({ db, publish, announcementChanged }: Deps): Feature => ({
  name: 'announcements',
  routes: (app) => announcementsPlugin(app, { announcements: createAnnouncementService({ db, publish, announcementChanged }) }),
  rooms: { announcements: announcementsRoom(db) },
})
