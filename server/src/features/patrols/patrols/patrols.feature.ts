import { inactiveDays, quotaPeriod } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { CanReplay } from './patrols.detail.ts'
import { exportLeaveRequests, exportPatrols } from './patrols.history.ts'
import { patrolsPlugin } from './patrols.plugin.ts'

type Deps = { readonly db: Db; readonly settings: Settings; readonly canReplay?: CanReplay }

/** `patrolExport` is the patrol part of a member's data export. */
export const patrolsFeature = ({ db, settings, canReplay = async () => false }: Deps) =>
  ({
    name: 'patrols',
    settings: [quotaPeriod, inactiveDays],
    routes: (app) => patrolsPlugin(app, { db, settings, canReplay }),
    patrolExport: {
      patrols: ({ userId }: Actor) => exportPatrols(db, userId),
      leaveRequests: ({ userId }: Actor) => exportLeaveRequests(db, userId),
    },
  }) satisfies Feature & { patrolExport: object }
