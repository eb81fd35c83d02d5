import type { Command } from './commands/command.ts'
import type { Panel } from './panel.ts'
import type { ShortcutGroup } from './shortcuts.ts'

/** A feature's contributions to the desktop, as plain data. The app lists the features; the desktop and the command line use them. */
export type DesktopFeature = {
  readonly panels?: readonly Panel[]
  readonly commands?: readonly Command[]
  /** The keys of its panels, for the help. */
  readonly shortcuts?: readonly ShortcutGroup[]
}
