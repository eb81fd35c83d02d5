import { z } from 'zod'
import { self } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { Id, IdParam, Instant, trimmed } from '../values.ts'
import { managesDepartures } from './rights.ts'
import { AvatarColor, CurrentPassword } from './users.ts'

const Person = z.object({ userId: z.int(), name: z.string() })
const byUser = z.object({ userId: IdParam })
const Reason = trimmed(500, 'A reason has at most 500 characters')
const GivenReason = Reason.min(1, 'Enter a reason')

export const DepartureKind = z.enum(['left', 'let-go'])
export type DepartureKind = z.infer<typeof DepartureKind>

/** The ways to recognise someone who tries to join again. */
export const BarIdentifierKind = z.enum(['email', 'steam', 'discord', 'license'])
export type BarIdentifierKind = z.infer<typeof BarIdentifierKind>

/** A former member who may not return. */
export const Bar = z.object({
  barId: z.int(),
  by: Person,
  at: Instant,
  reason: z.string(),
  identifiers: z.array(BarIdentifierKind),
  /** False if the member who decided it has a role above the caller's. */
  mayLift: z.boolean(),
})
export type Bar = z.infer<typeof Bar>

export const FormerMember = z.object({
  userId: z.int(),
  name: z.string(),
  avatarColor: AvatarColor,
  /** The digest of the member's picture. */
  picture: z.string().nullable(),
  /** Null for members above the caller. */
  emailAddress: z.string().nullable(),
  kind: DepartureKind,
  at: Instant,
  /** Null for a member who left by themselves. */
  by: Person.nullable(),
  reason: z.string(),
  /** Everything the member had, by name: 'LSPD, Officer II'. */
  had: z.object({
    departments: z.array(z.string()),
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    whitelists: z.array(z.enum(['prod', 'dev'])),
  }),
  bar: Bar.nullable(),
  /** Whether the member had a role above the caller's, who can then neither reinstate them nor lift the bar. */
  isAbove: z.boolean(),
})
export type FormerMember = z.infer<typeof FormerMember>

export const FormerMemberFilter = PageQuery.extend({
  q: trimmed(100).optional(),
  show: z.enum(['all', 'left', 'let-go', 'barred']).default('all'),
})
export type FormerMemberFilter = z.infer<typeof FormerMemberFilter>

export const listFormerMembers = defineEndpoint({
  method: 'GET',
  path: '/api/former-members',
  summary: 'Members who have left, were let go or may not return, the latest first, a page at a time',
  access: managesDepartures,
  query: FormerMemberFilter,
  response: pageOf(FormerMember),
})

export const letMemberGo = defineEndpoint({
  method: 'POST',
  path: '/api/former-members/:userId/let-go',
  summary: 'Let a member go: off duty, out of departments, roles and whitelists, signed out and disabled; may also bar them from returning',
  access: managesDepartures,
  params: byUser,
  body: z.object({ reason: GivenReason, mayNotReturn: z.boolean().default(false) }),
  response: z.object({}),
})

export const takeMemberBack = defineEndpoint({
  method: 'POST',
  path: '/api/former-members/:userId/take-back',
  summary: 'Reinstate a former member with what they had, as far as the caller may give it now; answers what they do not get back, and why',
  access: managesDepartures,
  params: byUser,
  body: z.object({}),
  response: z.object({ skipped: z.array(z.string()) }),
})

export const barMember = defineEndpoint({
  method: 'POST',
  path: '/api/former-members/:userId/bar',
  summary: 'Decide that a former member may not return: known by email address, Steam hex, Discord account and license',
  access: managesDepartures,
  params: byUser,
  body: z.object({ reason: GivenReason }),
  response: z.object({}),
})

export const liftBar = defineEndpoint({
  method: 'POST',
  path: '/api/former-members/:userId/lift-bar',
  summary: 'Let a former member join again, unless someone above the caller decided that they may not return',
  access: managesDepartures,
  params: byUser,
  body: z.object({ barId: Id }),
  response: z.object({}),
})

export const leaveCommunity = defineEndpoint({
  method: 'POST',
  path: '/api/user/leave/:userId',
  summary: 'Leave the community oneself: off duty, out of departments, roles and whitelists, signed out everywhere',
  access: self('userId'),
  params: byUser,
  /** `currentPassword` is left out by a member without one, who has to have signed in with Discord, or confirmed with it, just now. */
  body: z.object({ currentPassword: CurrentPassword.nullish(), reason: Reason.default('') }),
  response: z.object({}),
})
