import { getHealth } from '@tenfour/contract'
import type { Database } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { publicRoute } from '../../../platform/http/route.ts'
import type { Redis } from '../../../platform/redis/redis.ts'

type Deps = { readonly database: Database; readonly redis: Redis | undefined; readonly version: string }

export const healthFeature = ({ database, redis, version }: Deps): Feature => ({
  name: 'health',
  routes: async (app) => {
    publicRoute(app, getHealth, async (_caller, _input, reply) => {
      const ready = await database.isReady()
      // Load balancers check the status, not the body.
      if (!ready) reply.status(503)
      return { live: true as const, ready, degraded: redis?.isAway() ? ['redis' as const] : [], version, migrating: null }
    })
  },
})
