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
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import type { Board, BoardLists } from '../board/board.port.ts'
import { endDutyWith } from './units.departures.ts'
import { followDepartments } from './units.departments.ts'
import { createUnitService, type UnitService } from './units.service.ts'

type Deps = { readonly db: Db; readonly board: Board; readonly lists: BoardLists }
type UnitsFeature = Feature & {
  /** The same service for another board, for example one that takes part in an outer transaction. */
  readonly unitsOn: (board: Board) => UnitService
  /** Changes a department together with its units. */
  readonly withUnits: ReturnType<typeof followDepartments>
  /** Changes an account and ends its member's duty. */
  readonly withDutyEnded: ReturnType<typeof endDutyWith>
}

export function unitsFeature({ db, board, lists }: Deps): UnitsFeature {
  const unitsOn = (on: Board): UnitService => createUnitService({ db, board: on, lists })
  const units = unitsOn(board)
  return {
    name: 'units',
    routes: (app) => unitsPlugin(app, { units }),
    // Ends duties a member has lost the right to.
    access: { userChanged: (userId) => units.endVoidDuty(userId), missed: () => units.endVoidDuty() },
    unitsOn,
    withUnits: followDepartments(board),
    withDutyEnded: endDutyWith(board),
  }
}

const unitsPlugin: FastifyPluginAsync<{ units: UnitService }> = async (app, { units }) => {
  route(app, listBeats, () => units.beats())
  route(app, getUnit, (actor, { params }) => units.get(actor, params.userId))
  route(app, listUnits, (_actor, { params }) => units.list(params.serverId))
  route(app, saveUnit, (actor, { body }) => units.save(actor, body))
  route(app, setUnitBeat, (actor, { params, body }) => units.setBeat(actor, params.userId, body.beatId))
  route(app, setUnitIdentifier, (actor, { params, body }) => units.setIdentifier(actor, params.userId, body.identifier))
  route(app, setUnitChannel, (actor, { params, body }) => units.setChannel(actor, params.userId, body.channel))
  route(app, checkIdentifier, (actor, { params, query }) => units.checkIdentifier(actor, params.serverId, query))
  route(app, listDispatchers, (_actor, { params }) => units.dispatchers(params.serverId))
  route(app, setUnitStatus, (actor, { params, query }) => units.setStatus(actor, params.userId, params.status, query.statusId))
  route(app, assignUnit, (actor, { params, query }) => units.assign(actor, params.userId, params.callId, query.from))
}
