import { WARRANT_DAYS } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Feature } from '../../../platform/feature.ts'
import { warrantCheckRoutes } from './history/warrants.check.plugin.ts'
import { warrantDecideRoutes } from './decide/warrants.decide.plugin.ts'
import type { WarrantDeps } from './warrants.deps.ts'
import { expiryJob } from './decide/warrants.expire.ts'
import { createKeptEnd } from './history/warrants.kept-end.ts'
import { warrantReadRoutes } from './read/warrants.read.plugin.ts'
import { activeWarrantsRoom, ownWarrantsRoom, warrantsRoom } from './read/warrants.rooms.ts'
import { warrantWriteRoutes } from './drafts/warrants.write.plugin.ts'

export function warrantsFeature(deps: WarrantDeps & { readonly log: Pick<FastifyBaseLogger, 'error'> }): Feature {
  const { background, historyKey: key, historyEndFile: file, log } = deps
  const keptEnd = createKeptEnd({ db: background.db, key, file, report: (problem) => log.error(`the history of warrants: ${problem}`) })
  return {
    name: 'warrants',
    settings: Object.values(WARRANT_DAYS),
    routes: async (app) => {
      warrantWriteRoutes(app, deps)
      warrantDecideRoutes(app, deps)
      warrantReadRoutes(app, deps)
      warrantCheckRoutes(app, deps, keptEnd)
    },
    rooms: { warrants: warrantsRoom(deps.db), 'own-warrants': ownWarrantsRoom(deps.db), 'active-warrants': activeWarrantsRoom(deps.db) },
    jobs: [expiryJob(deps)],
    stop: keptEnd.stop,
    close: async () => void (await keptEnd.follow().catch(() => undefined)),
  }
}
