import { askCorrection, decideCorrection, decideGap, isAllowed, patrolViewer, staff, withdrawCorrection } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import { amongThose, anyRoom, counted, type Waiting } from '../../../platform/waiting.ts'
import { departmentsSeen, isWaiting } from '../patrols/patrols.port.ts'
import type { Settle } from '../settling/settling.port.ts'
import { createCorrectionDecisions } from './corrections.decide.ts'
import { createCorrectionService } from './corrections.service.ts'

/** Limits requests for corrections, each of which is kept even if it is withdrawn. */
const MAX_AN_HOUR = 30

type Deps = { readonly db: Db; readonly publish: Publish; readonly redis: Redis | undefined; readonly settle: Settle }

export function correctionsFeature({ db, publish, redis, settle }: Deps): Feature {
  const corrections = createCorrectionService({ db, publish })
  const countAsked = createHourlyLimit('corrections', MAX_AN_HOUR, redis)
  const decide = createCorrectionDecisions({ db, publish, settle })
  return {
    name: 'corrections',
    routes: async (app) => {
      limitedRoute(app, countAsked)(askCorrection, (actor, { params, body }) => corrections.ask(actor, params.patrolId, body))
      route(app, withdrawCorrection, (actor, { params }) => corrections.withdraw(actor, params.correctionId))
      route(app, decideCorrection, (actor, { params, body }) => decide.correction(actor, params.correctionId, body))
      route(app, decideGap, (actor, { params, body }) => decide.gap(actor, params.gapId, body))
    },
    waiting: [askedCorrections, flaggedPatrols],
  }
}

type OfDepartment = { readonly departmentId: number; readonly userId: number; readonly count: number }

/** Patrols of members whom the viewer decides on. Nobody decides on their own patrol. */
const patrolsToReview = (query: RawBuilder<OfDepartment>): Pick<Waiting, 'access' | 'changedBy' | 'count' | 'path'> => ({
  access: patrolViewer,
  changedBy: [anyRoom('patrols', 'review.changed')],
  count: amongThose(
    () => query,
    (member, { departmentId, userId }) => {
      const seen = departmentsSeen(member)
      return userId !== member.userId && (seen === null || seen.includes(departmentId))
    },
  ),
  path: ({ subject }) => (isAllowed(staff, subject) ? '/staff/patrol-viewer/review' : '/user/patrols/review'),
})

const askedCorrections: Waiting = {
  id: 'patrol-corrections',
  ...patrolsToReview(
    sql`select p.department_id as "departmentId", p.user_id as "userId", count(*)::integer as count
      from patrol_corrections c join patrols p on p.id = c.patrol_id join users u on u.id = p.user_id
      where c.state = 'asked' and u.disabled_at is null and u.deleted_at is null group by p.department_id, p.user_id`,
  ),
  words: counted('patrol correction to decide', 'patrol corrections to decide'),
}

const flaggedPatrols: Waiting = {
  id: 'flagged-patrols',
  ...patrolsToReview(
    sql`select g.department_id as "departmentId", g.user_id as "userId", count(distinct g.patrol_id)::integer as count
      from patrol_gaps g join users u on u.id = g.user_id
      where ${isWaiting} and u.disabled_at is null and u.deleted_at is null group by g.department_id, g.user_id`,
  ),
  words: counted('flagged patrol to review', 'flagged patrols to review'),
}
