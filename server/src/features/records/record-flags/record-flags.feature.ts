import { addCaution, CAUTION_FLAG, setRecordFlag, withdrawCaution, withdrawRecordFlag } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import { createRecordFlags } from './record-flags.service.ts'

/** Flags of the community on people, vehicles and weapons. A caution is the flag of that name, with calls of its own from before there were others. */
export function recordFlagsFeature({ db, redis }: { readonly db: Db; readonly redis: Redis | undefined }): Feature {
  const flags = createRecordFlags({ db })
  const countChange = createHourlyLimit('record-flags', AN_HOUR.recordChanges, redis)
  return {
    name: 'record-flags',
    routes: async (app) => {
      const change = limitedRoute(app, countChange)
      change(setRecordFlag, (actor, { body }) => flags.set(actor, 'flag.set', body))
      change(withdrawRecordFlag, (actor, { params }) => flags.withdraw(actor, params.flagId))
      change(addCaution, async (actor, { params, body }) => {
        const caution = { ...body, of: 'person', id: params.characterId, valueId: CAUTION_FLAG } as const
        const { flagId, text, expiresAt, by, at } = await flags.set(actor, 'caution.add', caution)
        return { cautionId: flagId, text, expiresAt, by, at }
      })
      change(withdrawCaution, (actor, { params }) => flags.withdrawCaution(actor, params.characterId, params.cautionId))
    },
  }
}
