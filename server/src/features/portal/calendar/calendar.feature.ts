import { addDays, listTimeZones, previewTimeZone, timeZoneSetting, type CalendarPreview } from '@tenfour/contract'
import { withKnownZone } from '../../../platform/calendar/calendar.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { publicRoute, route } from '../../../platform/http/route.ts'
import { inUndoneTransaction } from '../../../platform/database/undone.ts'
import { beginningOf, countMoving, readState, readZones, writeTimeZone } from './calendar.repo.ts'

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

function createCalendarService({ db }: { readonly db: Db }) {
  let zones: Promise<string[]> | undefined
  return {
    /** The time zones that this process and the database both know. The database reads them from many files, so they are kept. */
    zones: (): Promise<string[]> => {
      if (zones) return zones
      const reading = readZones(db)
      zones = reading
      reading.catch(() => (zones = undefined))
      return reading
    },

    /** Makes the change in a transaction that is undone, and returns what it changed. */
    preview: (timeZone: string): Promise<CalendarPreview> =>
      withKnownZone('timeZone', () =>
        inUndoneTransaction(db, async (tx) => {
          const before = await readState(tx)
          const moving = await countMoving(tx)
          // The day after tomorrow has not begun in any time zone.
          const later = addDays(before.today, 2)
          const begin = await beginningOf(tx, later)
          await writeTimeZone(tx, timeZone)
          const laterMinutes = Math.round(((await beginningOf(tx, later)).getTime() - begin.getTime()) / 60_000)
          const moved = laterMinutes === 0 ? { leaves: 0, licences: 0, vehicles: 0 } : moving
          return { ...moved, before, after: await readState(tx), laterMinutes }
        }),
      ),
  }
}
