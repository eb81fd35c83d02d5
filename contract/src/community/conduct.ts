import { z } from 'zod'
import { signedIn, staff } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { Id, Instant, text, trimmed, Version } from '../values.ts'
import { manageDiscord } from './discord.ts'

const Person = z.object({ userId: z.int(), name: z.string() })

export const CONDUCT_MAX = 8000

/** A published version of the code of conduct. Members accept each version separately. */
export const ConductVersion = z.object({
  /** Counted from 1. */
  number: z.int(),
  text: z.string(),
  publishedAt: Instant,
})
export type ConductVersion = z.infer<typeof ConductVersion>

export const getConduct = defineEndpoint({
  method: 'GET',
  path: '/api/conduct',
  summary: 'The code of conduct, and when one accepted it; null if the community has none',
  access: signedIn,
  response: ConductVersion.extend({ acceptedAt: Instant.nullable() }).nullable(),
})

export const acceptConduct = defineEndpoint({
  method: 'POST',
  path: '/api/conduct/accept',
  summary: 'Accept the code of conduct in its current version',
  access: signedIn,
  body: z.object({ number: Id }),
  response: z.object({ acceptedAt: Instant }),
})

export const PublishedConduct = ConductVersion.extend({ author: Person, accepted: z.int() })
export type PublishedConduct = z.infer<typeof PublishedConduct>

export const listConductVersions = defineEndpoint({
  method: 'GET',
  path: '/api/conduct/versions',
  summary: 'Every version of the code of conduct, newest first, at most 50, and how many accepted it',
  access: staff,
  response: z.array(PublishedConduct),
})

export const publishConduct = defineEndpoint({
  method: 'POST',
  path: '/api/conduct',
  summary: 'Publish a new version of the code of conduct; everyone is asked to accept it again',
  access: manageDiscord,
  body: z.object({
    text: text(CONDUCT_MAX, 'At most 8,000 characters').refine((value) => value.trim() !== '', 'Enter the code of conduct'),
    /** The number of the version that was edited; 0 if there is none yet. */
    version: Version,
  }),
  response: PublishedConduct,
})

export const ConductMember = z.object({
  userId: z.int(),
  name: z.string(),
  acceptedAt: Instant.nullable(),
  isLinked: z.boolean(),
})
export type ConductMember = z.infer<typeof ConductMember>

export const ConductFilter = PageQuery.extend({ accepted: z.enum(['all', 'yes', 'no']).default('all'), q: trimmed(100).optional() })
export type ConductFilter = z.infer<typeof ConductFilter>

export const listConductMembers = defineEndpoint({
  method: 'GET',
  path: '/api/conduct/members',
  summary: 'Members and when they accepted the current version, by name',
  access: staff,
  query: ConductFilter,
  response: pageOf(ConductMember),
})
