import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { serverMapPlugin } from './server-map.plugin.ts'
import { findPostal } from './server-map.repo.ts'
import { createServerMaps, type ServerMaps } from './server-map.service.ts'

type ServerMapFeature = Feature & { readonly maps: ServerMaps; readonly findPostal: typeof findPostal }

export function serverMapFeature({ db }: { db: Db }): ServerMapFeature {
  const maps = createServerMaps({ db })
  return { name: 'server-map', routes: (app) => serverMapPlugin(app, { maps }), maps, findPostal }
}
