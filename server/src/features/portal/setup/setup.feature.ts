import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { setupPlugin } from './setup.plugin.ts'
import { createSetupService, type SetupService } from './setup.service.ts'

export function setupFeature({ db, attempts }: { db: Db; attempts: AttemptGuard }): Feature & { readonly setup: SetupService } {
  const setup = createSetupService({ db, attempts })
  return { name: 'setup', routes: (app) => setupPlugin(app, { setup }), setup }
}
