import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../../platform/load/shapes.tsx'
import type { Command } from '../../../panels/commands/command.ts'
import type { ShortcutGroup } from '../../../panels/shortcuts.ts'
import { showGuide, useGuide, useShortcuts, useFeatureKeys } from './use-shortcuts.ts'
import { useCommandContext } from './use-command-line.ts'

const Guide = lazyComponent(async () => (await import('./Guide.tsx')).Guide, { what: 'The list of shortcuts', shape: DIALOG })

type ShortcutsProps = { commands: readonly Command[]; shortcuts: readonly ShortcutGroup[] }

/** The global keys of the desktop, and their help. Renders nothing until the help is opened. */
export function Shortcuts({ commands, shortcuts }: ShortcutsProps) {
  useShortcuts()
  useFeatureKeys(shortcuts)
  const part = useGuide()
  const context = useCommandContext(commands)
  return part && <Guide part={part} context={context()} shortcuts={shortcuts} onClose={() => showGuide(null)} />
}
