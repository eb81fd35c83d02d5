import { later } from '../../platform/load/later.tsx'
import { showGuide, useGuide } from './guide-state.ts'
import { useCommandContext } from './use-command-context.ts'
import { useShortcuts } from './use-shortcuts.ts'

const Guide = later(async () => (await import('./Guide.tsx')).Guide)

/** The keys of the whole desktop, and the list of them. Draws nothing until the list is asked for. */
export function Shortcuts() {
  useShortcuts()
  const part = useGuide()
  const context = useCommandContext()
  return part && <Guide part={part} context={context()} onClose={() => showGuide(null)} />
}
