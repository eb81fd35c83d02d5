import {
  createAnnouncement,
  deleteAnnouncement,
  dismissAnnouncement,
  listAllAnnouncements,
  listAnnouncements,
  updateAnnouncement,
} from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { AnnouncementService } from './announcements.service.ts'

export const announcementsPlugin: FastifyPluginAsync<{ announcements: AnnouncementService }> = async (app, { announcements }) => {
  route(app, listAnnouncements, (actor) => announcements.list(actor))
  route(app, listAllAnnouncements, (_actor, { query }) => announcements.listAll(query))
  route(app, dismissAnnouncement, (actor, { params }) => announcements.dismiss(actor, params.announcementId))
  route(app, createAnnouncement, (actor, { body }) => announcements.create(actor, body))
  route(app, updateAnnouncement, (actor, { params, body }) => announcements.update(actor, params.announcementId, body))
  route(app, deleteAnnouncement, (actor, { params }) => announcements.delete(actor, params.announcementId))
}
