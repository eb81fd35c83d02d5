import type { Features } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { calendarFeature } from './calendar/calendar.feature.ts'
import { healthFeature } from './health/health.feature.ts'
import { overviewFeature } from './overview/overview.feature.ts'
import { settingsFeature } from './settings/settings.feature.ts'
import { setupFeature } from './setup/setup.feature.ts'

export function composePortal(platform: Platform, { add, switches }: Features) {
  add(healthFeature(platform))
  add(overviewFeature(platform))
  const { setup } = add(setupFeature(platform))
  add(calendarFeature(platform))
  add(settingsFeature({ ...platform, ownedSwitches: switches }))
  return { setup }
}
