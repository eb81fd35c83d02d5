import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { bridgeJobs } from './bridge.jobs.ts'
import { bridgePlugin } from './bridge.plugin.ts'
import { createBridge, type BridgeDeps } from './bridge.service.ts'
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
