import { UNIT_CLASS, UNIT_STATUS, UNIT_TYPE, unitClassOf, type DepartmentInput } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { authorOf, type Board, type Draft } from '../board/board.port.ts'
import { unitsOfDepartment } from './units.repo.ts'

/** Changes a department and updates its units in the same transaction. Call the returned function after commit to publish the events. */
export const followDepartments =
  (board: Board) =>
  async (
    tx: Tx,
    actor: Actor,
    department: DepartmentInput & { departmentId: number },
    change: () => Promise<void>,
  ): Promise<() => void> => {
    // Boards are locked before members, in the same order as when going on duty.
    const { publishEvents } = await board.actIn(tx, {
      by: authorOf(actor),
      where: { serverIds: 'every' },
      wanted: async () => ({ userIds: await unitsOfDepartment(tx, department.departmentId), callIds: [] }),
      missing: new AppError('not_found', 'There is no server'),
      decide: async (draft) => {
        await change()
        followDepartment(draft, department)
      },
    })
    return publishEvents
  }

/** Units take over the class of their department, and lose any duty the department no longer allows. */
function followDepartment(draft: Draft, { departmentId, name, type, isCadEnabled }: DepartmentInput & { departmentId: number }): void {
  const unitClass = unitClassOf(type)
  for (const unit of draft.after.units.values()) {
    if (unit.department.departmentId !== departmentId) continue
    const losesDispatch = unit.type === UNIT_TYPE.Dispatcher && unitClass !== UNIT_CLASS.Comms
    if (!isCadEnabled || losesDispatch) draft.setStatus(unit.userId, UNIT_STATUS.offDuty)
    if (unitClass === UNIT_CLASS.Other) draft.release(unit.userId, `${unit.identifier} is a civilian now`)
    Object.assign(unit, {
      department: { departmentId, name, type },
      unitClass,
      typeId: unit.unitClass === unitClass && !losesDispatch ? unit.typeId : null,
      type: losesDispatch ? UNIT_TYPE.Patrol : unit.type,
    })
  }
}
