import { z } from 'zod'
import { self } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { countedList, Id, IdParam, Instant } from '../values.ts'

/** Notices kept for a member: beyond this, the oldest are deleted, read or not. */
export const MAX_NOTICES = 200
export const NOTICE_DAYS = 90

/** Something that a member is told personally. Its words are kept, whatever happens to its subject later. */
export const Notice = z.object({
  noticeId: z.int(),
  title: z.string(),
  text: z.string(),
  /** The page of its subject; null if there is none. */
  path: z.string().nullable(),
  createdAt: Instant,
  readAt: Instant.nullable(),
})
export type Notice = z.infer<typeof Notice>

const ofMember = z.object({ userId: IdParam })

export const listNotices = defineEndpoint({
  method: 'GET',
  path: '/api/user/notices/:userId',
  summary: `The caller's personal notices, newest first: at most ${MAX_NOTICES}, of the last ${NOTICE_DAYS} days`,
  access: self('userId'),
  params: ofMember,
  response: z.array(Notice),
})

export const readNotices = defineEndpoint({
  method: 'PUT',
  path: '/api/user/notices/:userId/read',
  summary: 'Mark notices as read',
  access: self('userId'),
  params: ofMember,
  body: z.object({
    noticeIds: countedList(z.array(Id).min(1, 'Name at least one notice').max(MAX_NOTICES, `Name at most ${MAX_NOTICES} notices`)),
  }),
  response: z.object({ readAt: Instant.nullable() }),
})
