import {
  decideSteamDispute,
  finishSteamProof,
  getSteamClaim,
  listSteamDisputes,
  manageUsers,
  startSteamProof,
  steamSwitch,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import { counted, oneByOne, ownRoom, type Waiting } from '../../../platform/waiting.ts'
import { createSteamOpenId, type SteamOptions } from './steam-claims.openid.ts'
import { exportClaims, prune } from './steam-claims.repo.ts'
import { createSteamClaimService, type SteamClaimService } from './steam-claims.service.ts'

type Deps = Omit<Parameters<typeof createSteamClaimService>[0], 'openId'> & {
  readonly background: { readonly db: Db }
  readonly redis: Redis | undefined
  readonly log: FastifyBaseLogger
  readonly steam: SteamOptions | undefined
}

export function steamClaimsFeature({ steam, ...deps }: Deps): Feature {
  const openId = createSteamOpenId({ log: deps.log, ...steam })
  const claims = createSteamClaimService({ ...deps, openId })
  const countStep = createHourlyLimit('steam-proofs', AN_HOUR.steamProofs, deps.redis)
  return {
    name: 'steam-claims',
    routes: async (app) => {
      const limited = limitedRoute(app, countStep)
      route(app, getSteamClaim, (actor, { params }) => claims.get(actor, params.userId))
      limited(startSteamProof, (actor) => claims.start(actor))
      limited(finishSteamProof, (actor, { body }) => claims.finish(actor, body))
      route(app, listSteamDisputes, (actor) => claims.list(actor))
      route(app, decideSteamDispute, (actor, { body }) => claims.decide(actor, body))
    },
    jobs: [
      defineJob({ name: 'steam-proofs-prune', payload: z.object({}), schedule: '*/10 * * * *', work: () => prune(deps.background.db) }),
    ],
    switches: [{ featureSwitch: steamSwitch, open: async () => [] }],
    waiting: [disputesToDecide(claims)],
    accountExport: { steamClaims: ({ userId }) => exportClaims(deps.db, userId) },
    close: openId.close,
  }
}

/** The service advances the streams of the room itself. */
const disputesToDecide = (claims: SteamClaimService): Waiting => ({
  id: 'steam-disputes',
  access: manageUsers,
  changedBy: [ownRoom('waiting')],
  count: oneByOne((_db, member) => claims.countFor(member)),
  words: counted('disputed Steam account'),
  path: '/admin/steam',
})
