import {
  addLicencePoints,
  applyForLicence,
  approvingDepartment,
  capability,
  decideLicence,
  giveUpLicence,
  licenceDays,
  licencesNeedApproval,
  listLicenceApplications,
  pointsLapseDays,
  pointsSuspensionDays,
  pointsToSuspend,
  reinstateLicence,
  renewLicence,
  revokeLicence,
  suspendLicence,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { amongThose, anyRoom, counted, type Waiting } from '../../../platform/waiting.ts'
import { decidesIn, type KnownWarrants } from './licences.applicants.ts'
import { createLicenceOfficers } from './licences.officers.ts'
import { createLicencePoints, type LicencePoints } from './licences.points.ts'
import { applied } from './licences.repo.ts'
import { createLicenceService } from './licences.service.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly settings: Settings
  readonly redis: Redis | undefined
  readonly warrants: KnownWarrants
}

export function licencesFeature({ db, publish, settings, redis, warrants }: Deps): Feature & { licencePoints: LicencePoints } {
  const rules = () => ({
    needsApproval: settings.get(licencesNeedApproval),
    days: settings.get(licenceDays),
    departmentId: settings.get(approvingDepartment),
    pointsLapseDays: settings.get(pointsLapseDays),
    pointsToSuspend: settings.get(pointsToSuspend),
    pointsSuspensionDays: settings.get(pointsSuspensionDays),
  })
  const licences = createLicenceService({ db, publish, rules })
  const officers = createLicenceOfficers({ db, publish, rules, warrants })
  const countChange = createHourlyLimit('licences', AN_HOUR.recordChanges, redis)
  return {
    name: 'licences',
    routes: async (app) => {
      const change = limitedRoute(app, countChange)
      change(applyForLicence, (actor, { body }) => licences.apply(actor, body))
      change(renewLicence, (actor, { params, body }) => licences.renew(actor, params.licenceId, body.version))
      change(giveUpLicence, (actor, { params, query }) => licences.giveUp(actor, params.licenceId, query.version))
      route(app, listLicenceApplications, (actor, { query }) => officers.listApplications(actor, query))
      change(decideLicence, (actor, { params, body }) => officers.decide(actor, params.licenceId, body))
      change(suspendLicence, (actor, { params, body }) => officers.suspend(actor, params.licenceId, body))
      change(revokeLicence, (actor, { params, body }) => officers.revoke(actor, params.licenceId, body))
      change(reinstateLicence, (actor, { params, body }) => officers.reinstate(actor, params.licenceId, body))
      change(addLicencePoints, (actor, { params, body }) => officers.addPoints(actor, params.licenceId, body))
    },
    settings: [licencesNeedApproval, licenceDays, pointsLapseDays, pointsToSuspend, pointsSuspensionDays],
    waiting: [applicationsToDecide(() => settings.get(approvingDepartment))],
    licencePoints: createLicencePoints(rules),
  }
}

/** Nobody decides on a licence of their own character. */
const applicationsToDecide = (departmentId: () => number): Waiting => ({
  id: 'licence-applications',
  access: capability('actOnLicences'),
  changedBy: [anyRoom('own-records', 'licence.saved', 'licence.left')],
  count: amongThose(
    () =>
      sql<{ ownerId: number; count: number }>`select c.user_id as "ownerId", count(*)::integer as count from ${applied} group by c.user_id`,
    ({ userId, subject }, { ownerId }) => ownerId !== userId && decidesIn(departmentId(), subject),
  ),
  words: counted('licence application to decide', 'licence applications to decide'),
  path: '/user/approvals',
})
