import type { Setting } from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import type { AccessReactions } from './auth/access-watch.ts'
import type { Job } from './jobs/jobs.ts'
import type { RealtimePart } from './realtime/realtime.ts'
import type { OwnedSwitch } from './settings/switches.ts'

/**
 * What a feature adds to the portal, as plain data. Created by a factory in `<noun>.feature.ts` that takes its dependencies; whatever other
 * features need from it is returned as additional properties.
 */
export type Feature = RealtimePart & {
  /** Hooks for every request, regardless of which feature serves it. */
  readonly hooks?: (app: FastifyInstance) => void
  readonly routes?: (app: FastifyInstance) => Promise<void>
  readonly jobs?: readonly Job[]
  /** What a community may choose about it. */
  readonly settings?: readonly Setting[]
  /** The parts of it that a community may switch off. */
  readonly switches?: readonly OwnedSwitch[]
  readonly access?: AccessReactions
  /** Stops timers and other background activity, after all sockets and requests are closed. */
  readonly stop?: () => void
  /** Finishes pending work, after jobs have stopped. Features are closed in reverse order. */
  readonly close?: () => Promise<void>
}
