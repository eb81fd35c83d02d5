import {
  acceptInvitation,
  createInvitation,
  endInvitation,
  joinByInvitation,
  listInvitations,
  listInvitationUses,
  lookAtInvitation,
  manageUsers,
  resumeInvitation,
} from '@tenfour/contract'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { publicRoute, route, signInRoute } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { changesRoom } from '../../../platform/realtime/rooms.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { amongThose, counted, ownRoom, type Waiting } from '../../../platform/waiting.ts'
import type { NewcomersConduct } from '../users/users.port.ts'
import type { GrantDeps } from './invitations.grant.ts'
import { countPaused, exportUses } from './invitations.repo.ts'
import { createInvitationService } from './invitations.service.ts'
import { createTryLimit } from './invitations.tries.ts'
import { createInvitationUse } from './invitations.use.ts'

type Deps = GrantDeps & {
  readonly db: Db
  readonly publish: Publish
  readonly redis: Redis | undefined
  readonly attempts: AttemptGuard
  readonly portalUrl: string | undefined
  readonly happened: Happened
  readonly conduct: NewcomersConduct
  readonly settings: Settings
}

export function invitationsFeature(deps: Deps): Feature {
  const { db, redis } = deps
  const invitations = createInvitationService(deps)
  const use = createInvitationUse({ ...deps, limitTries: createTryLimit(redis) })
  const countMade = createHourlyLimit('invitations', AN_HOUR.invitations, redis)
  return {
    name: 'invitations',
    routes: async (app) => {
      route(app, createInvitation, (actor, { body }) => invitations.create(actor, body), countMade)
      route(app, listInvitations, (_actor, { query }) => invitations.list(query))
      route(app, listInvitationUses, (_actor, { params, query }) => invitations.uses(params.invitationId, query))
      route(app, endInvitation, (actor, { params }) => invitations.end(actor, params.invitationId))
      route(app, resumeInvitation, (actor, { params }) => invitations.resume(actor, params.invitationId))
      publicRoute(app, lookAtInvitation, (caller, { body }) => use.look(caller, body.code))
      signInRoute(app, joinByInvitation, (caller, { body }) => use.join(caller, body))
      route(app, acceptInvitation, (actor, { body }) => use.accept(actor, body.code))
    },
    rooms: { invitations: changesRoom(db, 'invitations') },
    waiting: [pausedInvitations],
    accountExport: { invitations: ({ userId }) => exportUses(db, userId) },
  }
}

/** The services advance the streams of the room themselves. */
const pausedInvitations: Waiting = {
  id: 'paused-invitations',
  access: manageUsers,
  changedBy: [ownRoom('waiting')],
  count: amongThose(
    () => countPaused,
    () => true,
  ),
  words: counted('paused invitation'),
  path: '/admin/invitations',
}
