import { communityNameSetting, completeSetup, distancesSetting, getSetup, moneySetting } from '@tenfour/contract'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { publicRoute, signInRoute } from '../../../platform/http/route.ts'
import { createSetupService, type SetupService } from './setup.service.ts'

export function setupFeature({ db, attempts }: { db: Db; attempts: AttemptGuard }): Feature & { readonly setup: SetupService } {
  const setup = createSetupService({ db, attempts })
  return {
    name: 'setup',
    settings: [communityNameSetting, moneySetting, distancesSetting],
    routes: async (app) => {
      publicRoute(app, getSetup, async () => ({ needed: await setup.isNeeded() }))
      signInRoute(app, completeSetup, (caller, { body }) => setup.complete(caller, body))
    },
    setup,
  }
}
