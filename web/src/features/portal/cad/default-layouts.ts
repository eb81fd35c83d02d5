import { UNIT_CLASS, type UnitClass } from '@tenfour/contract'
import type { Area, Layout, Split, Tabs } from '../../../panels/docking/layout.ts'
import type { Room } from '../../../panels/docking/use-room.ts'
import type { PanelId } from '../../../panels/panel-ids.ts'

const tabs = (first: PanelId, rest: readonly PanelId[] = [], share = 1): Tabs => ({ tabs: [first, ...rest], active: first, share })
const stack = (share: number, ...split: Area[]): Split => ({ split, share })
const row = (...split: Area[]): Layout => ({ direction: 'row', root: { split, share: 1 } })

const COMMUNICATIONS: Readonly<Record<Room, Layout>> = {
  vast: row(
    tabs('calls', [], 1.1),
    tabs('call', [], 0.9),
    stack(0.9, tabs('units', [], 1.3), tabs('tools', ['lookup', 'bolos', 'warrants'])),
    tabs('map', ['record'], 1.1),
  ),
  wide: row(
    stack(1.15, tabs('calls'), tabs('map')),
    tabs('call', ['record'], 0.95),
    stack(1, tabs('units', [], 1.4), tabs('tools', ['lookup', 'bolos', 'warrants'])),
  ),
  medium: row(stack(1.1, tabs('calls', [], 1.1), tabs('units', ['map'])), tabs('call', ['tools', 'lookup', 'record', 'bolos', 'warrants'])),
  narrow: row(tabs('calls', ['units', 'map', 'bolos'], 1.2), tabs('call', ['tools', 'lookup', 'record', 'warrants'])),
}
/** Patrol units look at their own call first. What they look up never covers it where there is room. */
const POLICE: Readonly<Record<Room, Layout>> = {
  vast: row(
    stack(0.8, tabs('lookup', [], 1.4), tabs('bolos', ['warrants'])),
    tabs('call', [], 1),
    stack(1, tabs('calls'), tabs('units')),
    tabs('map', ['record'], 1.2),
  ),
  wide: row(
    tabs('call', [], 0.95),
    stack(1.1, tabs('calls', ['lookup']), tabs('units', ['bolos', 'warrants'])),
    tabs('map', ['record'], 0.95),
  ),
  medium: row(tabs('call', ['record'], 1.1), stack(1, tabs('calls', ['lookup']), tabs('units', ['map', 'bolos', 'warrants']))),
  narrow: row(tabs('call', ['map', 'record', 'bolos', 'warrants']), tabs('calls', ['units', 'lookup'])),
}
/** Fire crews look at the other units before the other calls. */
const FIRE: Readonly<Record<Room, Layout>> = {
  vast: row(tabs('call', [], 1.1), stack(1, tabs('units'), tabs('calls', ['lookup'])), tabs('map', ['record'], 1.2)),
  wide: row(tabs('call', [], 0.95), stack(1.1, tabs('units'), tabs('calls', ['lookup'])), tabs('map', ['record'], 0.95)),
  medium: row(tabs('call', ['record'], 1.1), stack(1, tabs('units'), tabs('calls', ['map', 'lookup']))),
  narrow: row(tabs('call', ['map', 'record']), tabs('units', ['calls', 'lookup'])),
}
/** Both in sight, unless there is room for one panel alone; then 911 comes first. */
const CIVILIAN: Readonly<Record<Room, Layout>> = {
  vast: row(tabs('characters'), tabs('emergency', [], 1.2)),
  wide: row(tabs('characters'), tabs('emergency', [], 1.2)),
  medium: row(tabs('characters'), tabs('emergency', [], 1.1)),
  narrow: row(tabs('emergency'), tabs('characters')),
}

export function defaultLayout(unitClass: UnitClass, room: Room): Layout {
  switch (unitClass) {
    case UNIT_CLASS.Comms:
      return COMMUNICATIONS[room]
    case UNIT_CLASS.Leo:
      return POLICE[room]
    case UNIT_CLASS.Fire:
      return FIRE[room]
    case UNIT_CLASS.Other:
      return CIVILIAN[room]
  }
}
