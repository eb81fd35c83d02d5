import {
  UNIT_STATUS,
  DutyInput,
  unitClassOf,
  type CurrentUser,
  type DepartmentType,
  type PatrolUnit,
  type UnitClass,
  type UnitInput,
} from '@tenfour/contract'
import { z } from 'zod'
import { unitTypesOf } from '../../cad-values/cad-values.port.ts'
import { hasBeat } from '../unit.labels.ts'

/** The form's values; 0 means not selected. */
export const DutyForm = DutyInput.extend({
  serverId: z.int().positive('Choose a server'),
  departmentId: z.int().positive('Choose a department'),
})
export type DutyValues = z.input<typeof DutyForm>

export type DutyDepartment = {
  readonly departmentId: number
  readonly name: string
  readonly fullName: string
  readonly type: DepartmentType
  readonly unitClass: UnitClass
  readonly rankName: string | null
  readonly callSignTemplate: string
}

/** The departments the user can go on duty for, primary first. */
export const dutyDepartments = ({ userDepartments }: Pick<CurrentUser, 'userDepartments'>): DutyDepartment[] =>
  userDepartments
    .filter(({ department }) => department.isCadEnabled && !department.isRetired)
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
    .map(({ rankName, department: { departmentId, name, fullName, type, callSignTemplate } }) => ({
      departmentId,
      name,
      fullName,
      type,
      unitClass: unitClassOf(type),
      rankName,
      callSignTemplate,
    }))

export const isOnDuty = (unit: PatrolUnit | null | undefined): unit is PatrolUnit => !!unit && unit.status !== UNIT_STATUS.offDuty

type Known = {
  readonly departments: readonly DutyDepartment[]
  readonly servers: readonly { readonly serverId: number; readonly isOnline: boolean }[]
  readonly unit: PatrolUnit | null
  /** The call sign last used for a department, if known to this browser. */
  readonly callSignFor: (departmentId: number) => string | null
}

/** Initial values: those of the last time, as far as still valid. */
export function initialDuty({ departments, servers, unit, callSignFor }: Known): DutyValues {
  const department = departments.find(({ departmentId }) => departmentId === unit?.department.departmentId) ?? departments[0]
  const online = servers.filter(({ isOnline }) => isOnline)
  const server =
    servers.find(({ serverId }) => serverId === unit?.serverId) ??
    (servers.length === 1 ? servers[0] : online.length === 1 ? online[0] : undefined)
  const start: DutyValues = { serverId: server?.serverId ?? 0, departmentId: 0, identifier: '', type: 1, beatId: unit?.beatId ?? null }
  return department ? forDepartment(start, department, unit, callSignFor) : start
}

/** The values after switching department: its call sign and a valid type; the rest is kept. */
export function forDepartment(
  values: DutyValues,
  { departmentId, unitClass }: DutyDepartment,
  unit: PatrolUnit | null,
  callSignFor: Known['callSignFor'],
): DutyValues {
  const last = unit?.department.departmentId === departmentId ? unit : null
  const types = unitTypesOf(unitClass).map(({ countsAs }) => countsAs)
  const type = last && types.includes(last.type) ? last.type : (types[0] ?? 1)
  const typeId = last?.type === type ? last.typeId : null
  return {
    ...values,
    departmentId,
    identifier: last?.identifier ?? callSignFor(departmentId) ?? '',
    type,
    typeId,
    beatId: hasBeat(unitClass) ? values.beatId : null,
  }
}

/** Another department or server ends the current patrol and starts a new one. */
export const isNewPatrol = (unit: PatrolUnit, values: DutyValues): boolean =>
  unit.serverId !== values.serverId || unit.department.departmentId !== values.departmentId

/** The last duty as it would be taken up again; null if its department or server can no longer be chosen. */
export function lastDuty(
  { serverId, department: { departmentId }, identifier, type, beatId }: PatrolUnit,
  departments: readonly DutyDepartment[],
  servers: readonly { readonly serverId: number }[],
): { readonly type: DepartmentType; readonly input: UnitInput } | null {
  const department = departments.find((each) => each.departmentId === departmentId)
  if (!department || identifier === '' || !servers.some((each) => each.serverId === serverId)) return null
  const input = { serverId, departmentId, identifier, type, beatId: hasBeat(department.unitClass) ? beatId : null }
  return { type: department.type, input }
}
