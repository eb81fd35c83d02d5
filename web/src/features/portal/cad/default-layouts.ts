import { UNIT_CLASS, type UnitClass } from '@tenfour/contract'
import { isSplit, type Area, type Layout, type Split, type Tabs } from '../../../panels/docking/layout.ts'
import type { Room } from '../../../panels/docking/use-room.ts'
import type { PanelId } from '../../../panels/panel.ts'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { byRank } from './desktop-contents.ts'

const tabs = (first: PanelId, share = 1): Tabs => ({ tabs: [first], active: first, share })
const stack = (share: number, ...split: Area[]): Split => ({ split, share })
const row = (...split: Area[]): Layout => ({ direction: 'row', root: { split, share: 1 } })

/** The places of a desktop, each named by its front panel. The panels' declarations say which other panels are there. */
const COMMUNICATIONS: Readonly<Record<Room, Layout>> = {
  vast: row(tabs('calls', 1.1), tabs('call', 0.9), stack(0.9, tabs('units', 1.3), tabs('tools')), tabs('map', 1.1)),
  wide: row(stack(1.15, tabs('calls'), tabs('map')), tabs('call', 0.95), stack(1, tabs('units', 1.4), tabs('tools'))),
  medium: row(stack(1.1, tabs('calls', 1.1), tabs('units')), tabs('call')),
  narrow: row(tabs('calls', 1.2), tabs('call')),
}
/** Patrol units look at their own call first. */
const POLICE: Readonly<Record<Room, Layout>> = {
  vast: row(stack(0.8, tabs('lookup', 1.4), tabs('bolos')), tabs('call', 1), stack(1, tabs('calls'), tabs('units')), tabs('map', 1.2)),
  wide: row(tabs('call', 0.95), stack(1.1, tabs('calls'), tabs('units')), tabs('map', 0.95)),
  medium: row(tabs('call', 1.1), stack(1, tabs('calls'), tabs('units'))),
  narrow: row(tabs('call'), tabs('calls')),
}
/** Fire crews look at the other units before the other calls. */
const FIRE: Readonly<Record<Room, Layout>> = {
  vast: row(tabs('call', 1.1), stack(1, tabs('units'), tabs('calls')), tabs('map', 1.2)),
  wide: row(tabs('call', 0.95), stack(1.1, tabs('units'), tabs('calls')), tabs('map', 0.95)),
  medium: row(tabs('call', 1.1), stack(1, tabs('units'), tabs('calls'))),
  narrow: row(tabs('call'), tabs('units')),
}
/** Both in sight, unless there is room for one panel alone; then 911 comes first. */
const CIVILIAN: Readonly<Record<Room, Layout>> = {
  vast: row(tabs('characters'), tabs('emergency', 1.2)),
  wide: row(tabs('characters'), tabs('emergency', 1.2)),
  medium: row(tabs('characters'), tabs('emergency', 1.1)),
  narrow: row(tabs('emergency'), tabs('characters')),
}

const FRAMES: Readonly<Record<UnitClass, Readonly<Record<Room, Layout>>>> = {
  [UNIT_CLASS.Comms]: COMMUNICATIONS,
  [UNIT_CLASS.Leo]: POLICE,
  [UNIT_CLASS.Fire]: FIRE,
  [UNIT_CLASS.Other]: CIVILIAN,
}

/** The layouts above, where each panel has joined the tabs that its declaration names. */
export const createDefaultLayouts = (features: readonly DesktopFeature[]) => {
  const panels = byRank(features.flatMap(({ panels: declared = [] }) => declared))
  return (unitClass: UnitClass, room: Room): Layout => {
    const fill = (area: Area): Area => {
      if (isSplit(area)) return fillSplit(area)
      const joining = panels.filter(({ places }) => places?.[unitClass]?.[room] === area.active)
      return { ...area, tabs: [area.active, ...joining.map(({ id }) => id)] }
    }
    const fillSplit = (area: Split): Split => ({ ...area, split: area.split.map(fill) })
    const { direction, root } = FRAMES[unitClass][room]
    return { direction, root: fillSplit(root) }
  }
}
