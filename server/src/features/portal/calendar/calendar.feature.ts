import { listTimeZones, previewTimeZone, timeZoneSetting } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { publicRoute, route } from '../../../platform/http/route.ts'
import { createCalendarService } from './calendar.service.ts'

export function calendarFeature({ db }: { readonly db: Db }): Feature {
  const calendar = createCalendarService({ db })
  return {
    name: 'calendar',
    settings: [timeZoneSetting],
    routes: async (app) => {
      publicRoute(app, listTimeZones, calendar.zones)
      route(app, previewTimeZone, (_actor, { query }) => calendar.preview(query.timeZone))
    },
  }
}
