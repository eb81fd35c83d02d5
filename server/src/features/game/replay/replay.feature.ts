import { getCallReplay, getPatrolReplay, getPatrolTracks, getReplay, getTrackNotice, getTracks, replaySwitch } from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createLanes } from '../../../platform/limits/lanes.ts'
import { LARGE_READS_LANE } from '../../../platform/limits/limits.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { createReplay, type ReplayService } from './replay.service.ts'

type Deps = { readonly db: Db; readonly settings: Settings }
type ReplayFeature = Feature & { readonly canReplay: ReplayService['canReplay'] }

export function replayFeature({ db, settings }: Deps): ReplayFeature {
  const replay = createReplay({ db, settings })
  return {
    name: 'replay',
    routes: (app) => replayPlugin(app, { replay }),
    switches: [{ featureSwitch: replaySwitch, open: async () => [] }],
    canReplay: async (actor, patrol) => settings.get(replaySwitch) && replay.canReplay(actor, patrol),
  }
}

async function replayPlugin(app: FastifyInstance, { replay }: { replay: ReplayService }): Promise<void> {
  const lanes = createLanes<number>(LARGE_READS_LANE)
  route(app, getReplay, ({ userId }, { params, query }) => lanes.run(userId, () => replay.ofServer(params.serverId, query)))
  route(app, getCallReplay, ({ userId }, { params }) => lanes.run(userId, () => replay.ofCall(params.callId)))
  route(app, getPatrolReplay, (actor, { params }) => lanes.run(actor.userId, () => replay.ofPatrol(actor, params.patrolId)))
  route(app, getTracks, ({ userId }, { params, query }) => lanes.run(userId, () => replay.tracks(params.serverId, query)))
  route(app, getPatrolTracks, (actor, { params }) => lanes.run(actor.userId, () => replay.patrolTracks(actor, params.patrolId)))
  route(app, getTrackNotice, async () => replay.notice())
}
