import { UNIT_CLASS, UNIT_STATUS, UNIT_TYPE, unitClassOf, type DepartmentInput } from '@tenfour/contract'
import type { Draft } from '../board/board.port.ts'

/** What is on the board of a department that is another now: its units' class follows, and what they no longer can be ends. */
export function followDepartment(draft: Draft, departmentId: number, { name, type, isCadEnabled }: DepartmentInput): void {
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
