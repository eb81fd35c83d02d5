import { setWhitelist, triggerWhitelistUpdate } from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { whitelistsRoom } from './whitelist.list.ts'
import { pushChangedAccount, whitelistJobs } from './whitelist.push.ts'
import { createWhitelistService, type WhitelistService } from './whitelist.service.ts'

export const whitelistFeature = ({ db, background }: { db: Db; background: { readonly db: Db } }): Feature => ({
  name: 'whitelist',
  routes: (app) => whitelistPlugin(app, { whitelist: createWhitelistService({ db }) }),
  rooms: { whitelists: whitelistsRoom(db) },
  jobs: whitelistJobs(background.db),
  reactions: { accountChanged: pushChangedAccount },
})

const whitelistPlugin: FastifyPluginAsync<{ whitelist: WhitelistService }> = async (app, { whitelist }) => {
  route(app, setWhitelist, (actor, { params }) => whitelist.set(actor, params))
  route(app, triggerWhitelistUpdate, (actor) => whitelist.push(actor))
}
