import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { replayPlugin } from './replay.plugin.ts'
import { createReplay, type ReplayService } from './replay.service.ts'

type Deps = { readonly db: Db; readonly settings: Settings }
type ReplayFeature = Feature & { readonly canReplay: ReplayService['canReplay'] }

export function replayFeature({ db, settings }: Deps): ReplayFeature {
  const replay = createReplay({ db, settings })
  return { name: 'replay', routes: (app) => replayPlugin(app, { replay }), canReplay: replay.canReplay }
}
