import { EVENT_MEMORY_DAYS, getPlayerHistory, getServerWhitelist } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import { penaltyPush } from '../../records/reports/reports.port.ts'
import { aceGroupsPush } from '../ace-groups/ace-groups.port.ts'
import { whitelistPush } from '../whitelist/whitelist.port.ts'
import { createBridge, type Bridge, type BridgeDeps } from './bridge.service.ts'
import { pruneHistory } from './bridge.status.repo.ts'
import { serverRoom } from './bridge.status.ts'

export function bridgeFeature({ background, ...deps }: BridgeDeps & { readonly background: { readonly db: Db } }): Feature {
  const bridge = createBridge(deps)
  return {
    name: 'bridge',
    routes: (app) => bridgePlugin(app, { bridge }),
    rooms: { server: serverRoom(deps.db) },
    jobs: bridgeJobs(background.db, {
      whitelist: bridge.whitelists.push,
      penalties: bridge.penalties.push,
      aceGroups: bridge.aceGroups.push,
    }),
    access: { userChanged: bridge.accountChanged, keyRevoked: bridge.keysChanged, missed: bridge.missed },
    stop: bridge.close,
  }
}

type Push = (serverId: number) => Promise<void>

type Pushes = { readonly whitelist: Push; readonly penalties: Push; readonly aceGroups: Push }

/** Pushes whitelists, penalties and groups, and prunes what game servers report. */
const bridgeJobs = (db: Db, push: Pushes): Job[] => [
  defineJob({ ...whitelistPush, work: ({ serverId }) => push.whitelist(serverId) }),
  defineJob({ ...penaltyPush, work: ({ serverId }) => push.penalties(serverId) }),
  defineJob({ ...aceGroupsPush, work: ({ serverId }) => push.aceGroups(serverId) }),
  defineJob({
    name: 'bridge-prune',
    payload: z.object({}),
    schedule: '23 * * * *',
    work: async () => {
      await pruneHistory(db)
      await sql`delete from bridge_events where received_at < now() - make_interval(days => ${EVENT_MEMORY_DAYS})`.execute(db)
      await sql`delete from sign_in_tickets where expires_at < now() - interval '1 day'`.execute(db)
    },
  }),
]

const bridgePlugin: FastifyPluginAsync<{ bridge: Bridge }> = async (app, { bridge }) => {
  route(app, getPlayerHistory, (_actor, { params, query }) => bridge.statuses.history(params.serverId, query.range))
  route(app, getServerWhitelist, async (_actor, { params }) => {
    const whitelist = await bridge.whitelists.get(params.serverId)
    if (!whitelist) throw new AppError('not_found', 'There is no such server', 'serverId')
    return whitelist
  })
}
