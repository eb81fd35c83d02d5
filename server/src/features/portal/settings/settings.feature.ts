import { listSettings, resetSetting, saveSetting } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { createSettingService } from './settings.service.ts'

export function settingsFeature({ db, settings }: { readonly db: Db; readonly settings: Settings }): Feature {
  const service = createSettingService({ db, settings })
  return {
    name: 'settings',
    routes: async (app) => {
      route(app, listSettings, async () => service.list())
      route(app, saveSetting, (actor, { params, body }) => service.save(actor, params.key, body))
      route(app, resetSetting, (actor, { params, query }) => service.reset(actor, params.key, query.version))
    },
    access: { pageChanged: settings.refresh, missed: settings.refresh },
  }
}
