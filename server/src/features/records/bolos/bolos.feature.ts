import { bolosSwitch, createBolo, endBolo, listBolos, updateBolo } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import { countAllOpen } from './bolos.repo.ts'
import { bolosRoom, createBoloService } from './bolos.service.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly redis?: Redis | undefined }

export function bolosFeature({ db, publish, redis }: Deps): Feature {
  const bolos = createBoloService({ db, publish })
  const countChange = createHourlyLimit('bolos', AN_HOUR.bolos, redis)
  return {
    name: 'bolos',
    routes: async (app) => {
      route(app, listBolos, (_actor, { params }) => bolos.list(params.serverId))
      const change = limitedRoute(app, countChange)
      change(createBolo, (actor, { params, body }) => bolos.create(actor, params.serverId, body))
      change(updateBolo, (actor, { params, body }) => bolos.update(actor, params.serverId, params.boloId, body))
      change(endBolo, (actor, { params, body }) => bolos.end(actor, params.serverId, params.boloId, body.reason))
    },
    rooms: { bolos: bolosRoom(db) },
    switches: [{ featureSwitch: bolosSwitch, open: async () => [openBolos(await countAllOpen(db))] }],
  }
}

const openBolos = (count: number) => ({ count, text: count === 1 ? '1 BOLO is open' : `${count} BOLOs are open` })
