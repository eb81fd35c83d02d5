import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { CallerLimits } from '../../../platform/http/caller-limits.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import { isServer } from '../servers/servers.port.ts'
import { createPositions, type Positions } from './positions.hub.ts'
import { followPositions } from './positions.sockets.ts'
import { createViewers, type Viewers } from './positions.viewers.ts'

type Deps = {
  readonly db: Db
  readonly realtime: Realtime
  readonly callerLimits: CallerLimits
  readonly redis: Redis | undefined
  readonly log: FastifyBaseLogger
}
type PositionsFeature = Feature & { readonly positions: Positions; readonly viewers: Viewers }

export async function positionsFeature({ db, realtime, callerLimits, redis, log }: Deps): Promise<PositionsFeature> {
  const viewers = createViewers(realtime)
  const positions = await createPositions({ viewers, redis, log })
  return {
    name: 'positions',
    sockets: followPositions({ positions, viewers, callerLimits, isServer: (serverId) => isServer(db, serverId), log }),
    close: positions.close,
    positions,
    viewers,
  }
}
