import { countOpen, listSettings, resetSetting, saveSetting } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { OwnedSwitch, Switches } from '../../../platform/settings/switches.ts'
import { featuresRoom, settingsRoom, startAnnouncing } from './settings.rooms.ts'
import { createSettingService } from './settings.service.ts'

type Deps = {
  readonly db: Db
  readonly settings: Settings
  readonly switches: Switches
  readonly realtime: Realtime
  /** Asked for when needed: features declare their switches after this one is created. */
  readonly ownedSwitches: () => readonly OwnedSwitch[]
}

export function settingsFeature({ db, settings, switches, realtime, ownedSwitches }: Deps): Feature {
  const service = createSettingService({ db, settings, ownedSwitches })
  startAnnouncing({ settings, switches, realtime })
  return {
    name: 'settings',
    routes: async (app) => {
      route(app, listSettings, async () => service.list())
      route(app, saveSetting, (actor, { params, body }) => service.save(actor, params.key, body))
      route(app, resetSetting, (actor, { params, query }) => service.reset(actor, params.key, query.version))
      route(app, countOpen, (_actor, { params }) => service.open(params.key))
    },
    rooms: { settings: settingsRoom(settings), features: featuresRoom(db, settings, switches) },
    access: { pageChanged: settings.refresh, missed: settings.refresh },
  }
}
