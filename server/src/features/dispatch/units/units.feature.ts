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
  UNIT_STATUS,
} from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Feature } from '../../../platform/feature.ts'
import { route } from '../../../platform/http/route.ts'
import { authorOf, type Board, type BoardLists } from '../board/board.port.ts'
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

/**
 * Makes a change that takes a member's right to be on duty, and ends their duty in the same transaction. Call the returned function after
 * commit to publish the events. A duty that begins at the same moment ends right after the commit, like every duty without a right to it.
 */
const endDutyWith =
  (board: Board) =>
  async (tx: Tx, actor: Actor, userId: number, change: () => Promise<void>): Promise<() => void> => {
    const unit = await tx.selectFrom('units').select('status').where('user_id', '=', userId).executeTakeFirst()
    if (!unit || unit.status === UNIT_STATUS.offDuty) {
      await change()
      return () => undefined
    }
    // Boards are locked before members, in the same order as when going on duty.
    const { publishEvents } = await board.actIn(tx, {
      by: authorOf(actor),
      where: { userId },
      wanted: async () => ({ userIds: [userId], callIds: [] }),
      missing: new AppError('conflict', 'This member has just moved to another server: try again'),
      decide: async (draft) => {
        await change()
        draft.setStatus(userId, UNIT_STATUS.offDuty)
      },
    })
    return publishEvents
  }
