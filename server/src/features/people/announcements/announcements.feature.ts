import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { announcementsPlugin } from './announcements.plugin.ts'
import { announcementsRoom, createAnnouncementService } from './announcements.service.ts'

export const announcementsFeature = ({ db, publish }: { db: Db; publish: Publish }): Feature => ({
  name: 'announcements',
  routes: (app) => announcementsPlugin(app, { announcements: createAnnouncementService({ db, publish }) }),
  rooms: { announcements: announcementsRoom(db) },
})
