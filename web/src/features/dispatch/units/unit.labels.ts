import { UNIT_CLASS, UNIT_STATUS, type UnitClass, type UnitStatus } from '@tenfour/contract'
import { unitTypeOf } from '../cad-values/cad-values.port.ts'

/** The statuses a class works with; the others are a click away. */
const USUAL_STATUSES: Readonly<Record<UnitClass, readonly UnitStatus[]>> = {
  [UNIT_CLASS.Other]: [UNIT_STATUS.inService, UNIT_STATUS.offDuty],
  [UNIT_CLASS.Leo]: [UNIT_STATUS.inService, UNIT_STATUS.busy, UNIT_STATUS.enRoute, UNIT_STATUS.onScene, UNIT_STATUS.subjectInCustody],
  [UNIT_CLASS.Comms]: [UNIT_STATUS.inService, UNIT_STATUS.busy, UNIT_STATUS.outOfService, UNIT_STATUS.offDuty],
  [UNIT_CLASS.Fire]: [UNIT_STATUS.inService, UNIT_STATUS.busy, UNIT_STATUS.enRoute, UNIT_STATUS.onScene],
}

/** A class's statuses in this order: the usual ones, and the rest, with those of the community's own. Civilians have no others. */
export function statusesOf(
  unitClass: UnitClass,
  order: readonly number[],
): { readonly usual: readonly number[]; readonly rest: readonly number[] } {
  const isUsual = (statusId: number) => USUAL_STATUSES[unitClass].some((status) => status === statusId)
  return { usual: order.filter(isUsual), rest: unitClass === UNIT_CLASS.Other ? [] : order.filter((statusId) => !isUsual(statusId)) }
}

const CLASS_NAMES: Readonly<Record<UnitClass, string>> = {
  [UNIT_CLASS.Other]: 'Civilians',
  [UNIT_CLASS.Leo]: 'Police',
  [UNIT_CLASS.Comms]: 'Communications',
  [UNIT_CLASS.Fire]: 'Fire and medical',
}
export const unitClassName = (unitClass: UnitClass): string => CLASS_NAMES[unitClass]

/** Beats are for police patrols. */
export const hasBeat = (unitClass: UnitClass): boolean => unitClass === UNIT_CLASS.Leo

type Typed = Parameters<typeof unitTypeOf>[0]
export const typeLabel = (unit: Typed): string => unitTypeOf(unit)?.name ?? 'Unit'
