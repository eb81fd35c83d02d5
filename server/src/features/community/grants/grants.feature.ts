import {
  acceptGrant,
  anyOf,
  askGrant,
  cadDepartment,
  decidesOnPasses,
  declineGrant,
  endGrant,
  givePass,
  listGrants,
  listOwnGrants,
  previewGrant,
  ridealongHours,
  withdrawGrant,
  type GrantKind,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { amongThose, anyRoom, counted, type Waiting } from '../../../platform/waiting.ts'
import type { CommunityFeature } from '../bot/bot.port.ts'
import { createAsMember } from '../links/links.port.ts'
import { grantsBot } from './grants.bot.ts'
import { grantsChannelTyped, postRidealongPanels } from './grants.posts.ts'
import { exportGrants, isAsked } from './grants.repo.ts'
import { maySponsor } from './grants.rules.ts'
import { createGrantService } from './grants.service.ts'
import { grantsSettle } from './grants.steps.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly redis: Redis | undefined
  readonly settings: Settings
  readonly portalUrl: string | undefined
  /** Grants have begun or ended: roles in Discord have to follow. */
  readonly followSoon: () => void
}

export function grantsFeature({ background, redis, portalUrl, ...deps }: Deps): CommunityFeature {
  const countAsked = createHourlyLimit('grant-requests', AN_HOUR.grantRequests, redis)
  const grants = createGrantService({ ...deps, countAsked })
  const inJobs = createGrantService({ ...deps, db: background.db, countAsked })
  return {
    name: 'grants',
    accountExport: { grants: ({ userId }) => exportGrants(deps.db, userId) },
    settings: [ridealongHours],
    waiting: [requestsToAnswer],
    routes: async (app) => {
      route(app, listGrants, (_actor, { query }) => grants.list(query))
      route(app, listOwnGrants, (actor) => grants.listOwn(actor))
      limitedRoute(app, grants.countAsked)(askGrant, (actor, { body }) => grants.ask(actor, body))
      route(app, withdrawGrant, (actor, { params, body }) => grants.withdraw(actor, params.grantId, body))
      route(app, acceptGrant, (actor, { params, body }) => grants.accept(actor, params.grantId, body))
      route(app, declineGrant, (actor, { params, body }) => grants.decline(actor, params.grantId, body))
      route(app, givePass, (actor, { body }) => grants.give(actor, body))
      route(app, previewGrant, (actor, { body }) => grants.preview(actor, body))
      route(app, endGrant, (actor, { params, body }) => grants.end(actor, params.grantId, body))
    },
    jobs: [defineJob({ ...grantsSettle, schedule: '* * * * *', work: () => inJobs.settle() })],
    botPart: grantsBot({ db: deps.db, grants, asMember: createAsMember({ db: deps.db, portalUrl }) }),
    reactions: { channelTyped: grantsChannelTyped, entitlementsChanged: postRidealongPanels },
  }
}

/** Ride-alongs and passes that others have asked for and that the member may sponsor. */
const requestsToAnswer: Waiting = {
  id: 'grant-requests',
  access: anyOf(cadDepartment, decidesOnPasses),
  changedBy: [anyRoom('discord', 'grants.changed')],
  count: amongThose(
    () => sql<{ kind: GrantKind; askedBy: number; count: number }>`
      select g.kind, g.user_id as "askedBy", count(*)::integer as count from grants g where ${isAsked} group by g.kind, g.user_id`,
    ({ userId, user }, { kind, askedBy }) => askedBy !== userId && maySponsor(user, kind),
  ),
  words: counted('ride-along or pass to answer', 'ride-alongs or passes to answer'),
  path: '/user/grants',
}
