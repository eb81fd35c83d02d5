import {
  addCallLog,
  clearCall,
  createCall,
  getCall,
  listActiveCalls,
  listCallsByDate,
  listCallTypes,
  setPrimaryUnit,
  updateCall,
} from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { CallService } from './calls.service.ts'

export const callsPlugin: FastifyPluginAsync<{ calls: CallService }> = async (app, { calls }) => {
  route(app, listCallTypes, () => calls.types())
  route(app, listActiveCalls, (_actor, { params }) => calls.active(params.serverId))
  route(app, listCallsByDate, (_actor, { params, query }) => calls.byDate(params, query))
  route(app, getCall, (actor, { params }) => calls.get(actor, params.callId))
  route(app, createCall, (actor, { body }) => calls.create(actor, body))
  route(app, updateCall, (actor, { params, body }) => calls.update(actor, params.callId, body))
  route(app, clearCall, (actor, { params, query }) => calls.clear(actor, params.callId, query.disposition))
  route(app, setPrimaryUnit, (actor, { params, body }) => calls.setPrimary(actor, params.callId, body.userId))
  route(app, addCallLog, (actor, { params, body }) => calls.addLog(actor, params.callId, body))
}
