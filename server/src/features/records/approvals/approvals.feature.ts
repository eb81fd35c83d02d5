import { approvingDepartment, capability, decideRecordApproval, listRecordApprovals } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { amongThose, anyRoom, counted, type Waiting } from '../../../platform/waiting.ts'
import { decidesIn, type KnownWarrants } from '../licences/licences.port.ts'
import { countByOwner } from './approvals.repo.ts'
import { createApprovalService } from './approvals.service.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly settings: Settings
  readonly redis: Redis | undefined
  readonly warrants: KnownWarrants
}

/** Vehicles and weapons that wait for the approval of a department. */
export function approvalsFeature({ db, publish, settings, redis, warrants }: Deps): Feature {
  const departmentId = () => settings.get(approvingDepartment)
  const approvals = createApprovalService({ db, publish, warrants, departmentId })
  return {
    name: 'approvals',
    routes: async (app) => {
      route(app, listRecordApprovals, (actor, { query }) => approvals.list(actor, query))
      const change = limitedRoute(app, createHourlyLimit('approvals', AN_HOUR.recordChanges, redis))
      change(decideRecordApproval, (actor, { body }) => approvals.decide(actor, body))
    },
    settings: [approvingDepartment],
    waiting: [recordsToDecide(departmentId)],
  }
}

/** Nobody decides on a vehicle or weapon of their own character. */
const recordsToDecide = (departmentId: () => number): Waiting => ({
  id: 'vehicles-and-weapons',
  access: capability('actOnLicences'),
  changedBy: [anyRoom('own-records', 'vehicle.saved', 'vehicle.left', 'weapon.saved', 'weapon.left')],
  count: amongThose(countByOwner, ({ userId, subject }, { ownerId }) => ownerId !== userId && decidesIn(departmentId(), subject)),
  words: counted('vehicle or weapon to approve', 'vehicles and weapons to approve'),
  path: '/user/approvals',
})
