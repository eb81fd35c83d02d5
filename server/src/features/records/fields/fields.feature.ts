import { createField, listFields, orderFields, retireField, saveFieldValues, updateField } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import { createFieldService, fieldsRoom } from './fields.service.ts'
import { createUnitFields } from './fields.units.ts'

type Deps = { readonly db: Db; readonly publish: Publish; readonly redis: Redis | undefined }

export function fieldsFeature({ db, publish, redis }: Deps): Feature {
  const fields = createFieldService({ db, publish })
  const fillIn = createUnitFields({ db })
  const countChange = createHourlyLimit('field-values', AN_HOUR.recordChanges, redis)
  return {
    name: 'fields',
    routes: async (app) => {
      route(app, listFields, () => fields.list())
      route(app, createField, (actor, { body }) => fields.create(actor, body))
      route(app, updateField, (actor, { params, body }) => fields.update(actor, params.fieldId, body))
      route(app, retireField, (actor, { params, body }) => fields.retire(actor, params.fieldId, body))
      route(app, orderFields, (actor, { params, body }) => fields.order(actor, params.of, body.fieldIds))
      limitedRoute(app, countChange)(saveFieldValues, (actor, { params, body }) => fillIn(actor, params.of, params.id, body))
    },
    rooms: { fields: fieldsRoom(db) },
  }
}
