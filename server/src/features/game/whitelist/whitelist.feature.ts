import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { whitelistsRoom } from './whitelist.list.ts'
import { whitelistPlugin } from './whitelist.plugin.ts'
import { pushChangedAccount, whitelistJobs } from './whitelist.push.ts'
import { createWhitelistService } from './whitelist.service.ts'

export const whitelistFeature = ({ db, background }: { db: Db; background: { readonly db: Db } }): Feature => ({
  name: 'whitelist',
  routes: (app) => whitelistPlugin(app, { whitelist: createWhitelistService({ db }) }),
  rooms: { whitelists: whitelistsRoom(db) },
  jobs: whitelistJobs(background.db),
  reactions: { accountChanged: pushChangedAccount },
})
