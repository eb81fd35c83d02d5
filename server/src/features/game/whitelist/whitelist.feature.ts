import { enforceWhitelist, listWhitelistTrials, setWhitelist, triggerWhitelistUpdate } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { whitelistsRoom } from './whitelist.list.ts'
import { pushChangedAccount, whitelistJobs } from './whitelist.push.ts'
import { createWhitelistTrials, type WhitelistTrials } from './whitelist.trials.ts'
import { createWhitelistService, type WhitelistService } from './whitelist.service.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly background: { readonly db: Db } }

export const whitelistFeature = ({ db, publish, background }: Deps): Feature => ({
  name: 'whitelist',
  routes: (app) => whitelistPlugin(app, { whitelist: createWhitelistService({ db }), trials: createWhitelistTrials({ db, publish }) }),
  rooms: { whitelists: whitelistsRoom(db) },
  jobs: whitelistJobs(background.db),
  reactions: { accountChanged: pushChangedAccount },
})

const whitelistPlugin: FastifyPluginAsync<{ whitelist: WhitelistService; trials: WhitelistTrials }> = async (
  app,
  { whitelist, trials },
) => {
  route(app, setWhitelist, (actor, { params }) => whitelist.set(actor, params))
  route(app, triggerWhitelistUpdate, (actor) => whitelist.push(actor))
  route(app, listWhitelistTrials, (_actor, { params }) => trials.list(params.serverId))
  route(app, enforceWhitelist, (actor, { params, body }) => trials.enforce(actor, params.serverId, body.isEnforced))
}
