import {
  isSwitchedOn,
  accessSubject,
  isAllowed,
  staff,
  UNIT_CLASS,
  type SwitchedOff,
  type UnitClass,
  type CurrentUser,
} from '@tenfour/contract'
import type { LazyModule, LoadState } from '../../../platform/load/lazy-module.ts'
import type { Command } from '../../../panels/commands/command.ts'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { EMERGENCY_CLASSES, type Panel } from '../../../panels/panel.ts'
import type { ShortcutGroup } from '../../../panels/shortcuts.ts'

/** Which desktop to show: that of the user's own unit, or an observer's view of a server. */
export type DesktopPlace = { readonly serverId: number; readonly unitClass: UnitClass; readonly isOnDuty: boolean }

/** Off-duty staff observe the server they selected, as communications; everyone else has to be on duty. */
export function desktopPlace(user: CurrentUser, watched: number | undefined): DesktopPlace | null {
  if (user.duty) return { serverId: user.duty.serverId, unitClass: user.duty.unitClass, isOnDuty: true }
  if (watched === undefined || !isAllowed(staff, accessSubject(user))) return null
  return { serverId: watched, unitClass: UNIT_CLASS.Comms, isOnDuty: false }
}

type Features = readonly DesktopFeature[]

export const byRank = (panels: readonly Panel[]): readonly Panel[] => panels.toSorted((a, b) => a.rank - b.rank)

/** The features that are not switched off as a whole. */
export const featuresOn = (features: Features, switchedOff: SwitchedOff): Features =>
  features.filter(({ featureSwitch }) => isSwitchedOn(featureSwitch, switchedOff))

/** The panels of a class that are not switched off, in the order of the Panels menu. */
export const panelsFor = (features: Features, unitClass: UnitClass, isStaff: boolean, switchedOff: SwitchedOff): readonly Panel[] =>
  byRank(featuresOn(features, switchedOff).flatMap(({ panels = [] }) => panels))
    .filter(({ classes, isForStaff }) => classes.includes(unitClass) || (isForStaff && isStaff && EMERGENCY_CLASSES.includes(unitClass)))
    .filter(({ featureSwitch, classSwitches }) =>
      [featureSwitch, classSwitches?.[unitClass]].every((each) => isSwitchedOn(each, switchedOff)),
    )

/** The commands that are here, most used first. */
export const commandsOf = (features: Features): readonly Command[] =>
  features
    .flatMap(({ commands = [], lateCommands }) => [...commands, ...commandsIn(lateCommands?.get())])
    .toSorted((a, b) => a.rank - b.rank)

const commandsIn = (late: LoadState<readonly Command[]> | undefined): readonly Command[] => (late?.phase === 'ready' ? late.value : [])

export const lateCommandsOf = (features: Features): readonly LazyModule<readonly Command[]>[] =>
  features.flatMap(({ lateCommands }) => lateCommands ?? [])

export const shortcutsOf = (features: Features, unitClass: UnitClass): readonly ShortcutGroup[] =>
  features.flatMap(({ shortcuts = [] }) => shortcuts).filter(({ classes }) => classes?.includes(unitClass) ?? true)
