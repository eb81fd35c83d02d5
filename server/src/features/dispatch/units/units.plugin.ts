import {
  assignUnit,
  checkIdentifier,
  getUnit,
  listBeats,
  listDispatchers,
  listUnits,
  saveUnit,
  setUnitBeat,
  setUnitChannel,
  setUnitIdentifier,
  setUnitStatus,
} from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { UnitService } from './units.service.ts'

export const unitsPlugin: FastifyPluginAsync<{ units: UnitService }> = async (app, { units }) => {
  route(app, listBeats, () => units.beats())
  route(app, getUnit, (actor, { params }) => units.get(actor, params.userId))
  route(app, listUnits, (_actor, { params }) => units.list(params.serverId))
  route(app, saveUnit, (actor, { body }) => units.save(actor, body))
  route(app, setUnitBeat, (actor, { params, body }) => units.setBeat(actor, params.userId, body.beatId))
  route(app, setUnitIdentifier, (actor, { params, body }) => units.setIdentifier(actor, params.userId, body.identifier))
  route(app, setUnitChannel, (actor, { params, body }) => units.setChannel(actor, params.userId, body.channel))
  route(app, checkIdentifier, (actor, { params, query }) => units.checkIdentifier(actor, params.serverId, query))
  route(app, listDispatchers, (_actor, { params }) => units.dispatchers(params.serverId))
  route(app, setUnitStatus, (actor, { params }) => units.setStatus(actor, params.userId, params.status))
  route(app, assignUnit, (actor, { params, query }) => units.assign(actor, params.userId, params.callId, query.from))
}
