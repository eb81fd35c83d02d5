import { UNIT_CLASS, UNIT_STATUS, UNIT_TYPE, unitClassOf, type DepartmentInput } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { authorOf, type Board, type Draft } from '../board/board.port.ts'
import { unitsOfDepartment } from './units.repo.ts'

/** Changes a department with its units held, and has them be what it then is. What is returned publishes that, once it is committed. */
export const followDepartments =
  (board: Board) =>
  async (
    tx: Tx,
    actor: Actor,
    department: DepartmentInput & { departmentId: number },
    change: () => Promise<void>,
  ): Promise<() => void> => {
    // Boards are locked before members are: whoever goes on duty locks them in that order too.
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

/** Units' class follows that of their department, and what they no longer can be ends. */
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
      type: losesDispatch ? UNIT_TYPE.Patrol : unit.type,
    })
  }
}
