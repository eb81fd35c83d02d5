import { z } from 'zod'
import { allOf, capability, civilian, lookupUnit } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { pageOf, PageQuery } from '../page.ts'
import { Id, IdParam, InstantInput, trimmed, Version, VersionParam } from '../values.ts'
import { Reason } from './records.ts'
import { Licence, LicenceApplication, LicenceType, MAX_LICENCE_POINTS } from './licences.ts'

const byLicence = z.object({ licenceId: IdParam })
/** A unit of police or communications whose rank may act on licences. */
const licenceOfficer = allOf(lookupUnit(), capability('actOnLicences'))

export const applyForLicence = defineEndpoint({
  method: 'POST',
  path: '/api/licences',
  summary: 'Apply for a licence for a character of one’s own; again after a refusal',
  access: civilian,
  /** By the specification's id, or the id of any type. */
  body: z.object({ characterId: Id, type: LicenceType.optional(), typeId: Id.optional() }),
  response: Licence,
})

export const renewLicence = defineEndpoint({
  method: 'POST',
  path: '/api/licences/:licenceId/renew',
  summary: 'Renew a licence that has expired or does within 30 days; not while it is suspended or revoked',
  access: civilian,
  params: byLicence,
  body: z.object({ version: Version }),
  response: Licence,
})

export const giveUpLicence = defineEndpoint({
  method: 'DELETE',
  path: '/api/licences/:licenceId',
  summary: 'Withdraw an application or give up a licence; not while it is suspended or revoked',
  access: civilian,
  params: byLicence,
  query: z.object({ version: VersionParam }),
  response: z.object({}),
})

export const listLicenceApplications = defineEndpoint({
  method: 'GET',
  path: '/api/licences/applications',
  summary: 'Licences applied for, oldest first',
  access: capability('actOnLicences'),
  query: PageQuery,
  response: pageOf(LicenceApplication),
})

export const decideLicence = defineEndpoint({
  method: 'POST',
  path: '/api/licences/:licenceId/decide',
  summary: 'Grant or refuse a licence that was applied for; nobody decides their own',
  access: capability('actOnLicences'),
  params: byLicence,
  body: z.object({ isGranted: z.boolean(), reason: trimmed(500, 'A reason has at most 500 characters').default(''), version: Version }),
  response: Licence,
})

export const suspendLicence = defineEndpoint({
  method: 'POST',
  path: '/api/licences/:licenceId/suspend',
  summary: 'Suspend a licence until a date',
  access: licenceOfficer,
  params: byLicence,
  body: z.object({ until: InstantInput, reason: Reason, version: Version }),
  response: Licence,
})

export const revokeLicence = defineEndpoint({
  method: 'POST',
  path: '/api/licences/:licenceId/revoke',
  summary: 'Revoke a licence',
  access: licenceOfficer,
  params: byLicence,
  body: z.object({ reason: Reason, version: Version }),
  response: Licence,
})

export const reinstateLicence = defineEndpoint({
  method: 'POST',
  path: '/api/licences/:licenceId/reinstate',
  summary: 'Reinstate a licence that is suspended or revoked',
  access: licenceOfficer,
  params: byLicence,
  body: z.object({ reason: Reason, version: Version }),
  response: Licence,
})

export const addLicencePoints = defineEndpoint({
  method: 'POST',
  path: '/api/licences/:licenceId/points',
  summary: 'Give points against a licence; they lapse after the days that the community set',
  access: licenceOfficer,
  params: byLicence,
  body: z.object({
    points: z.int('Enter a whole number').min(1, 'At least 1').max(MAX_LICENCE_POINTS, `At most ${MAX_LICENCE_POINTS}`),
    reason: Reason,
    version: Version,
  }),
  response: Licence,
})
