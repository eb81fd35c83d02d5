import * as contract from '@tenfour/contract'
import { AppError } from '../../platform/errors.ts'
import type { Feature } from '../../platform/feature.ts'
import { route } from '../../platform/http/route.ts'

/** Declared and not yet served. Whoever serves one takes it out here; the file goes with the last. */
const PENDING = [
  // lookups
  contract.searchRecords,
  contract.lookUp,
  contract.putOnCall,
  contract.searchPatients,
  contract.lookUpPatient,
  contract.listLookups,
  contract.listOwnLookups,
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
    // lookups
    contract.ownersSeeLookups,
  ],
})
