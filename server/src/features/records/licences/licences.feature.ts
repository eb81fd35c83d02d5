import {
  addLicencePoints,
  applyForLicence,
  decideLicence,
  giveUpLicence,
  licenceDays,
  licencesNeedApproval,
  listLicenceApplications,
  pointsLapseDays,
  reinstateLicence,
  renewLicence,
  revokeLicence,
  suspendLicence,
} from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { createLicenceOfficers } from './licences.officers.ts'
import { createLicenceService } from './licences.service.ts'

export function licencesFeature({ db, publish, settings }: { db: Db; publish: Publish; settings: Settings }): Feature {
  const rules = () => ({
    needsApproval: settings.get(licencesNeedApproval),
    days: settings.get(licenceDays),
    pointsLapseDays: settings.get(pointsLapseDays),
  })
  const licences = createLicenceService({ db, publish, rules })
  const officers = createLicenceOfficers({ db, publish, rules })
  return {
    name: 'licences',
    routes: async (app) => {
      route(app, applyForLicence, (actor, { body }) => licences.apply(actor, body))
      route(app, renewLicence, (actor, { params, body }) => licences.renew(actor, params.licenceId, body.version))
      route(app, giveUpLicence, (actor, { params, query }) => licences.giveUp(actor, params.licenceId, query.version))
      route(app, listLicenceApplications, (_actor, { query }) => officers.listApplications(query))
      route(app, decideLicence, (actor, { params, body }) => officers.decide(actor, params.licenceId, body))
      route(app, suspendLicence, (actor, { params, body }) => officers.suspend(actor, params.licenceId, body))
      route(app, revokeLicence, (actor, { params, body }) => officers.revoke(actor, params.licenceId, body))
      route(app, reinstateLicence, (actor, { params, body }) => officers.reinstate(actor, params.licenceId, body))
      route(app, addLicencePoints, (actor, { params, body }) => officers.addPoints(actor, params.licenceId, body))
    },
    settings: [licencesNeedApproval, licenceDays, pointsLapseDays],
  }
}
