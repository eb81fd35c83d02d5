import type { Features } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { backupFeature } from './backup/backup.feature.ts'
import type { BackupMeans } from './backup/backup.service.ts'
import { calendarFeature } from './calendar/calendar.feature.ts'
import { exportFeature } from './export/export.feature.ts'
import { firstEveningFeature } from './first-evening/first-evening.feature.ts'
import { healthFeature } from './health/health.feature.ts'
import { layoutsFeature } from './layouts/layouts.feature.ts'
import { lookFeature } from './look/look.feature.ts'
import { soundsFeature } from './sounds/sounds.feature.ts'
import { overviewFeature } from './overview/overview.feature.ts'
import { settingsFeature } from './settings/settings.feature.ts'
import { setupFeature } from './setup/setup.feature.ts'
import { waitingFeature } from './waiting/waiting.feature.ts'

/** Without means, as on a portal that has no data folder, no backups are made. */
export type PortalOptions = { readonly backups?: BackupMeans }

export function composePortal(platform: Platform, { add, switches }: Features, { backups }: PortalOptions) {
  add(healthFeature(platform))
  add(overviewFeature({ ...platform, dataDir: backups?.dataDir }))
  const { setup } = add(setupFeature(platform))
  add(backupFeature({ ...platform, means: backups, setup }))
  add(exportFeature(platform))
  add(firstEveningFeature(platform))
  add(calendarFeature(platform))
  add(lookFeature(platform))
  add(layoutsFeature(platform))
  add(soundsFeature(platform))
  add(settingsFeature({ ...platform, ownedSwitches: switches }))
  return { setup }
}

/** Comes last: it counts what every feature declares. */
export function composeWaiting(platform: Platform, { add, waiting }: Features, mails: Parameters<typeof waitingFeature>[0]['mails']): void {
  add(waitingFeature({ ...platform, kinds: waiting(), mails }))
}
