import {
  communityNameSetting,
  createOffence,
  finesSwitch,
  moneySetting,
  listOffenceRevisions,
  listOffences,
  penalCodeOpen,
  readPenalCode,
  retireOffence,
  updateOffence,
} from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { AppError } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/client-address.ts'
import { publicRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { PENAL_CODE_READS } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { penalCodeDocument } from './offences.document.ts'
import { offencesInUse } from './offences.repo.ts'
import { createOffenceService, offencesRoom } from './offences.service.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly redis: Redis | undefined; readonly settings: Settings }

export function offencesFeature({ db, publish, redis, settings }: Deps): Feature {
  const offences = createOffenceService({ db, publish })
  const countRead = createHourlyLimit('penal-code', PENAL_CODE_READS, redis)
  return {
    name: 'offences',
    settings: [penalCodeOpen],
    routes: async (app) => {
      publicRoute(app, readPenalCode, async ({ address }) => {
        if (!settings.get(penalCodeOpen)) throw new AppError('feature_off', 'The penal code is not open to everyone')
        await countRead(networkOf(address))
        const [communityName, hasFines, money] = [settings.get(communityNameSetting), settings.get(finesSwitch), settings.get(moneySetting)]
        return penalCodeDocument({ communityName, hasFines, money, offences: await offencesInUse(db) })
      })
      route(app, listOffences, (_actor, { query }) => offences.list(query))
      route(app, listOffenceRevisions, (_actor, { params }) => offences.revisions(params.offenceId))
      route(app, createOffence, (actor, { body }) => offences.create(actor, body))
      route(app, updateOffence, (actor, { params, body }) => offences.update(actor, params.offenceId, body))
      route(app, retireOffence, (actor, { params, body }) => offences.retire(actor, params.offenceId, body))
    },
    rooms: { offences: offencesRoom(db) },
  }
}
