import { createOffence, listOffenceRevisions, listOffences, retireOffence, updateOffence } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { createOffenceService, offencesRoom } from './offences.service.ts'

export function offencesFeature({ db, publish }: { db: Db; publish: Publish }): Feature {
  const offences = createOffenceService({ db, publish })
  return {
    name: 'offences',
    routes: async (app) => {
      route(app, listOffences, (_actor, { query }) => offences.list(query))
      route(app, listOffenceRevisions, (_actor, { params }) => offences.revisions(params.offenceId))
      route(app, createOffence, (actor, { body }) => offences.create(actor, body))
      route(app, updateOffence, (actor, { params, body }) => offences.update(actor, params.offenceId, body))
      route(app, retireOffence, (actor, { params, body }) => offences.retire(actor, params.offenceId, body))
    },
    rooms: { offences: offencesRoom(db) },
  }
}
