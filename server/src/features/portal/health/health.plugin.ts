import { getHealth } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import type { Database } from '../../../platform/database/database.ts'
import { publicRoute } from '../../../platform/http/route.ts'

export const healthPlugin: FastifyPluginAsync<{ database: Database; version: string }> = async (app, { database, version }) => {
  publicRoute(app, getHealth, async (_caller, _input, reply) => {
    const ready = await database.isReady()
    // Load balancers check the status, not the body.
    if (!ready) reply.status(503)
    return { live: true as const, ready, version }
  })
}
