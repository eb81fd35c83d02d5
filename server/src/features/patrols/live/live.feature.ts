import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { followPatrols, type PatrolNews } from './live.follow.ts'
import { ownPatrolsRoom, patrolsRoom } from './live.rooms.ts'
import { emitOwnPatrols } from './live.streams.ts'

type Deps = { readonly database: Database; readonly realtime: Realtime; readonly log: FastifyBaseLogger }

/** Patrols under way, live. `patrolNews` is for those who change them. */
export function liveFeature({ database, realtime, log }: Deps): Feature & { readonly patrolNews: PatrolNews } {
  const { news, close } = followPatrols({ db: database.background.db, realtime, log })
  return {
    name: 'live',
    rooms: { 'own-patrols': ownPatrolsRoom(database.db), patrols: patrolsRoom(database.db) },
    reactions: { leaveChanged: emitOwnPatrols },
    patrolNews: news,
    close,
  }
}
