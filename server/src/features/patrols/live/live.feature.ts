import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { followPatrols, type PatrolNews } from './live.follow.ts'
import { openIn, openOf } from './live.repo.ts'
import { ALL_DEPARTMENTS, emitOwnPatrols } from './live.streams.ts'

type Deps = { readonly database: Database; readonly realtime: Realtime; readonly log: FastifyBaseLogger }

/** Patrols under way, live. Features that change patrols call `patrolNews`. */
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

const ownPatrolsRoom = (db: Db): RoomSource<'own-patrols'> =>
  streamRoom(db, 'own-patrols', async (tx, { userId }) => {
    const [open = null] = await openOf(tx, [userId])
    return { open }
  })

const patrolsRoom = (db: Db): RoomSource<'patrols'> =>
  streamRoom(db, 'patrols', async (tx, { departmentId }) => ({
    open: await openIn(tx, departmentId === ALL_DEPARTMENTS ? null : departmentId),
  }))
