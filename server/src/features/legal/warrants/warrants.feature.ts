import { WARRANT_DAYS } from '@tenfour/contract'
import type { Feature } from '../../../platform/feature.ts'
import { warrantCheckRoutes } from './warrants.check.plugin.ts'
import { warrantDecideRoutes } from './warrants.decide.plugin.ts'
import type { WarrantDeps } from './warrants.deps.ts'
import { expiryJob } from './warrants.expire.ts'
import { warrantReadRoutes } from './warrants.read.plugin.ts'
import { activeWarrantsRoom, ownWarrantsRoom, warrantsRoom } from './warrants.rooms.ts'
import { warrantWriteRoutes } from './warrants.write.plugin.ts'

export function warrantsFeature(deps: WarrantDeps): Feature {
  return {
    name: 'warrants',
    settings: Object.values(WARRANT_DAYS),
    routes: async (app) => {
      warrantWriteRoutes(app, deps)
      warrantDecideRoutes(app, deps)
      warrantReadRoutes(app, deps)
      warrantCheckRoutes(app, deps)
    },
    rooms: { warrants: warrantsRoom(deps.db), 'own-warrants': ownWarrantsRoom(deps.db), 'active-warrants': activeWarrantsRoom(deps.db) },
    jobs: [expiryJob(deps)],
  }
}
