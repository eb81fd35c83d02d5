import {
  checkCadValueFile,
  countCadValueUses,
  createCadValue,
  importCadValueFile,
  listCadValues,
  orderCadValues,
  resetCadValues,
  retireCadValue,
  updateCadValue,
} from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { changesRoom } from '../../../platform/realtime/rooms.ts'
import { createCadValueService } from './cad-values.service.ts'

export function cadValuesFeature({ db, publish }: { readonly db: Db; readonly publish: Publish }): Feature {
  const values = createCadValueService({ db, publish })
  return {
    name: 'cad-values',
    routes: async (app) => {
      route(app, listCadValues, () => values.list())
      route(app, createCadValue, (actor, { body }) => values.create(actor, body))
      route(app, updateCadValue, (actor, { params, body }) => values.update(actor, params.valueId, body))
      route(app, retireCadValue, (actor, { params, body }) => values.retire(actor, params.valueId, body))
      route(app, orderCadValues, (actor, { body }) => values.order(actor, body))
      route(app, countCadValueUses, (_actor, { query }) => values.countUses(query.kind))
      route(app, checkCadValueFile, (_actor, { query, body }) => values.checkFile(query.kind, body))
      route(app, importCadValueFile, (actor, { query, body }) => values.importFile(actor, query, body))
      route(app, resetCadValues, (actor, { body }) => values.reset(actor, body.kind))
    },
    rooms: { 'cad-values': changesRoom(db, 'cad-values') },
  }
}
