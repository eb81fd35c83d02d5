import {
  getPatrol,
  getPatrolOverview,
  getPatrolSummary,
  inactiveDays,
  listMemberPatrols,
  listPatrolHistory,
  listPatrolReviews,
  listTopPatrols,
  listUserPatrols,
  quotaPeriod,
  quotasSwitch,
} from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createLanes } from '../../../platform/limits/lanes.ts'
import { LARGE_READS_LANE } from '../../../platform/limits/limits.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { readPatrol, type CanReplay } from './patrols.detail.ts'
import { exportLeaveRequests, exportPatrols, readHistory, readUserPatrols } from './patrols.history.ts'
import { readMembers } from './patrols.members.ts'
import { readOverview } from './patrols.overview.ts'
import { readReviews } from './patrols.reviews.ts'
import { readSummary } from './patrols.summary.ts'
import { createTopPatrols } from './patrols.top.ts'

type Deps = { readonly db: Db; readonly settings: Settings; readonly canReplay?: CanReplay }

export const patrolsFeature = ({ db, settings, canReplay = async () => false }: Deps): Feature => ({
  name: 'patrols',
  settings: [quotaPeriod, inactiveDays],
  // Not of a call: the rules of a department also say whether its members play in the game.
  switches: [{ featureSwitch: quotasSwitch, open: async () => [] }],
  routes: (app) => patrolsPlugin(app, { db, settings, canReplay }),
  accountExport: {
    patrols: ({ userId }) => exportPatrols(db, userId),
    leaveRequests: ({ userId }) => exportLeaveRequests(db, userId),
  },
})

type PatrolsDeps = { readonly db: Db; readonly settings: Settings; readonly canReplay: CanReplay }

const patrolsPlugin: FastifyPluginAsync<PatrolsDeps> = async (app, deps) => {
  const { db } = deps
  const readTop = createTopPatrols({ db })
  const lanes = createLanes<number>(LARGE_READS_LANE)
  route(app, listUserPatrols, (actor, { params, query }) => readUserPatrols(db, actor, params.userId, query))
  route(app, listTopPatrols, (_actor, { query }) => readTop(query))
  route(app, listPatrolHistory, (actor, { params, query }) => readHistory(db, actor, params.userId, query))
  route(app, getPatrol, (actor, { params }) => readPatrol(deps, actor, params.patrolId))
  route(app, getPatrolSummary, (actor, { params }) => readSummary(deps, actor, params.userId))
  route(app, getPatrolOverview, (actor, { query }) => lanes.run(actor.userId, () => readOverview(deps, actor, query)))
  route(app, listMemberPatrols, (actor, { query }) => lanes.run(actor.userId, () => readMembers(deps, actor, query)))
  route(app, listPatrolReviews, (actor, { query }) => readReviews(db, actor, query))
}
