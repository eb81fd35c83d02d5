import { inactiveDays, quotaPeriod } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { CanReplay } from './patrols.detail.ts'
import { exportLeaveRequests, exportPatrols } from './patrols.history.ts'
import { patrolsPlugin } from './patrols.plugin.ts'

type Deps = { readonly db: Db; readonly settings: Settings; readonly canReplay?: CanReplay }

export const patrolsFeature = ({ db, settings, canReplay = async () => false }: Deps): Feature => ({
  name: 'patrols',
  settings: [quotaPeriod, inactiveDays],
  routes: (app) => patrolsPlugin(app, { db, settings, canReplay }),
  accountExport: {
    patrols: ({ userId }) => exportPatrols(db, userId),
    leaveRequests: ({ userId }) => exportLeaveRequests(db, userId),
  },
})
