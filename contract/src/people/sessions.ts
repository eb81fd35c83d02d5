import { z } from 'zod'
import { anyOf, self, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { manageUsers } from './rights.ts'
import { IdParam, Instant, LongIdParam } from '../values.ts'

export const UserAddress = z.object({ address: z.string(), firstAt: Instant, lastAt: Instant, count: z.int() })
export type UserAddress = z.infer<typeof UserAddress>

export const listUserAddresses = defineEndpoint({
  method: 'GET',
  path: '/api/user/ips/:websiteId',
  summary: 'The addresses a member signed in from',
  access: anyOf(staff, manageUsers),
  params: z.object({ websiteId: IdParam }),
  response: z.array(UserAddress),
})

/** How someone signed in: by password, from the game by ticket, or with a linked Discord account. */
export const SignInKind = z.enum(['password', 'ticket', 'discord'])

export const SignIn = z.object({
  signInId: z.int(),
  at: Instant,
  kind: SignInKind,
  address: z.string(),
  device: z.string(),
  succeeded: z.boolean(),
})
export type SignIn = z.infer<typeof SignIn>

export const listSignIns = defineEndpoint({
  method: 'GET',
  path: '/api/user/signIns/:userId',
  summary: 'The sign-ins of an account, newest first',
  access: anyOf(self('userId'), manageUsers),
  params: z.object({ userId: IdParam }),
  query: PageQuery,
  response: pageOf(SignIn),
})

export const Session = z.object({
  sessionId: z.int(),
  kind: SignInKind,
  device: z.string(),
  address: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  /** Whether this is the caller's own session. */
  isThis: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/user/sessions/:userId',
  summary: 'The open sessions of an account',
  access: anyOf(self('userId'), manageUsers),
  params: z.object({ userId: IdParam }),
  response: z.array(Session),
})

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:userId/:sessionId',
  summary: 'End a session at once',
  access: anyOf(self('userId'), manageUsers),
  params: z.object({ userId: IdParam, sessionId: LongIdParam }),
  response: z.object({}),
})
