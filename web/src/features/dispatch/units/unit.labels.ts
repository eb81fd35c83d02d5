import { UNIT_CLASS, UNIT_STATUS, UNIT_TYPE, type UnitClass, type UnitStatus, type UnitType } from '@tenfour/contract'

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

export type TypeChoice = { readonly type: UnitType; readonly label: string; readonly help: string }

/** The unit types of each class, the usual one first; civilians have only one. */
const TYPE_CHOICES: Readonly<Record<UnitClass, readonly TypeChoice[]>> = {
  [UNIT_CLASS.Other]: [{ type: UNIT_TYPE.Patrol, label: 'Civilian', help: '' }],
  [UNIT_CLASS.Leo]: [
    { type: UNIT_TYPE.Patrol, label: 'Patrol', help: 'On the road or on foot' },
    { type: UNIT_TYPE.Air, label: 'Air', help: 'In the air' },
  ],
  [UNIT_CLASS.Fire]: [
    { type: UNIT_TYPE.Patrol, label: 'Engine or ambulance', help: 'A crew on the road' },
    { type: UNIT_TYPE.Air, label: 'Air rescue', help: 'In the air' },
  ],
  [UNIT_CLASS.Comms]: [
    { type: UNIT_TYPE.Dispatcher, label: 'Dispatcher', help: 'Directs units: sends, releases and pings them' },
    { type: UNIT_TYPE.Patrol, label: 'Call taker', help: 'Takes calls and sees the board, without directing units' },
  ],
}
export const typeChoices = (unitClass: UnitClass): readonly TypeChoice[] => TYPE_CHOICES[unitClass]

/** Beats are for police patrols. */
export const hasBeat = (unitClass: UnitClass): boolean => unitClass === UNIT_CLASS.Leo

export const typeLabel = (unitClass: UnitClass, type: UnitType): string =>
  TYPE_CHOICES[unitClass].find((each) => each.type === type)?.label ?? 'Unit'
