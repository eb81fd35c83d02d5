import { z } from 'zod'
import { signedIn, staff } from '../access.ts'
import { DepartmentId } from './departments.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { IdParam, Instant, InstantInput, trimmed, Version } from '../values.ts'

export const Announcement = z.object({
  announcementId: z.int(),
  title: z.string(),
  body: z.string(),
  /** The department that the announcement is for; null for everyone. */
  department: z.object({ departmentId: DepartmentId, name: z.string() }).nullable(),
  author: z.object({ userId: z.int(), name: z.string() }),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  version: z.int(),
})
export type Announcement = z.infer<typeof Announcement>

export const AnnouncementInput = z.object({
  title: trimmed(120, 'A title has at most 120 characters').min(1, 'Enter a title'),
  body: trimmed(4000, 'A text has at most 4,000 characters').min(1, 'Enter a text'),
  departmentId: DepartmentId.nullable().default(null),
  expiresAt: InstantInput.nullable().default(null),
})
export type AnnouncementInput = z.infer<typeof AnnouncementInput>

const byId = z.object({ announcementId: IdParam })

export const listAnnouncements = defineEndpoint({
  method: 'GET',
  path: '/api/announcements',
  summary: 'Current announcements that the caller has not dismissed, newest first',
  access: signedIn,
  response: z.array(Announcement),
})

export const dismissAnnouncement = defineEndpoint({
  method: 'POST',
  path: '/api/announcements/:announcementId/dismiss',
  summary: 'Stop showing an announcement to the caller',
  access: signedIn,
  params: byId,
  response: z.object({}),
})

export const listAllAnnouncements = defineEndpoint({
  method: 'GET',
  path: '/api/announcements/all',
  summary: 'Every announcement, expired ones too, newest first',
  access: staff,
  query: PageQuery,
  response: pageOf(Announcement),
})

export const createAnnouncement = defineEndpoint({
  method: 'POST',
  path: '/api/announcements',
  summary: 'Announce something',
  access: staff,
  body: AnnouncementInput,
  response: Announcement,
})

export const updateAnnouncement = defineEndpoint({
  method: 'PUT',
  path: '/api/announcements/:announcementId',
  summary: 'Change an announcement',
  access: staff,
  params: byId,
  body: AnnouncementInput.extend({ version: Version }),
  response: Announcement,
})

export const deleteAnnouncement = defineEndpoint({
  method: 'DELETE',
  path: '/api/announcements/:announcementId',
  summary: 'Delete an announcement',
  access: staff,
  params: byId,
  response: z.object({}),
})
