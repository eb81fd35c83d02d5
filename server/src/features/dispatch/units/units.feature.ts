import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Board, BoardLists } from '../board/board.port.ts'
import { followDepartments } from './units.departments.ts'
import { unitsPlugin } from './units.plugin.ts'
import { createUnitService, type UnitService } from './units.service.ts'

type Deps = { readonly db: Db; readonly board: Board; readonly lists: BoardLists }
type UnitsFeature = Feature & {
  /** The same service for another board, for example one that takes part in an outer transaction. */
  readonly unitsOn: (board: Board) => UnitService
  /** Changes a department together with its units. */
  readonly withUnits: ReturnType<typeof followDepartments>
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
  }
}
