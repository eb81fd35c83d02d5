import type { Feature } from '../../../platform/feature.ts'
import type { ServerMaps } from '../server-map/server-map.port.ts'
import { createDisplays, type DisplayDeps } from './display.gateway.ts'
import { displayPlugin } from './display.plugin.ts'

export function displayFeature({ maps, ...deps }: DisplayDeps & { readonly maps: ServerMaps }): Feature {
  const displays = createDisplays(deps)
  return {
    name: 'display',
    routes: (app) => displayPlugin(app, { maps }),
    access: { keyRevoked: displays.recheck, missed: displays.recheck },
    stop: displays.close,
  }
}
