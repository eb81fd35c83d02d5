import { UNIT_CLASS, UNIT_TYPE, type CadValueOf, type PatrolUnit, type UnitClass, type UnitType } from '@tenfour/contract'

/** A unit type as the community has it, which counts as one of the specification's within a class. */
export type UnitTypeLook = {
  readonly typeId: number
  readonly name: string
  /** Shown where members go on duty. */
  readonly about: string
  readonly class: UnitClass
  readonly countsAs: UnitType
  readonly isShipped: boolean
  readonly isRetired: boolean
}

const shipped = (typeId: number, ofClass: UnitClass, countsAs: UnitType, name: string, about: string): UnitTypeLook => ({
  typeId,
  name,
  about,
  class: ofClass,
  countsAs,
  isShipped: true,
  isRetired: false,
})
const { Leo, Fire, Comms, Other } = UNIT_CLASS
const { Patrol, Air, Dispatcher } = UNIT_TYPE
/** As the portal comes, until the community's are loaded. */
const SHIPPED: readonly UnitTypeLook[] = [
  shipped(101, Leo, Patrol, 'Patrol', 'On the road or on foot'),
  shipped(102, Leo, Air, 'Air', 'In the air'),
  shipped(103, Fire, Patrol, 'Engine or ambulance', 'A crew on the road'),
  shipped(104, Fire, Air, 'Air rescue', 'In the air'),
  shipped(105, Comms, Dispatcher, 'Dispatcher', 'Directs units: sends, releases and pings them'),
  shipped(106, Comms, Patrol, 'Call taker', 'Takes calls and sees the board, without directing units'),
  shipped(107, Other, Patrol, 'Civilian', ''),
]

let all = SHIPPED

export function keepUnitTypes(values: readonly CadValueOf<'unit-type'>[]): void {
  const looks = values.map(({ valueId, content, isShipped, isRetired }) => ({ typeId: valueId, ...content, isShipped, isRetired }))
  all = looks.length > 0 ? looks : SHIPPED
}

/** The unit types of a class in use, in the order of lists. */
export const unitTypesOf = (unitClass: UnitClass): readonly UnitTypeLook[] =>
  all.filter((each) => each.class === unitClass && !each.isRetired)

/** Undefined if no such unit type is in use: no unit goes on duty as one. */
export const unitTypeName = (typeId: number): string | undefined => all.find((each) => each.typeId === typeId && !each.isRetired)?.name

/** The type that a unit has: of the community's own, or the one that the portal came with. It may be retired. */
export const unitTypeOf = ({ unitClass, type, typeId }: Pick<PatrolUnit, 'unitClass' | 'type' | 'typeId'>): UnitTypeLook | undefined =>
  all.find((each) => each.typeId === typeId) ?? all.find((each) => each.isShipped && each.class === unitClass && each.countsAs === type)
