import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { announcementsPlugin } from './announcements.plugin.ts'
import { announcementsRoom, createAnnouncementService } from './announcements.service.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly happened: Happened }

export const announcementsFeature = ({ db, publish, happened }: Deps): Feature => ({
  name: 'announcements',
  routes: (app) => announcementsPlugin(app, { announcements: createAnnouncementService({ db, publish, happened }) }),
  rooms: { announcements: announcementsRoom(db) },
})
