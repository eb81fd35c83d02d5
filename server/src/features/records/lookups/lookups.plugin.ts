import {
  listLookups,
  listOwnLookups,
  listRecordWarrants,
  lookUp,
  lookUpPatient,
  putOnCall,
  searchByField,
  searchPatients,
  searchRecords,
} from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { LookupService } from './lookups.service.ts'

export const lookupsPlugin: FastifyPluginAsync<{ lookups: LookupService }> = async (app, { lookups }) => {
  route(app, searchRecords, (actor, { query }) => lookups.search(actor, query.kind, query.q))
  route(app, searchByField, (actor, { params, query }) => lookups.searchByField(actor, params.fieldId, query.q))
  route(app, lookUp, (actor, { body }) => lookups.lookUp(actor, body))
  route(app, listRecordWarrants, (actor, { params }) => lookups.recordWarrants(actor, params.lookupId))
  route(app, putOnCall, (actor, { body }) => lookups.putOnCall(actor, body))
  route(app, searchPatients, (actor, { query }) => lookups.searchPatients(actor, query.q))
  route(app, lookUpPatient, (actor, { params }) => lookups.lookUpPatient(actor, params.characterId))
  route(app, listLookups, (_actor, { params, query }) => lookups.list(params.departmentId, query))
  route(app, listOwnLookups, (actor, { params, query }) => lookups.listOwn(actor, params.characterId, query))
}
