import * as contract from '@tenfour/contract'
import { AppError } from '../../platform/errors.ts'
import type { Feature } from '../../platform/feature.ts'
import { route } from '../../platform/http/route.ts'

/** Declared and not yet served. Whoever serves one takes it out here; the file goes with the last. */
const PENDING = [
  // licences
  contract.applyForLicence,
  contract.renewLicence,
  contract.giveUpLicence,
  contract.listLicenceApplications,
  contract.decideLicence,
  contract.suspendLicence,
  contract.revokeLicence,
  contract.reinstateLicence,
  contract.addLicencePoints,
  // lookups
  contract.searchRecords,
  contract.lookUp,
  contract.putOnCall,
  contract.searchPatients,
  contract.lookUpPatient,
  contract.listLookups,
  contract.listOwnLookups,
  // bolos
  contract.listBolos,
  contract.createBolo,
  contract.updateBolo,
  contract.endBolo,
] as const

export const pendingFeature = (): Feature => ({
  name: 'pending',
  routes: async (app) => {
    for (const endpoint of PENDING) {
      route(app, endpoint as contract.Endpoint, () => {
        throw new AppError('unavailable', 'Not served yet')
      })
    }
  },
  settings: [
    // licences
    contract.licencesNeedApproval,
    contract.licenceDays,
    contract.pointsLapseDays,
    // lookups
    contract.ownersSeeLookups,
  ],
  rooms: {
    // bolos
    bolos: { snapshot: async () => ({ seq: 0, state: [] }), currentSeqs: async (params) => params.map(() => 0) },
  },
})
