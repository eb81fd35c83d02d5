import { UNIT_CLASS, UNIT_STATUS, UNIT_TYPE, type PatrolUnit, type RosterEntry, type UnitClass, type UnitStatus } from '@tenfour/contract'
import { statusTone } from '../../ui/unit-status.ts'
import type { Tone } from './ink.ts'

export type Shape = 'police' | 'fire' | 'comms' | 'player'

/** How a unit is drawn. */
export type Look = {
  readonly slot: number
  readonly userId: number | null
  readonly shape: Shape
  readonly tone: Tone
  readonly isAir: boolean
  /** The label's text; empty for players who are off duty. */
  readonly label: string
  readonly name: string
  readonly status: UnitStatus
  readonly callId: number | null
  /** Has an open panic call: always labelled, and ringed. */
  readonly isPanic: boolean
  readonly isShown: boolean
}

export type UnitFilter = {
  readonly classes: ReadonlySet<UnitClass>
  readonly statuses: ReadonlySet<UnitStatus>
  readonly hasPlayers: boolean
}
/** An empty filter shows everything. */
export const NO_FILTER: UnitFilter = { classes: new Set(), statuses: new Set(), hasPlayers: true }

const SHAPES: Readonly<Record<UnitClass, Shape>> = {
  [UNIT_CLASS.Other]: 'player',
  [UNIT_CLASS.Leo]: 'police',
  [UNIT_CLASS.Comms]: 'comms',
  [UNIT_CLASS.Fire]: 'fire',
}

/** The data of a unit on duty that the map uses. */
export type KnownUnit = Pick<PatrolUnit, 'unitClass' | 'identifier' | 'type' | 'name' | 'status' | 'callId'>

/** On-duty units are drawn from the board's data; the roster names everyone else. */
export function lookOf(entry: RosterEntry, unit: KnownUnit | undefined, filter: UnitFilter, isPanic = false): Look {
  const { slot, userId, name } = entry
  const unitClass = unit?.unitClass ?? entry.unitClass
  const status = unit?.status ?? (entry.identifier === null ? UNIT_STATUS.offDuty : UNIT_STATUS.inService)
  const isUnit = unitClass !== null && unitClass !== UNIT_CLASS.Other && (unit ?? entry).identifier !== null
  return {
    slot,
    userId,
    shape: isUnit ? SHAPES[unitClass] : 'player',
    tone: isUnit ? statusTone(status) : 'off',
    isAir: unit?.type === UNIT_TYPE.Air,
    label: isUnit ? (unit?.identifier ?? entry.identifier ?? '') : '',
    name: unit?.name ?? name,
    status,
    callId: unit?.callId ?? null,
    isPanic: isUnit && isPanic,
    isShown: isUnit
      ? isPanic || passesFilter(unitClass, status, filter)
      : filter.hasPlayers && filter.classes.size === 0 && filter.statuses.size === 0,
  }
}

const passesFilter = (unitClass: UnitClass, status: UnitStatus, { classes, statuses }: UnitFilter): boolean =>
  (classes.size === 0 || classes.has(unitClass)) && (statuses.size === 0 || statuses.has(status))
