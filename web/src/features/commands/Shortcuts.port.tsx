import { lazyComponent } from '../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../platform/load/shapes.tsx'
import { showGuide, useGuide } from './guide-state.ts'
import { useCommandContext } from './use-command-context.ts'
import { useShortcuts } from './use-shortcuts.ts'

const Guide = lazyComponent(async () => (await import('./Guide.tsx')).Guide, { what: 'The list of shortcuts', shape: DIALOG })

/** The keys of the whole desktop, and the list of them. Draws nothing until the list is asked for. */
export function Shortcuts() {
  useShortcuts()
  const part = useGuide()
  const context = useCommandContext()
  return part && <Guide part={part} context={context()} onClose={() => showGuide(null)} />
}
