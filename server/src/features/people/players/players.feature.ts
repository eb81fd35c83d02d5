import {
  answerPlayerCode,
  askPlayerCode,
  decideSharedLicense,
  getPlayerIdentifiers,
  listSharedLicenses,
  manageUsers,
} from '@tenfour/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import { counted, oneByOne, ownRoom, type Waiting } from '../../../platform/waiting.ts'
import { createPlayerCodes, prunePlayerCodes } from './players.codes.ts'
import { exportLicenses } from './players.repo.ts'
import { createPlayerService, type PlayerService } from './players.service.ts'

type Deps = Parameters<typeof createPlayerService>[0] &
  Parameters<typeof createPlayerCodes>[0] & { readonly background: { readonly db: Db } }

export function playersFeature(deps: Deps) {
  const players = createPlayerService(deps)
  const codes = createPlayerCodes(deps)
  const countCode = createHourlyLimit('player-codes-asked', AN_HOUR.playerCodes, deps.redis)
  return {
    name: 'players',
    routes: async (app) => {
      route(app, getPlayerIdentifiers, (actor, { params }) => players.identifiers(actor, params.userId))
      route(app, listSharedLicenses, (actor) => players.list(actor))
      route(app, decideSharedLicense, (actor, { body }) => players.decide(actor, body))
      limitedRoute(app, countCode)(askPlayerCode, (actor) => codes.ask(actor.userId))
      route(app, answerPlayerCode, (actor, { body }) => codes.answerHere(actor, body))
    },
    rooms: { 'player-code': codes.room },
    jobs: [
      defineJob({
        name: 'player-codes-prune',
        payload: z.object({}),
        schedule: '*/10 * * * *',
        work: () => prunePlayerCodes(deps.background.db),
      }),
    ],
    waiting: [licensesToDecide(players)],
    accountExport: { gameLicenses: ({ userId }) => exportLicenses(deps.db, userId) },
    players: { see: players.see, codes },
  } satisfies Feature & { readonly players: object }
}

/** The service advances the streams of the room itself. */
const licensesToDecide = (players: PlayerService): Waiting => ({
  id: 'shared-licenses',
  access: manageUsers,
  changedBy: [ownRoom('waiting')],
  count: oneByOne((_db, member) => players.countFor(member)),
  words: counted('game license that two members have proved', 'game licenses that several members have proved'),
  path: '/admin/steam',
})
