import type { Command } from './commands/command.ts'
import type { Panel } from './panel.ts'
import type { ShortcutGroup } from './shortcuts.ts'

/** What a feature brings to the desktop, as plain data. The app lists the features; the desktop and the command line take it from there. */
export type DesktopFeature = {
  readonly panels?: readonly Panel[]
  readonly commands?: readonly Command[]
  /** The keys of its panels, for the list of keys. */
  readonly shortcuts?: readonly ShortcutGroup[]
}
