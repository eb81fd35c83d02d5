import {
  acknowledgePanic,
  addCallLog,
  changeCallUnits,
  clearCall,
  createCall,
  getCall,
  getLocationHistory,
  getTakeBackOffer,
  listActiveCalls,
  listCallsByDate,
  listCallTypes,
  mergeCall,
  raisePanic,
  reopenCall,
  setPrimaryUnit,
  standDownPanic,
  takeBack,
  transferCall,
  updateCall,
} from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { CallDispatch } from './calls.dispatch.service.ts'
import type { CallRepair } from './calls.repair.ts'
import type { CallService } from './calls.service.ts'

type Services = { readonly calls: CallService; readonly dispatch: CallDispatch; readonly repair: CallRepair }

export const callsPlugin: FastifyPluginAsync<Services> = async (app, { calls, dispatch, repair }) => {
  route(app, listCallTypes, () => calls.types())
  route(app, listActiveCalls, (_actor, { params }) => calls.active(params.serverId))
  route(app, listCallsByDate, (_actor, { params, query }) => calls.byDate(params, query))
  route(app, getCall, (actor, { params }) => calls.get(actor, params.callId))
  route(app, createCall, (actor, { body }) => calls.create(actor, body))
  route(app, updateCall, (actor, { params, body }) => calls.update(actor, params.callId, body))
  route(app, clearCall, (actor, { params, query }) => calls.clear(actor, params.callId, query.disposition))
  route(app, setPrimaryUnit, (actor, { params, body }) => calls.setPrimary(actor, params.callId, body.userId))
  route(app, addCallLog, (actor, { params, body }) => calls.addLog(actor, params.callId, body))
  route(app, changeCallUnits, (actor, { params, body }) => dispatch.changeUnits(actor, params.callId, body))
  route(app, mergeCall, (actor, { params, body }) => dispatch.merge(actor, params.callId, body.into))
  route(app, transferCall, (actor, { params, body }) => dispatch.transfer(actor, params.callId, body))
  route(app, raisePanic, (actor, { body }) => dispatch.panic(actor, body))
  route(app, standDownPanic, (actor) => dispatch.standDown(actor))
  route(app, acknowledgePanic, (actor, { params }) => dispatch.acknowledge(actor, params.callId))
  route(app, reopenCall, (actor, { params }) => repair.reopen(actor, params.callId))
  route(app, takeBack, (actor, { params }) => repair.takeBack(actor, params))
  route(app, getTakeBackOffer, (actor, { params }) => repair.offer(actor, params.serverId))
  route(app, getLocationHistory, (_actor, { params, query }) => dispatch.locationHistory(params.serverId, query))
}
