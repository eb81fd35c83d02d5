import type { exportSelf, ResponseOf, Setting } from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import type { AccessReactions } from './auth/access-watch.ts'
import type { Actor } from './auth/actor.ts'
import type { Job } from './jobs/jobs.ts'
import { createHappened, type Reactions } from './reactions.ts'
import type { RealtimePart } from './realtime/realtime.ts'
import type { OwnedSwitch } from './settings/switches.ts'
import type { Waiting } from './waiting.ts'

type AccountExport = Omit<ResponseOf<typeof exportSelf>, 'exportedAt' | 'account' | 'characters'>
/** Parts of a member's data export, each by the feature that keeps it. */
export type ExportParts = { readonly [Name in keyof AccountExport]: (actor: Actor) => Promise<AccountExport[Name]> }

/**
 * The parts that a feature adds to the portal, as plain data. Created by a factory in `<noun>.feature.ts` that takes its dependencies;
 * services for other features are returned as additional properties.
 */
export type Feature = RealtimePart & {
  /** Hooks for every request, regardless of which feature serves it. */
  readonly hooks?: (app: FastifyInstance) => void
  readonly routes?: (app: FastifyInstance) => Promise<void>
  readonly jobs?: readonly Job[]
  /** Settings that a community may change. */
  readonly settings?: readonly Setting[]
  /** Parts of the feature that a community may switch off. */
  readonly switches?: readonly OwnedSwitch[]
  readonly access?: AccessReactions
  /** The feature's reactions to events in other features. */
  readonly reactions?: Partial<Reactions>
  /** The feature's part of a member's data export. */
  readonly accountExport?: Partial<ExportParts>
  /** The feature's part of the list 'Waiting for you'. */
  readonly waiting?: readonly Waiting[]
  /** Stops timers and other background activity, after all sockets and requests are closed. */
  readonly stop?: () => void
  /** Finishes pending work, after jobs have stopped. Features are closed in reverse order. */
  readonly close?: () => Promise<void>
}

export type Features = ReturnType<typeof collectFeatures>

/**
 * Collects the features of the portal in the order in which they are added. Functions that combine all features must not be called before
 * all are added.
 */
export function collectFeatures(closing: (() => unknown)[]) {
  const all: Feature[] = []
  return {
    all,
    add: <F extends Feature>(feature: F): F => {
      all.push(feature)
      if (feature.close) closing.push(feature.close)
      return feature
    },
    happened: createHappened(all),
    accountExport: (): ExportParts => Object.assign({}, ...all.map(({ accountExport }) => accountExport)) as ExportParts,
    switches: () => all.flatMap(({ switches = [] }) => switches),
    waiting: () => all.flatMap(({ waiting = [] }) => waiting),
  }
}
