import { createBolo, endBolo, listBolos, updateBolo } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { bolosRoom, createBoloService } from './bolos.service.ts'

export function bolosFeature({ db, publish }: { db: Db; publish: Publish }): Feature {
  const bolos = createBoloService({ db, publish })
  return {
    name: 'bolos',
    routes: async (app) => {
      route(app, listBolos, (_actor, { params }) => bolos.list(params.serverId))
      route(app, createBolo, (actor, { params, body }) => bolos.create(actor, params.serverId, body))
      route(app, updateBolo, (actor, { params, body }) => bolos.update(actor, params.serverId, params.boloId, body))
      route(app, endBolo, (actor, { params, body }) => bolos.end(actor, params.serverId, params.boloId, body.reason))
    },
    rooms: { bolos: bolosRoom(db) },
  }
}
