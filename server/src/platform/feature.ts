import type { Setting } from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import type { AccessReactions } from './auth/access-watch.ts'
import type { Job } from './jobs/jobs.ts'
import type { RealtimePart } from './realtime/realtime.ts'

/**
 * What a feature adds to the portal: plain data, which the app hands to those who run it. Made by a factory, `<noun>.feature.ts`, that takes
 * what the feature needs; what others need of it, the factory returns beside it.
 */
export type Feature = RealtimePart & {
  /** Hooks on every request, whoever serves it. */
  readonly hooks?: (app: FastifyInstance) => void
  readonly routes?: (app: FastifyInstance) => Promise<void>
  readonly jobs?: readonly Job[]
  /** What a community may choose about it. */
  readonly settings?: readonly Setting[]
  readonly access?: AccessReactions
  /** Stops what it does by itself, once no socket and no request is left. */
  readonly stop?: () => void
  /** Finishes what is under way, once no job runs either. The feature that is listed last is closed first. */
  readonly close?: () => Promise<void>
}
