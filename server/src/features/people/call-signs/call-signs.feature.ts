import {
  getCallSignPatterns,
  giveCallSign,
  giveMissingCallSigns,
  saveCallSignPatterns,
  takeCallSignAway,
  takeOwnCallSign,
} from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createCallSignService } from './call-signs.service.ts'

export function callSignsFeature({ db }: { readonly db: Db }): Feature {
  const callSigns = createCallSignService({ db })
  return {
    name: 'call-signs',
    routes: async (app) => {
      route(app, getCallSignPatterns, (_actor, { params }) => callSigns.read(params.departmentId))
      route(app, saveCallSignPatterns, (actor, { params, body }) => callSigns.save(actor, params.departmentId, body))
      route(app, takeOwnCallSign, (actor, { params, body }) => callSigns.takeOwn(actor, params.departmentId, body))
      route(app, giveCallSign, (actor, { params, body }) => callSigns.give(actor, params, body))
      route(app, takeCallSignAway, (actor, { params, query }) => callSigns.takeAway(actor, params, query.unitType ?? null, query.version))
      route(app, giveMissingCallSigns, (actor, { params }) => callSigns.giveMissing(actor, params.departmentId))
    },
  }
}
