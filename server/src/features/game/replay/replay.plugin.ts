import { getCallReplay, getPatrolReplay, getPatrolTracks, getReplay, getTrackNotice, getTracks } from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { ReplayService } from './replay.service.ts'

export async function replayPlugin(app: FastifyInstance, { replay }: { replay: ReplayService }): Promise<void> {
  route(app, getReplay, (_actor, { params, query }) => replay.ofServer(params.serverId, query))
  route(app, getCallReplay, (_actor, { params }) => replay.ofCall(params.callId))
  route(app, getPatrolReplay, (actor, { params }) => replay.ofPatrol(actor, params.patrolId))
  route(app, getTracks, (_actor, { params, query }) => replay.tracks(params.serverId, query))
  route(app, getPatrolTracks, (actor, { params }) => replay.patrolTracks(actor, params.patrolId))
  route(app, getTrackNotice, async () => replay.notice())
}
