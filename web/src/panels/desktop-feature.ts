import type { FeatureSwitch } from '@tenfour/contract'
import type { LazyModule } from '../platform/load/lazy-module.ts'
import type { Command } from './commands/command.ts'
import type { Panel } from './panel.ts'
import type { ShortcutGroup } from './shortcuts.ts'

/** A feature's contributions to the desktop, as plain data. The app lists the features; the desktop and the command line use them. */
export type DesktopFeature = {
  /** Nothing of the feature is there while this is switched off. */
  readonly featureSwitch?: FeatureSwitch
  readonly panels?: readonly Panel[]
  readonly commands?: readonly Command[]
  /** Commands that need much code: fetched once the desktop is drawn, or when something is typed before. */
  readonly lateCommands?: LazyModule<readonly Command[]>
  /** The keys of its panels, for the help. */
  readonly shortcuts?: readonly ShortcutGroup[]
}
